import { keepIfRoom } from '../../../lib/keep-if-room.ts'

const KEY = 'sparklines'
const ON = 'on'

/** Whether this device shows the lines; off until a person switches them on. */
export const wantsSparklines = (): boolean => localStorage.getItem(KEY) === ON

export function keepSparklines(wanted: boolean): void {
  if (wanted) keepIfRoom(KEY, ON)
  else localStorage.removeItem(KEY)
}
