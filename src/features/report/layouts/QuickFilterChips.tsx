import { useQuery } from '@tanstack/react-query'
import {
  QUICK_FILTER_LABELS,
  QUICK_FILTERS,
  type QuickFilter,
  RARE_QUICK_FILTERS,
} from '../../../../contract/reports/quick-filters.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import type { LayoutProps } from './layout-props.ts'
import { isKnownOf } from './quick-filters.ts'

interface QuickFilterChipsProps extends Pick<LayoutProps, 'report' | 'offered' | 'view'> {
  onChange(only: readonly QuickFilter[]): void
}

/** Toggle buttons of the quick filters. */
export function QuickFilterChips({ report, offered, view: { only }, onChange }: QuickFilterChipsProps) {
  const hasList = useQuery(companionQuery).data?.offers.includes('rrp-values') === true
  const isOffered = (name: QuickFilter) =>
    !RARE_QUICK_FILTERS.has(name) && (offered ? name !== 'belowRrp' || hasList : isKnownOf(report, name))
  const names = QUICK_FILTERS.filter((name) => only.includes(name) || isOffered(name))
  return names.map((name) => (
    <button
      key={name}
      type="button"
      className="chip"
      data-filter
      aria-pressed={only.includes(name)}
      onClick={() => onChange(QUICK_FILTERS.filter((one) => only.includes(one) !== (one === name)))}
    >
      {QUICK_FILTER_LABELS[name]}
    </button>
  ))
}
