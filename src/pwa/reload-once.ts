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

/**
 * A lazily loaded part is no longer on the server: a deploy came in between, and the page loads anew, once.
 * https://vite.dev/guide/build.html#load-error-handling
 */
export function reloadOnMissingPart(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const address = window.location.href
    if (sessionStorage.getItem(KEY) === address) return
    sessionStorage.setItem(KEY, address)
    event.preventDefault()
    window.location.reload()
  })
}
