import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LinkStatus } from '../../../contract/read/link-status.ts'
import { useReturn } from './useReturn.ts'

interface CheckedStatus {
  status: LinkStatus | 'checking'
  /** what went wrong with the last check */
  error: Error | null
  /** Asks the server again; a check already under way will do. */
  check(): Promise<unknown>
  /** Asks the server again, not content with a check that began before. */
  reread(): Promise<unknown>
  /** Says what the status is from now on. */
  know(status: LinkStatus): Promise<void>
}

/** A status that is checked on load, and again whenever the person comes back to the window. */
export function useLinkStatus<Key extends QueryKey>(
  query: UseQueryOptions<LinkStatus, Error, LinkStatus, Key> & { queryKey: Key },
): CheckedStatus {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const check = useCallback(() => refetch({ cancelRefetch: false }), [refetch])
  useReturn(check)
  return {
    status: error ? 'unknown' : (data ?? 'checking'),
    error,
    check,
    reread: refetch,
    async know(status) {
      // An answer on its way would say what was before.
      await queries.cancelQueries({ queryKey: query.queryKey })
      queries.setQueryData<LinkStatus>(query.queryKey, status)
    },
  }
}
