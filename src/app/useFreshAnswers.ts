import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isGatewayError, OfflineMissError } from '../data/errors.ts'
import { NOTIFICATIONS_KEY } from '../data/notification-key.ts'
import { storeAnswer, type Wish, wishFor } from '../data/saved-answer.ts'
import { workerSaves } from '../pwa/device-owner.ts'
import { onWorkerEvent, requestFromWorker } from '../pwa/worker-channel.ts'
import { useSession } from '../session/useSession.ts'

/** Returns whether the data is a saved copy or missing, instead of a recent answer from the network. */
function isOld({ state: { data, error } }: Query): boolean {
  const savedAt = (data as { savedAt?: string | null } | undefined)?.savedAt
  if ((savedAt ?? null) !== null || isGatewayError(error)) return true
  return error instanceof OfflineMissError || error instanceof TypeError
}

/** Preferred source of the next read, by the worker's event about an answer that arrived after the copy was used. */
const WISHES = {
  'answer-arrived': 'arrived',
  'answer-failed': 'network',
} as const satisfies Record<string, Wish>

const ENDS: ReadonlySet<string> = new Set(['success', 'error'])

const isReadThrough = ({ meta }: Query): boolean => meta?.request !== undefined

/** Returns whether a recent answer from the network has arrived. */
const isRecent = (query: Query): boolean =>
  isReadThrough(query) &&
  query.state.fetchStatus === 'idle' &&
  query.state.status === 'success' &&
  !isOld(query)

/** Updates the displayed data once, as soon as the network allows. */
export function useFreshAnswers(queries: QueryClient): void {
  const { offline, check } = useSession()

  // The worker received an answer from the network after all.
  useEffect(() => {
    const ask = async ({ queryKey }: Query, request: string, wish: Wish) => {
      // The copy may still be loading; an invalidation alone would merely wait for it.
      await queries.cancelQueries({ queryKey, exact: true })
      wishFor(request, wish)
      await queries.invalidateQueries({ queryKey, exact: true })
    }
    return onWorkerEvent((event) => {
      if (event.type === 'notifications-changed') {
        void queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
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

  // On the first visit, repeats through the worker what was fetched before it saved answers.
  useEffect(
    () =>
      workerSaves.subscribe(async () => {
        if (!workerSaves.get()) return
        // A recent answer is saved without rendering it again.
        const recent = new Set(queries.getQueryCache().getAll().filter(isRecent))
        for (const { meta } of recent) void storeAnswer(meta?.request as string).catch(() => undefined)
        const predicate = (query: Query) => isReadThrough(query) && !recent.has(query)
        // The first answer may still be in flight outside the worker, and an invalidation alone would merely wait for
        // it.
        await queries.cancelQueries({ predicate })
        await queries.invalidateQueries({ predicate, refetchType: 'all' })
      }),
    [queries],
  )

  // An old answer suggests that the server is unreachable; the session check finds out, and detects when it is back.
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
      void requestFromWorker('send-queued', {})
      void queries.invalidateQueries({ predicate: (query) => isReadThrough(query) && isOld(query) })
    }
    wasOffline.current = offline
  }, [queries, offline])
}
