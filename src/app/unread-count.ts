import { createListeners } from '../lib/listeners.ts'

let count = 0
const listeners = createListeners()

/** Number of unread notifications of the signed-in user; 0 until it is known. For useSyncExternalStore. */
export const unreadCount = (): number => count

export const onUnreadCount = listeners.add

export function setUnreadCount(value: number): void {
  if (value === count) return
  count = value
  listeners.tell()
}
