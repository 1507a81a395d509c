import { queryOptions } from '@tanstack/react-query'
import { isoToday } from '../../../contract/lib/dates.ts'
import {
  TOTALS_PATHS,
  TOTALS_PERIODS,
  TotalsAnswer,
  TotalsMailAnswer,
  type TotalsPeriodKind,
} from '../../../contract/totals/totals.ts'
import { send } from '../../data/client.ts'
import { getFromCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'

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

/** Returns the query string of a choice, without empty values. */
export function totalsSearch({ kind, day, filters }: TotalsAddress): string {
  const values = { period: kind, day, ...filters }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
}

export const totalsQuery = (address: TotalsAddress) => {
  const search = totalsSearch(address)
  return queryOptions({
    queryKey: ['totals', search],
    queryFn: ({ signal }) => getFromCompanion(TotalsAnswer, `${TOTALS_PATHS.totals}?${search}`, signal),
    refetchInterval: ({ state }) => (state.data?.counting ? COUNTING_MS : false),
    staleTime: ({ state }) => (state.data?.counting ? 0 : FRESH_MS),
  })
}

export const totalsMailQuery = queryOptions({
  queryKey: ['totals-mail'],
  queryFn: ({ signal }) => getFromCompanion(TotalsMailAnswer, TOTALS_PATHS.mail, signal),
})

/** @throws HttpError, or an error of fetch */
export async function fetchTotalsFile(address: TotalsAddress, signal: AbortSignal) {
  const response = await send(`${TOTALS_PATHS.file}?${totalsSearch(address)}`, { signal })
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `itogi_${address.day || isoToday()}.xlsx`)
}
