/** Maximum time in ms to wait: a busy device may never become idle. */
const AT_MOST_MS = 3_000

/**
 * Resolves when the page is idle. Used before loading code that no user action waits for, because loading occupies the
 * main thread.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) setTimeout(resolve)
    else window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
  })
