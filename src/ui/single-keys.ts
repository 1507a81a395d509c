import { preferences } from '../lib/preferences.ts'
import { createStore } from '../lib/store.ts'

/** Whether a key sequence has begun, whose next key is not a shortcut of the page. */
export const isSequenceTyped = createStore(false)

/** Returns the Latin letter or digit of a physical key in any keyboard layout: 'g', '3'; null for others. */
export function keyName(code: string): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null
}

/**
 * Returns whether a key press may be a shortcut of a single letter or sign: outside fields and without Ctrl, Alt or
 * Cmd. Users can disable these shortcuts, because speech input or a slip can trigger them (WCAG 2.1.4).
 */
export function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return preferences.singleKeys.get() && !ctrlKey && !metaKey && !altKey && !isField(target)
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
