import { preferences } from '../lib/preferences.ts'

/**
 * Recognizes shortcuts of one letter or sign: not typed into a field, and without Ctrl, Alt or Cmd. A person who speaks to the
 * device, or whose hands slip, can switch them off (WCAG 2.1.4).
 */
export function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return preferences.singleKeys.get() && !ctrlKey && !metaKey && !altKey && !isField(target)
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
