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

let inBackground = 0
const takenInBackground = new WeakSet<Error>()

/**
 * Loads code that no user action waits for. If it is missing after a deployment, the page continues without it; only
 * code for a user action reloads the page.
 * @returns undefined if it cannot be loaded
 */
export async function loadInBackground<Code>(load: () => Promise<Code>): Promise<Code | undefined> {
  inBackground += 1
  try {
    return await load()
  } catch (error) {
    if (error instanceof Error) takenInBackground.add(error)
    return undefined
  } finally {
    inBackground -= 1
  }
}

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
    if (inBackground === 0) {
      event.preventDefault()
      reloadUnlessLeft(address)
      return
    }
    // The failed background load, if there is one, records the error before the next task.
    setTimeout(() => {
      if (!takenInBackground.has(event.payload)) reloadUnlessLeft(address)
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
