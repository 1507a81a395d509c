import { afterEach, beforeEach, vi } from 'vitest'

/** Sets the clock of a file's tests to the year of the days that they display: days of other years are shown with it. */
export function stayInYear(year: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(year, 10, 28, 12) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
