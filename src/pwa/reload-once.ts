import { isLoadingInBackground, wasIgnored } from '../lib/load-in-background.ts'

/**
 * Reloads the page once after another version has taken control, but not while input would be lost: typed, unsent text
 * postpones it until the user agrees or goes to another page.
 */
const KEY = 'reloaded'
/** Time in ms within which missing code is assumed to be still missing after another reload. */
const AGAIN_MS = 60_000

/** @returns a function that stops watching */
export function reloadOnTakeover(mayReload: () => boolean, postponed: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  // The first claim takes control of a page of the same version, so no reload is needed.
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

/** Time in ms after which a page that is still open has not been left. */
const LEAVING_MS = 10_000

/**
 * A lazily loaded chunk is missing after a deployment: reload once.
 * https://vite.dev/guide/build.html#load-error-handling
 */
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
    // The failed background load, if there is one, records the error before the next task.
    setTimeout(() => {
      if (!wasIgnored(event.payload)) reloadUnlessLeft(address)
    })
  })

  function reloadUnlessLeft(address: string): void {
    const reload = () => {
      sessionStorage.setItem(KEY, JSON.stringify([address, Date.now()]))
      window.location.reload()
    }
    // WebKit aborts loads when the user navigates away; reloading then would bring them back.
    const leaving = leftAt + LEAVING_MS - performance.now()
    if (leaving > 0) setTimeout(reload, leaving)
    else reload()
  }
}

/** Returns whether the page was just reloaded for this address. */
function wasReloaded(address: string): boolean {
  const [former, at] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string?, number?]
  return former === address && Date.now() - Number(at) < AGAIN_MS
}
