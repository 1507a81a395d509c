import { clock } from '../../contract/lib/clock.ts'
import { createStore, type ReadableStore } from '../lib/store.ts'

/** Smallest difference of the clocks, in ms, that counts: below it a time zone or a slow answer may explain it. */
const DAY_MS = 24 * 60 * 60 * 1000

const ahead = createStore(0)

/** Time in ms by which the server's clock is ahead of this device's; 0 while they are less than a day apart. */
export const clockAhead: ReadableStore<number> = ahead

/** Compares the clocks by the header of an answer. Copies that are saved on the device do not have it. */
export function noteServerTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  if (Number.isNaN(difference)) return
  clock.ahead = Math.abs(difference) < DAY_MS ? 0 : difference
  // Whole days, so that the delay of an answer changes nothing.
  ahead.set(Math.round(clock.ahead / DAY_MS) * DAY_MS)
}
