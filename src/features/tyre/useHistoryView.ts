import { useEffect, useMemo, useState } from 'react'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { type Line, lookOf, type NamedLine } from './chart-lines.ts'
import { outText, siteChangesNote, tyreDayText } from './day-text.ts'
import {
  changesOfSites,
  type DayRange,
  lowestOwnPrices,
  outDays,
  type Span,
  spanOf,
  startingRange,
  zoomed,
} from './history.ts'

/** Returns the state of a history's chart: days, cursor, sites and texts. @param from day of the first price */
export function useHistoryView(history: TyreHistory, from: string) {
  const days = history.median.length
  const [start] = useState(() => startingRange(history))
  const [range, setRange] = useState<DayRange | null>(start)
  const [span, setSpan] = useState<Span>(() => spanOf(start, days))
  const [cursor, setCursor] = useState<number | null>(null)
  const [reached, setReached] = useState('')
  const announcement = useRested(reached)
  const [sites, setSites] = useState<ReadonlySet<string>>(() => new Set())
  const ours = useMemo(() => lowestOwnPrices(history), [history])
  const changes = useMemo(() => changesOfSites(history), [history])
  const shown = useMemo(
    () =>
      history.sites.flatMap((site, index) =>
        sites.has(site.site)
          ? [{ site: site.site, prices: site.prices, out: outDays(site, from), look: lookOf(index) }]
          : [],
      ),
    [history, sites, from],
  )
  const lines = useMemo(
    (): Line[] => [
      { name: 'мин', look: null, prices: history.min },
      { name: 'макс', look: null, prices: history.max },
      { name: 'медиана', look: 0, prices: history.median },
      ...(ours ? [{ name: 'наша цена', look: 1, ...ours }] : []),
      ...shown.map(({ site, ...line }) => ({ name: site, ...line })),
    ],
    [history, ours, shown],
  )
  const named: NamedLine[] = [
    { name: 'Медиана', prices: history.median, uncomparable: new Set(changes.map(({ day }) => day)) },
    ...(ours ? [{ name: 'Наша цена', prices: ours.prices }] : []),
    ...shown.map(({ site, prices }) => ({ name: site, prices })),
  ]
  const textOf = (day: number) => tyreDayText({ history, from, ours, shown, changes }, day)
  return {
    /** selected range; null after zooming or dragging */
    range,
    span,
    /** index of the day under the cursor; null for none */
    cursor,
    /** lines of the chart */
    lines,
    /** lines of the tables */
    named,
    hasOwn: ours !== null,
    /** competitors whose lines are displayed */
    sites,
    /** text for the day under the cursor, or for the last displayed day */
    readout: textOf(cursor ?? span.last),
    /** note that the sites or warehouses changed within the displayed days; null if they did not */
    changesNote: siteChangesNote(
      changes.filter(({ day }) => day > span.first && day <= span.last),
      from,
    ),
    /** note on the displayed periods without stock; null without any */
    outNote: outText(lines, span, from),
    /** text for screen readers of the day that was reached by key */
    announcement,
    selectRange: (next: DayRange) => {
      setRange(next)
      setSpan(spanOf(next, days))
    },
    selectSpan: (next: Span) => {
      setRange(null)
      setSpan(next)
    },
    /** @param factor multiplies the number of displayed days */
    zoom: (factor: number) => {
      setRange(null)
      setSpan(zoomed(span, factor, Math.min(Math.max(cursor ?? span.last, span.first), span.last), days))
    },
    /** @param byKey whether the cursor was moved by key; the day is then announced */
    moveCursor: (day: number | null, byKey: boolean) => {
      setCursor(day)
      if (byKey && day !== null) setReached(textOf(day))
    },
    showSite: (site: string, isShown: boolean) => setSites(withSite(sites, site, isShown)),
  }
}

function withSite(sites: ReadonlySet<string>, site: string, isShown: boolean): ReadonlySet<string> {
  const next = new Set(sites)
  if (isShown) next.add(site)
  else next.delete(site)
  return next
}

/** Time in ms for which the cursor must rest before its day is announced, because a held arrow key passes many days. */
const REST_MS = 300

/** Returns the text once it has stayed unchanged for REST_MS. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}
