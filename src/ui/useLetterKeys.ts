import { useLayoutEffect, useRef } from 'react'
import { isSequenceTyped, isSingleKey, keyName } from './single-keys.ts'

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
