/** What runs in the page. Nothing here may use anything outside of its own function. */

declare global {
  interface Window {
    /** milliseconds from `since` to the frame after the one that has an item; set anew by watchFirstItem */
    firstItem: Promise<number>
  }
}

/**
 * Waits for the first item of the list, in the page's own time.
 * @param path the call whose last byte starts the clock; null: now does
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
    return painted - (answers.find(({ name }) => name.endsWith(path))?.responseEnd ?? Number.NaN)
  })()
}

/**
 * Scrolls down and up: as by a wheel, and in leaps as with the bar.
 * @returns how many tasks took more than 50 ms of the time that passed
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
