import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { allReportPages, type reportPageQuery } from '../../data/report-queries.ts'
import { listen } from '../../lib/listen.ts'
import { isMetered, onConnectionChange } from '../../pwa/connection.ts'

/** Delay in ms after the rows, so that the prefetch does not compete with the page's other requests. */
const DELAY_MS = 2_000

/** Number of pages kept besides the displayed one. Each takes megabytes, and a person may turn hundreds. */
const KEPT_PAGES = 10

/** Prefetches the next page (specification 4.33). @param next its query; null while it must not be fetched */
export function useNextPage(next: ReturnType<typeof reportPageQuery> | null): void {
  const queries = useQueryClient()
  const request = next?.meta?.request ?? null
  const prefetch = useEffectEvent(() => {
    if (!next || document.visibilityState !== 'visible' || !navigator.onLine || isMetered()) return
    void queries.prefetchQuery(next)
  })

  const former = useRef(request)
  useEffect(() => {
    // Cancels fetches of pages that are no longer displayed; not of the first, which began before the report.
    if (former.current !== request) void queries.cancelQueries({ ...allReportPages, type: 'inactive' })
    former.current = request
    const cache = queries.getQueryCache()
    const others = cache.findAll({ ...allReportPages, type: 'inactive' })
    others.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const other of others.slice(KEPT_PAGES)) cache.remove(other)
    if (request === null) return
    let stop: () => void = () => undefined
    const timer = setTimeout(() => {
      prefetch()
      stop = onMayFetch(prefetch)
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [request, queries])

  useEffect(() => () => void queries.cancelQueries({ ...allReportPages, type: 'inactive' }), [queries])
}

/** Calls the listener when prefetching may be allowed again. @returns a function that stops listening */
function onMayFetch(listener: () => void): () => void {
  const stops = [
    listen(document, 'visibilitychange', listener),
    listen(window, 'online', listener),
    onConnectionChange(listener),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
