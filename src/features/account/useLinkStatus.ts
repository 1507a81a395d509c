import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { LinkStatus } from '../../../contract/legacy/link-status.ts'

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

/** Calls the callback when the user returns: the window is focused, or the tab becomes visible. */
export function useReturn(callback: () => void): void {
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') callback()
    }
    window.addEventListener('focus', callback)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('focus', callback)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [callback])
}

/** Message displayed instead of sending a request without a token (specification 3.7). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
