import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isGatewayError, OfflineMissError } from '../data/errors.ts'
import { NOTIFICATIONS_KEY } from '../data/notification-key.ts'
import { type ResponseSource, setResponseSource, storeAnswer } from '../data/saved-answer.ts'
import { workerSaves } from '../pwa/device-owner.ts'
import { onWorkerEvent, requestFromWorker } from '../pwa/worker-channel.ts'
import { useSession } from '../session/useSession.ts'

/** Returns whether the data is a saved copy, or missing because the server could not be reached. */
function isOld({ state: { data, error } }: Query): boolean {
  const savedAt = (data as { savedAt?: string | null } | undefined)?.savedAt
  if ((savedAt ?? null) !== null || isGatewayError(error)) return true
  return error instanceof OfflineMissError || error instanceof TypeError
}

/**
 * Source of the next response to a request, by the worker's event about the network's response, which arrived after the
 * copy was used.
 */
const WISHES = {
  'answer-arrived': 'arrived',
  'answer-failed': 'network',
} as const satisfies Record<string, ResponseSource>

const ENDS: ReadonlySet<string> = new Set(['success', 'error'])

/** Shortest and longest time in ms until saved copies are requested again although the server can be reached. */
const TRY_AGAIN_MS = 15_000
const MAX_TRY_AGAIN_MS = 4 * 60_000

const isReadThrough = ({ meta }: Query): boolean => meta?.request !== undefined

/** Returns whether the query's data is a recent response from the network. */
const isRecent = (query: Query): boolean =>
  isReadThrough(query) &&
  query.state.fetchStatus === 'idle' &&
  query.state.status === 'success' &&
  !isOld(query)

/** Replaces displayed saved copies by the server's responses as soon as these arrive or the server can be reached. */
export function useFreshAnswers(queries: QueryClient): void {
  const { offline, check } = useSession()

  // The worker has received the network's response after it had answered with the copy.
  useEffect(() => {
    const ask = async ({ queryKey }: Query, request: string, wish: ResponseSource) => {
      // Cancels first: the copy may still be loading, and an invalidation would only wait for it.
      await queries.cancelQueries({ queryKey, exact: true })
      setResponseSource(request, wish)
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

  // On the first visit, repeats the requests that were sent before the worker saved responses.
  useEffect(
    () =>
      workerSaves.subscribe(async () => {
        if (!workerSaves.get()) return
        // Recent responses are saved without rendering them again.
        const recent = new Set(queries.getQueryCache().getAll().filter(isRecent))
        for (const { meta } of recent) void storeAnswer(meta?.request as string).catch(() => undefined)
        const predicate = (query: Query) => isReadThrough(query) && !recent.has(query)
        // Cancels first: requests sent without the worker may still be running, and an invalidation would only wait for
        // them.
        const prefetching = queries
          .getQueryCache()
          .findAll({ type: 'inactive', fetchStatus: 'fetching', predicate })
          .filter((query) => !query.isFetched())
        await queries.cancelQueries({ predicate })
        await queries.invalidateQueries({ predicate, refetchType: 'all' })
        // An invalidation passes over requests without an answer that nothing displays.
        for (const query of prefetching) void query.fetch().catch(() => undefined)
      }),
    [queries],
  )

  // A saved copy suggests that the server cannot be reached. The session check finds out, and detects when the server
  // is back.
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || !ENDS.has(event.action.type)) return
        const { query } = event
        if (isReadThrough(query) && !query.meta?.savedFirst && isOld(query)) void check('quiet')
      }),
    [queries, check],
  )

  // The network's return reaches the page and the worker at different times: the session check may succeed while the
  // worker's request still fails. The time doubles, because a slow server may still be answering the first request.
  useEffect(() => {
    if (offline) return
    let wait = TRY_AGAIN_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    // A hidden tab has no timer, which would wake it.
    const plan = () => {
      clearTimeout(timer)
      timer = document.visibilityState === 'visible' ? setTimeout(askAgain, wait) : undefined
    }
    function askAgain() {
      const predicate = (query: Query) => isReadThrough(query) && isOld(query)
      const old = queries.getQueryCache().findAll({ type: 'active', fetchStatus: 'idle', predicate })
      for (const { queryKey } of old) void queries.invalidateQueries({ queryKey, exact: true })
      wait = old.length > 0 ? Math.min(2 * wait, MAX_TRY_AGAIN_MS) : TRY_AGAIN_MS
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', plan)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', plan)
    }
  }, [queries, offline])

  const wasOffline = useRef(offline)
  useEffect(() => {
    if (wasOffline.current && !offline) {
      void requestFromWorker('send-queued', {})
      void queries.invalidateQueries({ predicate: (query) => isReadThrough(query) && isOld(query) })
    }
    wasOffline.current = offline
  }, [queries, offline])
}
