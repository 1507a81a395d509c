import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { latestPriceDay } from '../../../contract/legacy/filter-options.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { filterOptionsQuery } from '../../data/report-queries.ts'
import { setResponseSource } from '../../data/saved-answer.ts'
import { clockAhead } from '../../data/server-clock.ts'
import { useStore } from '../../lib/store.ts'

const { queryKey } = filterOptionsQuery

/** Refetches the days with prices from the server instead of the copy saved on the device. */
export async function refetchLatestDay(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey })
  setResponseSource(filterOptionsQuery.meta?.request as string, 'network')
  await queries.invalidateQueries({ queryKey })
}

/** Returns the last day with prices (specification 18.3); today if the server does not answer. */
async function latestDay(queries: QueryClient): Promise<string> {
  const options = await queries.ensureQueryData(filterOptionsQuery).catch(() => undefined)
  return latestPriceDay(options?.dates ?? [], isoToday())
}

/** Loads the last day if enabled. @returns the day, undefined at first, and a function with a promise of it */
export function useLatestDay(enabled: boolean): { latest: string | undefined; whenKnown(): Promise<string> } {
  const queries = useQueryClient()
  const { data, isPending } = useQuery({ ...filterOptionsQuery, enabled })
  return {
    latest: isPending ? undefined : latestPriceDay(data?.dates ?? [], isoToday()),
    whenKnown: () => latestDay(queries),
  }
}

/** Maximum time in ms to wait for the last day: today, the documented default, must not be delayed for long. */
const AT_MOST_MS = 3_000

/**
 * Returns the default day of reports (specification 4.4): the last day with prices if the server offers freshness,
 * today otherwise.
 * @param enabled false to send no request
 * @returns YYYY-MM-DD; undefined while it loads
 */
export function useDefaultDay(enabled = true): string | undefined {
  const { data, isPending } = useQuery({ ...companionQuery, enabled })
  // Another day is today once the server's clock is known.
  useStore(clockAhead)
  const isOffered = data?.offers.includes('freshness') === true
  // Enabled before the server's offers are known: enabling the query later would repeat a failed request of the form.
  const { latest } = useLatestDay(enabled)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, AT_MOST_MS, true)
    return () => clearTimeout(timer)
  }, [])
  const known = isOffered ? latest : isPending ? undefined : isoToday()
  return known ?? (isLate ? isoToday() : undefined)
}
