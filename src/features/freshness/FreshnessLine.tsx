import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type DayFreshness, type Freshness, freshnessOn } from '../../../contract/dashboard/freshness.ts'
import { latestPriceDay } from '../../../contract/legacy/filter-options.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import { type FilterSets, isWithin } from '../../../contract/reports/filter-sets.ts'
import type { FilterValues } from '../../../contract/reports/filters.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { Icon } from '../../ui/Icon.tsx'
import { countText } from '../../ui/plural.ts'
import { useDismissal } from '../../ui/useDismissal.ts'
import { freshnessText } from './texts.ts'
import './freshness.css'

interface FreshnessLineProps {
  /** YYYY-MM-DD; defaults to the last day with prices */
  day?: string
  /** filters of the displayed table; undefined for all sites */
  choice?: { filters: FilterValues; sets: FilterSets }
  /** renders only the line about late sites, or only that about a day on which none is late */
  only?: 'late' | 'complete'
  /** receives the button that opens the list of sites without prices of the day */
  opener?: RefObject<HTMLButtonElement | null>
}

/**
 * Line that states which sites have prices of the day, with expandable details of the other sites. Renders nothing if
 * the server does not offer freshness (specification 10.25).
 */
export function FreshnessLine({ day: chosen, choice, only, opener }: FreshnessLineProps): ReactNode {
  const offers = useQuery(companionQuery).data?.offers
  const offered = offers?.includes('freshness') === true
  const { data } = useQuery({ ...freshnessQuery, enabled: offered })
  if (!data) return null
  const day = chosen ?? latestPriceDay(data.days.toReversed(), isoToday())
  const freshness = freshnessOn(narrowed(data, choice), day)
  const words = freshnessText(freshness, day)
  const isLate = freshness.stale.length > 0
  if (words === '' || (only !== undefined && isLate !== (only === 'late'))) return null
  return !isLate ? (
    <p className="freshness" title={words}>
      {words}
    </p>
  ) : (
    <LateSites
      words={words}
      day={day}
      stale={freshness.stale}
      keepsSources={offers?.includes('sources') === true}
      opener={opener}
    />
  )
}

const narrowed = (freshness: Freshness, choice: FreshnessLineProps['choice']): Freshness => ({
  ...freshness,
  sites: freshness.sites.filter(({ site }) => {
    const host = choice?.filters.site || site
    return site === host && isWithin(choice?.sets.site, site)
  }),
})

interface LateSitesProps extends Pick<DayFreshness, 'stale'> {
  words: string
  /** YYYY-MM-DD */
  day: string
  /** whether the user may manage the sources */
  keepsSources: boolean
  opener: RefObject<HTMLButtonElement | null> | undefined
}

function LateSites({ words, day, stale, keepsSources, opener }: LateSitesProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLButtonElement>(null)
  const button = opener ?? own
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  return (
    <div ref={whole} className="freshness freshness-late">
      <button ref={button} type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="clock" />
        <span>{words}</span>
      </button>
      {open && (
        <div className="popup freshness-sites">
          <h3>За {formatDay(day)} цен ещё нет</h3>
          <dl>
            {stale.toReversed().map((one) => (
              <div key={one.site}>
                <dt>
                  <Link to={lastPricesPath(one)}>{one.site}</Link>
                </dt>
                <dd>
                  последние за {formatDay(one.day)}, {daysAgo(one.day, day)}
                </dd>
              </div>
            ))}
          </dl>
          {keepsSources && <Link to={ROUTES.sources}>Источники цен</Link>}
        </div>
      )}
    </div>
  )
}

/** Returns the URL of a report with a site's last prices. */
const lastPricesPath = ({ site, day }: DayFreshness['stale'][number]): string =>
  `${REPORTS['all-prices'].route}?${new URLSearchParams({ date: day, site })}`

const DAY_MS = 24 * 60 * 60 * 1000

/** Formats 'днём раньше', '3 днями раньше'. */
function daysAgo(before: string, day: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(before)) / DAY_MS)
  return days === 1 ? 'днём раньше' : `${countText(days, ['днём', 'днями', 'днями'])} раньше`
}
