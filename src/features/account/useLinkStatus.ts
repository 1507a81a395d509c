import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LinkStatus } from '../../../contract/legacy/link-status.ts'
import { useReturn } from './useReturn.ts'

interface CheckedStatus {
  status: LinkStatus | 'checking'
  /** error of the last check; null if it succeeded */
  error: Error | null
  /** Checks the status; joins a check that is already running. */
  check(): Promise<unknown>
  /** Checks the status again and cancels a check that is already running. */
  reread(): Promise<unknown>
  /** Sets the status without a check. */
  know(status: LinkStatus): Promise<void>
}

/** Returns the status of a linked channel. It is checked on mount and whenever the user returns to the window. */
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
      // Cancels a running check, which would return the former status.
      await queries.cancelQueries({ queryKey: query.queryKey })
      queries.setQueryData<LinkStatus>(query.queryKey, status)
    },
  }
}
