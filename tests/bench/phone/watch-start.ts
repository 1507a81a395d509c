/** watchStart runs in the page before its own scripts, so it must not refer to anything outside itself. */

export interface Start {
  /** ms from the start of the navigation to the first paint of contents */
  firstPaint: number
  /** ms to the largest paint */
  largestPaint: number
  /** tag and class of the largest painted element, if it is still there */
  largest: string
  /** ms to the frame with the first cell of the table or item of the list */
  rows: number
  /** ms by which tasks exceed 50 ms, from the first paint to the first 5 s without such a task */
  blocking: number
  /** bytes of JavaScript as transferred */
  scriptBytes: number
}

declare global {
  interface Window {
    start: Promise<Start>
  }
}

/** Sets window.start, which is resolved once the page has been quiet for 5 s, as Lighthouse defines it. */
export function watchStart(): void {
  const LONG_MS = 50
  const QUIET_MS = 5_000
  const AT_MOST_MS = 90_000
  const tasks: PerformanceEntry[] = []
  const paints: PerformanceEntry[] = []
  let largest: (PerformanceEntry & { element?: Element | null }) | undefined
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('longtask', (task) => tasks.push(task))
  observe('paint', (paint) => paints.push(paint))
  observe('largest-contentful-paint', (paint) => {
    largest = paint
  })
  const rows = new Promise<number>((resolve, reject) => {
    setTimeout(reject, AT_MOST_MS, new Error('the page showed no table'))
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#root [role=gridcell], .tyre-item')?.checkVisibility()) return
      observer.disconnect()
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const result = (shown: number): Start => {
    const first = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
    const counted = tasks.filter(({ startTime, duration }) => startTime + duration > first)
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      firstPaint: first,
      largestPaint: largest?.startTime ?? Number.NaN,
      largest: largest?.element
        ? `${largest.element.tagName.toLowerCase()}.${largest.element.className}`
        : 'placeholder, since removed',
      rows: shown,
      blocking: counted.reduce((sum, { startTime, duration }) => {
        // A task during which the contents were painted counts from then on.
        const after = startTime + duration - Math.max(first, startTime)
        return sum + Math.max(0, after - LONG_MS)
      }, 0),
      scriptBytes: scripts.reduce(
        (sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize,
        0,
      ),
    }
  }
  window.start = rows.then(
    (shown) =>
      new Promise((resolve, reject) => {
        setTimeout(reject, AT_MOST_MS, new Error('the page was never quiet'))
        const timer = setInterval(() => {
          const last = Math.max(shown, ...tasks.map(({ startTime, duration }) => startTime + duration))
          if (performance.now() - last < QUIET_MS) return
          clearInterval(timer)
          resolve(result(shown))
        }, 250)
      }),
  )
}
