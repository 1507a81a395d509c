import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { COMPETITORS_LABEL } from '../../../../contract/reports/competitors.ts'
import {
  QUICK_FILTER_LABELS,
  QUICK_FILTERS,
  type QuickFilter,
  RARE_QUICK_FILTERS,
} from '../../../../contract/reports/quick-filters.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { arranges } from '../../../data/list-order.ts'
import { Button } from '../../../ui/Button.tsx'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
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

/** Toggle button that leaves competitors' sold-out prices out of all figures (specification 17.11). */
export const CompetitorsChip = ({ view: { competitors }, onView }: Pick<LayoutProps, 'view' | 'onView'>) => (
  <button
    type="button"
    className="chip"
    data-filter
    aria-pressed={competitors !== null}
    title="Место, отклонение, медиана и группы — без цен конкурентов, у которых шины нет"
    onClick={() => onView({ competitors: competitors ? null : 'inStock' })}
  >
    {COMPETITORS_LABEL}
  </button>
)

interface QuickFilterNoteProps {
  layout: Pick<LayoutProps, 'report' | 'view' | 'onView' | 'arranged' | 'data' | 'stale'>
  /** number of the page's rows that pass the quick filters */
  shown: number
}

/** States whether the quick filters apply to the page or to all rows. Always mounted, as a live region must be. */
export function QuickFilterNote({ layout, shown }: QuickFilterNoteProps) {
  const isSet = layout.view.only.length > 0
  const isWhole = arranges(layout.arranged, 'only')
  return (
    <div className={!isSet ? 'visually-hidden' : shown === 0 ? 'results-note' : 'order-note'}>
      <p role="status">
        {isSet && !layout.stale && (isWhole ? wholeWords(layout) : pageWords(layout, shown))}
      </p>
      {isSet && (
        <Button variant="quiet" onClick={() => layout.onView({ only: [] })}>
          Показать все
        </Button>
      )}
    </div>
  )
}

function wholeWords({ data: { rows, totalRows } }: QuickFilterNoteProps['layout']): string {
  if (rows.length === 0) return 'Среди всех выбранных таких шин нет.'
  return totalRows === null
    ? 'Отобрано среди всех выбранных.'
    : `Отобрано среди всех выбранных: ${countText(totalRows, TYRES)}.`
}

function pageWords({ report, view, data: { rows } }: QuickFilterNoteProps['layout'], shown: number): string {
  const unknown = view.only.find((name) => !isKnownOf(report, name))
  if (unknown)
    return `Строки этой страницы не говорят, что изменилось: «${QUICK_FILTER_LABELS[unknown]}» отбирает сервер.`
  if (shown === 0) return 'На этой странице таких шин нет.'
  return `Показаны ${shown} из ${rows.length} строк этой страницы.`
}

type NothingLeftProps = Pick<
  LayoutProps,
  'report' | 'data' | 'stale' | 'offered' | 'arranged' | 'view' | 'onView' | 'tools'
>

/** Displayed if no row passes the quick filters: shows what narrows the rows, and a button that removes them. */
export function NothingLeft(props: NothingLeftProps) {
  const { tools, onView } = props
  const { city } = props.view
  return (
    <>
      {tools &&
        createPortal(
          <>
            {city !== null && (
              <button type="button" className="chip" aria-pressed onClick={() => onView({ city: null })}>
                {city}
              </button>
            )}
            <QuickFilterChips {...props} onChange={(only) => onView({ only })} />
            <CompetitorsChip {...props} />
          </>,
          tools,
        )}
      <QuickFilterNote layout={props} shown={0} />
    </>
  )
}
