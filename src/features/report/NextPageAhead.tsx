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

/** How near the pager comes to the view before the page after is asked for. */
const NEAR = '600px'
/** So long without scrolling, keys or taps, a person is reading. */
const REST_MS = 2_000
const RESTLESS = ['scroll', 'keydown', 'pointerdown'] as const

interface NextPageAheadProps {
  request: ListRequest
  /** the number of the page after */
  next: number
  /** the page on screen */
  shown: ShownPage
}

/** Has the page after the one on screen ready before anybody asks for it (specification 4.33). It marks the place of the pager. */
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

/** Past the worker, which saves only what has been viewed; once it is on screen, the worker is told. */
async function fetchAhead(
  path: string,
  layout: ListRequest['layout'],
  signal: AbortSignal,
): Promise<AheadAnswer | undefined> {
  // Whoever signs in meanwhile, in another tab, must not get it as theirs; a token that is renewed meanwhile is known to the worker.
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
    // The page is asked for again when somebody wants it.
    return undefined
  }
}
