import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { allReportPages, type reportPageQuery } from '../../data/report-queries.ts'
import { isMetered, onConnectionChange } from '../../pwa/connection.ts'

/** Delay after the rows are displayed: the next page must not compete with what comes with them. */
const DELAY_MS = 2_000

/**
 * Prefetches the page after the displayed one (specification 4.33).
 * @param next its query; null while it must not be fetched
 */
export function useNextPage(next: ReturnType<typeof reportPageQuery> | null): void {
  const queries = useQueryClient()
  const request = next?.meta?.request ?? null
  const prefetch = useEffectEvent(() => {
    if (!next || document.visibilityState !== 'visible' || !navigator.onLine || isMetered()) return
    void queries.prefetchQuery(next)
  })

  useEffect(() => {
    // A page that is neither displayed nor next.
    void queries.cancelQueries({ ...allReportPages, type: 'inactive' })
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

/** Calls back when what forbade fetching in advance may have ended. @returns a function that stops listening */
function onMayFetch(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('online', listener)
  const stopConnection = onConnectionChange(listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('online', listener)
    stopConnection()
  }
}
