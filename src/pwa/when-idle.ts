/** On a device that is never idle. */
const AT_MOST_MS = 3_000

/**
 * Resolves in a moment in which the page has nothing to do for the person, for code that nobody waits for: to load it takes the
 * page's thread some time.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) setTimeout(resolve)
    else window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
  })
