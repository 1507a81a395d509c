import { useLayoutEffect, useRef } from 'react'
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

/** Keys that may be held down; other held keys would repeat their action, such as the decision of a pair. */
const REPEATABLE = new Set(['j', 'k'])

/**
 * Calls the action of a pressed key, by its place on the keyboard, under the conditions of specification 20.1.
 * @param actions by the Latin letter of the key
 */
export function useLetterKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.shiftKey || !isSingleKey(event)) return
      if (isSequenceTyped.get() || document.querySelector('dialog[open]')) return
      const name = keyName(event.code)
      const action = name === null ? undefined : latest.current[name]
      if (!action || (event.repeat && !REPEATABLE.has(name ?? ''))) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
