/** Functions that run in the page, so none may refer to anything outside itself. */

declare global {
  interface Window {
    /** milliseconds from `since` to the frame after the one with an item; set by watchFirstItem */
    firstItem: Promise<number>
  }
}

/**
 * Measures the time to the first item of the list, by the page's clock.
 * @param path request whose last byte starts the clock (of a first visit the second: once the worker is there, it is asked again); null starts it now
 */
export function watchFirstItem(path: string | null): void {
  const asked = performance.now()
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  window.firstItem = (async () => {
    while (!document.querySelector('.notification-list li')) await frame()
    await frame()
    const painted = performance.now()
    if (path === null) return painted - asked
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return painted - (answers.findLast(({ name }) => name.endsWith(path))?.responseEnd ?? Number.NaN)
  })()
}

/**
 * Scrolls down and up, in small steps as by a wheel and large ones as by the scroll bar.
 * @returns number of tasks over 50 ms of elapsed time
 */
export async function scrollList([start, end]: [string, string]): Promise<number> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const list = document.querySelector('.notification-scroller')
  if (!list) throw new Error('no list')
  let long = 0
  const observer = new PerformanceObserver((tasks) => {
    long += tasks.getEntries().length
  })
  observer.observe({ type: 'longtask' })
  performance.mark(start)
  for (const { step, frames } of [
    { step: 60, frames: 150 },
    { step: -60, frames: 75 },
    { step: 8_000, frames: 80 },
    { step: -8_000, frames: 60 },
  ]) {
    for (let done = 0; done < frames; done++) {
      list.scrollTop += step
      await frame()
    }
  }
  performance.mark(end)
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return long
}
