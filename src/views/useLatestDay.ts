import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isoToday } from '../../contract/dates.ts'
import { filterOptionsQuery } from '../api/report-queries.ts'
import { wishFor } from '../api/saved-answer.ts'

/** The last of the days with prices, newest first; today before a server that lists none. */
const newest = (days: readonly string[] | undefined): string => days?.[0] ?? isoToday()

const { queryKey } = filterOptionsQuery

/** Asks the server which day is the last now, not the copy on the device. */
export async function refetchLatestDay(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey })
  wishFor(filterOptionsQuery.meta?.request as string, 'network')
  await queries.invalidateQueries({ queryKey })
}

/** The last day with prices (specification 18.3); today if nobody can say. */
async function latestDay(queries: QueryClient): Promise<string> {
  const options = await queries.ensureQueryData(filterOptionsQuery).catch(() => undefined)
  return newest(options?.dates)
}

/**
 * @param enabled nothing is asked of the server otherwise
 * @returns the last day with prices, and a promise of it, which waits until it is known
 */
export function useLatestDay(enabled: boolean): { latest: string | undefined; whenKnown(): Promise<string> } {
  const queries = useQueryClient()
  const { data, isPending } = useQuery({ ...filterOptionsQuery, enabled })
  return {
    latest: isPending ? undefined : newest(data?.dates),
    whenKnown: () => latestDay(queries),
  }
}
