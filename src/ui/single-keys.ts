import { preferences } from '../lib/preferences.ts'

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
