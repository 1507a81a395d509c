/** Maximum time in ms to wait: a busy device may never become idle. */
const AT_MOST_MS = 3_000

/** Resolves when the page is idle, to load code then that no user action waits for. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) setTimeout(resolve)
    else window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
  })

/** Maximum time in ms for which code waits for what a person waits for. */
const MAX_WAIT_MS = 10_000

let awaited: Promise<unknown> = Promise.resolve()

/** Lets code that nobody waits for, such as that loaded after whenFree(), wait for this: they would share a slow connection. */
export function goesFirst(work: Promise<unknown>): void {
  const latest = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  // A failure is reported by whoever waits for the work.
  awaited = Promise.race([work, latest]).catch(() => undefined)
}

/** Resolves when the page is idle and nothing that goes first is under way. */
export const whenFree = (): Promise<void> => awaited.then(whenIdle)
