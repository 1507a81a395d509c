import { queryOptions } from '@tanstack/react-query'
import { isoToday } from '../../../contract/lib/dates.ts'
import { TOTALS_PERIODS, type TotalsPeriodKind } from '../../../contract/totals/totals.ts'
import { TOTALS_CALLS } from '../../../contract/totals/totals-calls.ts'
import { call, callFile } from '../../data/send-call.ts'

/** Interval in ms of the requests while the server sums up days. */
const COUNTING_MS = 1_000
/** Time in ms for which totals stay fresh; prices arrive a few times a day. */
const FRESH_MS = 60_000

export const TOTALS_FILTERS = ['site', 'brand', 'city'] as const
export type TotalsFilter = (typeof TOTALS_FILTERS)[number]

/** Choice in the address of the page (specification 27.3). */
export interface TotalsAddress {
  kind: TotalsPeriodKind
  /** '' for the last day with prices */
  day: string
  filters: Readonly<Record<TotalsFilter, string>>
}

export function readTotalsAddress(search: URLSearchParams): TotalsAddress {
  const kind = TOTALS_PERIODS.find((one) => one === search.get('period')) ?? 'week'
  const value = (name: string) => search.get(name) ?? ''
  return {
    kind,
    day: value('day'),
    filters: { site: value('site'), brand: value('brand'), city: value('city') },
  }
}

const totalsInput = ({ kind, day, filters }: TotalsAddress) => ({ period: kind, day, ...filters })

/** Returns the query string of a choice, without empty values. */
export const totalsSearch = (address: TotalsAddress): string =>
  new URLSearchParams(Object.entries(totalsInput(address)).filter(([, value]) => value !== '')).toString()

export const totalsQuery = (address: TotalsAddress) => {
  const search = totalsSearch(address)
  return queryOptions({
    queryKey: ['totals', search],
    queryFn: ({ signal }) => call(TOTALS_CALLS.totals, totalsInput(address), signal),
    refetchInterval: ({ state }) => (state.data?.counting ? COUNTING_MS : false),
    staleTime: ({ state }) => (state.data?.counting ? 0 : FRESH_MS),
  })
}

export const totalsMailQuery = queryOptions({
  queryKey: ['totals-mail'],
  queryFn: ({ signal }) => call(TOTALS_CALLS.mail, {}, signal),
})

/** @throws errors of callFile */
export const fetchTotalsFile = (address: TotalsAddress, signal: AbortSignal) =>
  callFile(TOTALS_CALLS.file, totalsInput(address), `itogi_${address.day || isoToday()}.xlsx`, signal)
