import { isLoadingInBackground, wasIgnored } from '../lib/load-in-background.ts'
import { hasWorker, onWorkerTakeover } from './worker-channel.ts'

/** sessionStorage key for the last reload's URL and time, by which the page reloads once per problem. */
const KEY = 'reloaded'
/** Time in ms after a reload in which another one for missing code is pointless. */
const AGAIN_MS = 60_000

/**
 * Reloads the page once after another version has taken control.
 * @param mayReload returns false while a reload would lose input
 * @param postponed called instead of reloading in that case
 * @returns a function that stops watching
 */
export function reloadOnTakeover(mayReload: () => boolean, postponed: () => void): () => void {
  // The first worker takes control of a page of its own version, which need not be reloaded.
  let firstClaim = hasWorker() && navigator.serviceWorker.controller === null
  return onWorkerTakeover(() => {
    if (firstClaim) firstClaim = false
    else if (mayReload()) window.location.reload()
    else postponed()
  })
}

/** Time in ms after 'beforeunload' in which the page may still be left. */
const LEAVING_MS = 10_000

/** Reloads the page once if a chunk is missing. https://vite.dev/guide/build.html#load-error-handling */
export function reloadOnMissingChunk(): void {
  let leftAt = Number.NEGATIVE_INFINITY
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  window.addEventListener('vite:preloadError', (event) => {
    const address = window.location.href
    if (wasReloaded(address)) return
    if (!isLoadingInBackground()) {
      event.preventDefault()
      reloadUnlessLeft(address)
      return
    }
    // Waits for the next task: a load in the background, which is not worth a reload, records its error before that.
    setTimeout(() => {
      if (!wasIgnored(event.payload)) reloadUnlessLeft(address)
    })
  })

  function reloadUnlessLeft(address: string): void {
    const reload = () => {
      sessionStorage.setItem(KEY, JSON.stringify([address, Date.now()]))
      window.location.reload()
    }
    // WebKit aborts loads when the user navigates away, and a reload would return the user to this page.
    const leaving = leftAt + LEAVING_MS - performance.now()
    if (leaving > 0) setTimeout(reload, leaving)
    else reload()
  }
}

/** Returns whether the page was reloaded for this URL within AGAIN_MS. */
function wasReloaded(address: string): boolean {
  const [former, at] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string?, number?]
  return former === address && Date.now() - Number(at) < AGAIN_MS
}
