import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isGatewayError, OfflineMissError } from '../api/errors.ts'
import { notificationsQuery } from '../api/notification-queries.ts'
import { type Wish, wishFor } from '../api/saved-answer.ts'
import { onWorkerReady } from '../pwa/device-owner.ts'
import { askWorker, onWorkerEvent } from '../pwa/worker-channel.ts'
import { useSession } from '../session/useSession.ts'

/** Not an answer of the network's just now: a saved copy, or none at all. */
function isOld({ state: { data, error } }: Query): boolean {
  const savedAt = (data as { savedAt?: string | null } | undefined)?.savedAt
  if ((savedAt ?? null) !== null || isGatewayError(error)) return true
  return error instanceof OfflineMissError || error instanceof TypeError
}

/** What the worker tells of an answer that came after it had given the copy, and which answer is wanted then. */
const WISHES = {
  'answer-arrived': 'arrived',
  'answer-failed': 'network',
} as const satisfies Record<string, Wish>

const ENDS: ReadonlySet<string> = new Set(['success', 'error'])

const isReadThrough = ({ meta }: Query): boolean => meta?.request !== undefined

/** What is on screen becomes fresh by itself, once, as soon as it can. */
export function useFreshAnswers(queries: QueryClient): void {
  const { offline, check } = useSession()

  // The worker got an answer of the network's after all.
  useEffect(() => {
    const ask = async ({ queryKey }: Query, request: string, wish: Wish) => {
      // The copy may still be on its way to the page, and an invalidation alone would wait for it and be done.
      await queries.cancelQueries({ queryKey, exact: true })
      wishFor(request, wish)
      await queries.invalidateQueries({ queryKey, exact: true })
    }
    return onWorkerEvent((event) => {
      if (event.type === 'notifications-changed') {
        void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey })
      }
      if (!('request' in event)) return
      const query = queries
        .getQueryCache()
        .getAll()
        .find(({ meta }) => meta?.request === event.request)
      if (!query) return
      void ask(query, event.request, WISHES[event.type])
    })
  }, [queries])

  // From the first visit on: what was fetched before the worker was there is fetched once more through it. A first answer
  // that is still on its way passes the worker by, and an invalidation alone would wait for it.
  useEffect(
    () =>
      onWorkerReady(async () => {
        await queries.cancelQueries({ predicate: isReadThrough })
        await queries.invalidateQueries({ predicate: isReadThrough })
      }),
    [queries],
  )

  // An old answer says that the server may be out of reach; the session check finds out, and when it is back again.
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || !ENDS.has(event.action.type)) return
        const { query } = event
        if (isReadThrough(query) && !query.meta?.savedFirst && isOld(query)) void check('quiet')
      }),
    [queries, check],
  )

  const wasOffline = useRef(offline)
  useEffect(() => {
    if (wasOffline.current && !offline) {
      void askWorker('send-queued', {})
      void queries.invalidateQueries({ predicate: (query) => isReadThrough(query) && isOld(query) })
    }
    wasOffline.current = offline
  }, [queries, offline])
}
