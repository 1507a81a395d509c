/** The functions run in the page: none of them may refer to anything outside itself. */

/** Consecutive parts of the time in ms from a click on 'Применить' until the table is painted. */
export const PARTS = ['asking', 'server', 'reading', 'drawing'] as const

export type Parts = Record<(typeof PARTS)[number], number>

/**
 * Fills in the day. Uses the native setter, because React's own property of the element would take the value for one
 * that React has set.
 */
export function fillDay(day: string): void {
  const field = document.querySelector('input[type=date]')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, day)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Clicks 'Применить' on a page that displays no table yet, and measures the parts of the time until it is painted. */
export async function applyAndTime(): Promise<Parts> {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Применить',
  )
  const clicked = performance.now()
  button?.click()
  const painted = await window.firstCell
  const read = performance.getEntriesByName('page-read').at(-1)?.startTime ?? Number.NaN
  const call = await new Promise<PerformanceResourceTiming>((resolve) => {
    new PerformanceObserver((list) => {
      const found = list.getEntries().find(({ name }) => name.includes('/api/analytics/'))
      if (found) resolve(found as PerformanceResourceTiming)
    }).observe({ type: 'resource', buffered: true })
  })
  return {
    asking: call.startTime - clicked,
    server: call.responseStart - call.startTime,
    reading: read - call.responseStart,
    drawing: painted - read,
  }
}

/**
 * Clicks 'Вперёд'.
 * @returns ms until the frame after the one that has drawn the next page
 */
export async function nextAndTime(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame)
  const rows = () => document.querySelector('.report-grid [role=gridcell]')?.textContent
  const before = rows()
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith('Вперёд'),
  )
  const clicked = performance.now()
  button?.click()
  while (rows() === before || rows() === undefined) await frame()
  await frame()
  return performance.now() - clicked
}
