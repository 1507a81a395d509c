const QUIET_MS = 1_000
const LATEST_MS = 10_000

/** Resolves when no answer has reached this page for a second, at the latest after ten. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect()
      clearTimeout(quiet)
      clearTimeout(latest)
      resolve()
    }
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(end, QUIET_MS)
    })
    let quiet = setTimeout(end, QUIET_MS)
    const latest = setTimeout(end, LATEST_MS)
    observer.observe({ type: 'resource' })
  })
}
