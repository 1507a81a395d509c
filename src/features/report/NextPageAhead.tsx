import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { send } from '../../data/client.ts'
import { type AheadAnswer, askAhead } from '../../data/list-ahead.ts'
import { readPage } from '../../data/read-page.ts'
import { type ListRequest, listPath, reportPageQuery, type ShownPage } from '../../data/report-queries.ts'
import { storedToken } from '../../data/stored-session.ts'
import { isMetered, onConnectionChange } from '../../pwa/connection.ts'
import { tellWorker } from '../../pwa/worker-channel.ts'
import { useSession } from '../../session/useSession.ts'

/** Distance between pager and viewport at which the next page is prefetched. */
const NEAR = '600px'
/** Time in ms without scrolling, keys or taps after which a person counts as reading. */
const REST_MS = 2_000
const RESTLESS = ['scroll', 'keydown', 'pointerdown'] as const

interface NextPageAheadProps {
  request: ListRequest
  /** number of the next page */
  next: number
  /** the displayed page */
  shown: ShownPage
}

/**
 * Prefetches the page after the displayed one (specification 4.33). Renders a marker at the pager, whose position is
 * observed.
 */
export default function NextPageAhead({ request, next, shown }: NextPageAheadProps) {
  const place = useRef<HTMLSpanElement>(null)
  const { offline } = useSession()
  const queries = useQueryClient()
  const path = listPath(request, next)
  const { layout } = request
  const { queryKey } = reportPageQuery(request, next)
  const isThere = offline || shown.savedAt !== null || queries.getQueryData(queryKey) !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have been shown meanwhile
  useEffect(() => {
    if (isThere || !place.current) return
    let isWanted = false
    const ask = () => {
      if (!isWanted || document.visibilityState !== 'visible' || !navigator.onLine || isMetered()) return
      stop()
      askAhead(path, (signal) => fetchAhead(path, layout, signal))
    }
    const want = () => {
      isWanted = true
      ask()
    }
    const near = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && want(), {
      rootMargin: NEAR,
    })
    near.observe(place.current)
    let rest = setTimeout(want, REST_MS)
    const restAgain = () => {
      clearTimeout(rest)
      rest = setTimeout(want, REST_MS)
    }
    const options = { capture: true, passive: true }
    for (const type of RESTLESS) window.addEventListener(type, restAgain, options)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    const stopConnection = onConnectionChange(ask)
    const stop = () => {
      near.disconnect()
      clearTimeout(rest)
      for (const type of RESTLESS) window.removeEventListener(type, restAgain, options)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
      stopConnection()
    }
    return stop
  }, [path, layout, isThere, shown])

  return <span ref={place} className="pager-place" />
}

/** Fetches past the worker, which saves only viewed pages; the worker gets the page once it is displayed. */
async function fetchAhead(
  path: string,
  layout: ListRequest['layout'],
  signal: AbortSignal,
): Promise<AheadAnswer | undefined> {
  // A user who signs in meanwhile in another tab must not get this page; the worker knows a token that was renewed
  // meanwhile.
  const token = storedToken()
  try {
    const response = await send(path, { signal, cache: 'no-store' })
    if (!response.ok) return undefined
    const [body, page] = await Promise.all([
      response.clone().arrayBuffer(),
      readPage(layout, response, signal),
    ])
    const at = Date.now()
    const onShown = () => {
      const init = { headers: { authorization: `Bearer ${token}` }, referrer: window.location.href }
      tellWorker('shown', { path, init, body, at })
    }
    return { page: { ...page, savedAt: null, gateway: null }, onShown }
  } catch {
    // The page is requested again when it is opened.
    return undefined
  }
}
