import { keepIfRoom } from '../../../../lib/keep-if-room.ts'

const KEY = 'market-colours'
const OFF = 'off'

/** Whether this device tints prices by their distance from the median; on until a person switches it off. */
export const wantsColours = (): boolean => localStorage.getItem(KEY) !== OFF

export function keepColours(wanted: boolean): void {
  if (wanted) localStorage.removeItem(KEY)
  else keepIfRoom(KEY, OFF)
}
