const QUIET_MS = 1_000
const LATEST_MS = 10_000

/** Resolves once this page has received no response for a second, but after ten seconds at the latest. */
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
