/**
 * Loads the page anew when another version has taken it over, once, and not before nothing can be lost: text that was
 * typed and not sent yet waits for the person, or for the next page.
 */
const KEY = 'reloaded_for'

/** @returns a function that stops watching */
export function reloadOnTakeover(mayReload: () => boolean, postponed: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  // The first claim takes over a page of the same version.
  let firstClaim = navigator.serviceWorker.controller === null
  const listener = () => {
    if (firstClaim) {
      firstClaim = false
      return
    }
    if (mayReload()) window.location.reload()
    else postponed()
  }
  navigator.serviceWorker.addEventListener('controllerchange', listener)
  return () => navigator.serviceWorker.removeEventListener('controllerchange', listener)
}

/** A page that is left for another one is still there after this time only if that came to nothing. */
const LEAVING_MS = 10_000

/**
 * A lazily loaded part is no longer on the server: a deploy came in between, and the page loads anew, once.
 * https://vite.dev/guide/build.html#load-error-handling
 */
export function reloadOnMissingChunk(): void {
  let leftAt = Number.NEGATIVE_INFINITY
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  window.addEventListener('vite:preloadError', (event) => {
    const address = window.location.href
    if (sessionStorage.getItem(KEY) === address) return
    event.preventDefault()
    const reload = () => {
      sessionStorage.setItem(KEY, address)
      window.location.reload()
    }
    // WebKit cuts off what is loading as soon as the person goes elsewhere. To reload then would bring them back.
    const leaving = leftAt + LEAVING_MS - performance.now()
    if (leaving > 0) setTimeout(reload, leaving)
    else reload()
  })
}
