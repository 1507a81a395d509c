import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Companion, ownSiteRule } from '../../../../contract/companion.ts'
import { type Freshness, freshnessOn } from '../../../../contract/dashboard/freshness.ts'
import type { Today } from '../../../../contract/dashboard/today.ts'
import { latestPriceDay } from '../../../../contract/legacy/filter-options.ts'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { listed } from '../../../../contract/lib/listed.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { HELD_CALLS, type HeldRuns } from '../../../../contract/sources/held-runs.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { freshnessQuery } from '../../../data/freshness-query.ts'
import { coverageQuery } from '../../../data/matching-queries.ts'
import type { Origin } from '../../../data/saved-answer.ts'
import { call } from '../../../data/send-call.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { useIsPhone } from '../../../ui/compact.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { cityName, standingIn, storedCity } from '../today/OwnTile.tsx'
import { firstPageQuery, pageDeviationCounts } from '../today/PageTile.tsx'
import { deviationsPath, fallsPath, standingPath } from '../today/tile-links.ts'
import { todayQuery } from '../today-query.ts'

/** Figure of an entry with its explanation. */
interface Figure {
  /** null if there is nothing to count, which the note explains */
  value: number | null
  note: string
  /** URL of the counted rows; null for the list of sites without prices, beside the heading */
  to: string | null
  onFollow?(): void
}

/** Entry under 'Что решить' (specification 2.17). */
export interface AttentionEntry {
  label: string
  /** undefined while it loads */
  figure: Figure | undefined
  /** failure of the request; the figure is then undefined */
  error: Error | null
  retry(): void
}

interface AttentionState {
  /** undefined until the server's offers are known */
  entries: readonly AttentionEntry[] | undefined
  /** failure of the request for the server's offers */
  error: Error | null
  retry(): void
  /** origin of the figures of prices */
  origin: Origin | undefined
}

/** Query for the price lists that wait for a decision; decisions on the pages of sources refetch all 'sources'. */
const heldRunsQuery = queryOptions({
  queryKey: ['sources', 'held'],
  queryFn: ({ signal }) => call(HELD_CALLS.list, {}, signal),
})

/** Returns the entries for what the server offers to this user. */
export function useAttention(): AttentionState {
  const companion = useQuery(companionQuery)
  const has = (offer: Companion['offers'][number]) => companion.data?.offers.includes(offer) === true
  const city = useStore(preferences.marketCity)
  const phone = useIsPhone()
  const isIdle = useIdle(has('matching') || has('sources'))
  const today = useQuery({ ...todayQuery, enabled: has('today') })
  const page = useQuery({ ...firstPageQuery(), enabled: companion.isSuccess && !has('today') })
  const freshness = useQuery({ ...freshnessQuery, enabled: has('freshness') })
  const coverage = useQuery({ ...coverageQuery, enabled: has('matching') && isIdle })
  const held = useQuery({ ...heldRunsQuery, enabled: has('sources') && isIdle })
  const base = { error: companion.error, retry: () => void companion.refetch() }
  if (!companion.data) return { ...base, entries: undefined, origin: undefined }

  const prices = has('today')
    ? [
        entry('Мы дороже медианы', today, (data) => dearer(data, city, phone)),
        // An older server does not count them.
        ...(today.data && today.data.fallen === undefined
          ? []
          : [
              entry('Цены упали у конкурентов', today, (data) =>
                falls(data, ownSiteRule(companion.data.ownHosts)),
              ),
            ]),
      ]
    : [
        entry('Мы дороже медианы', page, ({ rows }) =>
          ofPage(pageDeviationCounts(rows).above, rows.length, 'above'),
        ),
        entry('Больше порога', page, ({ rows }) =>
          ofPage(pageDeviationCounts(rows).highlighted, rows.length, null),
        ),
      ]
  return {
    ...base,
    entries: [
      ...prices,
      ...(has('matching') ? [entry('Ждут проверки', coverage, waiting)] : []),
      ...(has('sources') ? [entry('Ждут решения', held, undecided)] : []),
      ...(has('freshness') ? [entry('Нет прайса', freshness, (data) => late(data, has('sources')))] : []),
    ],
    origin: (has('today') ? today : page).data,
  }
}

function entry<Data>(
  label: string,
  { data, error, refetch }: UseQueryResult<Data>,
  figureOf: (data: Data) => Figure,
): AttentionEntry {
  const figure = data === undefined ? undefined : figureOf(data)
  return { label, figure, error: figure ? null : error, retry: () => void refetch() }
}

/** @param city that the user compares; null for all */
function dearer({ day, own }: Today, city: string | null, phone: boolean): Figure {
  const standing = standingIn(own, city)
  if (day === null || !standing) return nothing(day === null ? NO_PRICES : 'наших цен для сравнения нет')
  const kind = standing.kind === 'wholesale' ? ', опт' : ''
  return {
    value: standing.above,
    note: `${cityName(standing.city)}${kind}`,
    to: standingPath(day, standing, 'above', phone),
    // The layout would otherwise display the last city that was selected.
    onFollow: () => preferences.marketCity.set(storedCity(standing.city)),
  }
}

function falls({ day, sites, fallen }: Today, isOwnSite: (site: string) => boolean): Figure {
  if (day === null || !fallen) return nothing(day === null ? NO_PRICES : 'сравнить пока не с чем')
  const own = sites.map(({ site }) => site).filter(isOwnSite)
  return { value: fallen.tyres, note: `с ${formatDay(fallen.since)}`, to: fallsPath(day, fallen.since, own) }
}

const waiting = (data: { waiting: number }): Figure => ({
  value: data.waiting,
  note: 'пары похожих шин',
  to: ROUTES.matching,
})

/** Maximum number of names in a note; the rest are counted. */
const NAMED = 2
function undecided({ held }: HeldRuns): Figure {
  const titles = new Map(held.map(({ source, title }) => [source, title]))
  const [only] = titles.size === 1 ? titles.keys() : []
  return {
    value: held.length,
    note: `${held.length === 1 ? 'прайс-лист' : 'прайс-листы'} ${listed([...titles.values()], NAMED)}`.trim(),
    to: only === undefined ? ROUTES.sources : `${ROUTES.sources}/${encodeURIComponent(only)}`,
  }
}

/** @param keepsSources whether the user may manage the sources */
function late(data: Freshness, keepsSources: boolean): Figure {
  const day = latestPriceDay(data.days.toReversed(), isoToday())
  const { fresh, stale } = freshnessOn(data, day)
  // The sites whose prices stopped most recently come first, as in the line of freshness.
  const recent = stale.toReversed()
  if (recent.length === 0)
    return fresh.length === 0 ? nothing(NO_PRICES) : { value: 0, note: 'есть у всех сайтов', to: '' }
  return {
    value: recent.length,
    note: listed(
      recent.map(({ site }) => site),
      NAMED,
    ),
    to: keepsSources ? ROUTES.sources : null,
  }
}

function ofPage(value: number, rows: number, place: 'above' | null): Figure {
  const day = isoToday()
  if (rows === 0) return nothing('за сегодня изменений цен нет')
  const to = place === null ? changesPath(day, {}) : deviationsPath(day, place)
  return { value, note: 'по первой странице изменений', to }
}

const NO_PRICES = 'цен пока нет'
const nothing = (note: string): Figure => ({ value: null, note, to: '' })

/** Returns whether the page has been idle since `enabled` became true. */
function useIdle(enabled: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!enabled) return
    let mounted = true
    void whenIdle().then(() => mounted && setIdle(true))
    return () => {
      mounted = false
    }
  }, [enabled])
  return idle
}
