import { keepIfRoom } from '../lib/keep-if-room.ts'

/**
 * Keys of one letter or sign. A person who dictates, or whose hands slip, can switch them off (WCAG 2.1.4); the
 * choice is stored on the device.
 */
const KEY = 'single_keys'
const OFF = 'off'

export const wantsSingleKeys = (): boolean => localStorage.getItem(KEY) !== OFF

export function keepSingleKeys(wanted: boolean): void {
  if (wanted) localStorage.removeItem(KEY)
  else keepIfRoom(KEY, OFF)
}

/** Returns whether a key press is meant as a shortcut: not typed into a field, and without Ctrl, Alt or Cmd. */
export function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return wantsSingleKeys() && !ctrlKey && !metaKey && !altKey && !isField(target)
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
