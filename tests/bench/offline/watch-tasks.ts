/** Marks of start and end, also recorded in the browser's trace. */
export const LARGE_START = 'large page asked for'
export const LARGE_END = 'large page shown'

export interface TaskWatch {
  /** milliseconds from the list call to the table's first cell */
  shown: number
  /** time in ms of each task of over 50 ms between the list call and the first cell */
  long: number[]
}

declare global {
  interface Window {
    tasks: Promise<TaskWatch>
  }
}

/**
 * Runs in the page before its own scripts. Watches the page's thread from the list call until shortly after the table's
 * first cell, to include deferred work.
 */
export function watchTasks([start, end]: [string, string]): void {
  const AFTERWARDS_MS = 500
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const found: PerformanceEntry[] = []
  const observer = new PerformanceObserver((tasks) => found.push(...tasks.getEntries()))
  observer.observe({ type: 'longtask' })
  let asked = Number.NaN
  const original = window.fetch
  window.fetch = (input, init) => {
    if (Number.isNaN(asked) && String(input).startsWith('/api/analytics/')) {
      asked = performance.mark(start).startTime
    }
    return original(input, init)
  }
  window.tasks = (async () => {
    // Waits, because the script that sets firstCell may run before or after this one.
    await Promise.resolve()
    const cell = await window.firstCell
    await pause(AFTERWARDS_MS)
    const { startTime: until } = performance.mark(end)
    const between = found.filter(
      ({ startTime, duration }) => startTime + duration > asked && startTime < until,
    )
    return { shown: cell - asked, long: between.map(({ duration }) => duration) }
  })()
}
