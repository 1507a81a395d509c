/** Runs in the page, so nothing here may refer to anything outside its own function. */

/** The parts of the time from a click on 'Применить' to the painted table, in milliseconds, one after the other. */
export const PARTS = ['asking', 'server', 'transfer', 'reading', 'drawing'] as const

export type Parts = Record<(typeof PARTS)[number], number>

/** Fills the day in. Past React's own property of the element, by which it would take the value for one that it has set itself. */
export function fillDay(day: string): void {
  const field = document.querySelector('input[type=date]')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, day)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Clicks 'Применить' on a page that shows no table yet. */
export async function applyAndTime(): Promise<Parts> {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Применить',
  )
  const clicked = performance.now()
  button?.click()
  const painted = await window.firstCell
  const call = performance
    .getEntriesByType('resource')
    .findLast(({ name }) => name.includes('/api/analytics/')) as PerformanceResourceTiming
  const read = performance.getEntriesByName('page-read').at(-1)?.startTime ?? Number.NaN
  return {
    asking: call.startTime - clicked,
    server: call.responseStart - call.startTime,
    transfer: call.responseEnd - call.responseStart,
    reading: read - call.responseEnd,
    drawing: painted - read,
  }
}

/** @returns milliseconds from the click on 'Вперёд' until the frame after the one that has drawn the next page */
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
