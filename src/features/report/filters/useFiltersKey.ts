import { useEffect, useEffectEvent } from 'react'
import { isSequenceTyped, isSingleKey, keyName } from '../../../ui/single-keys.ts'

const KEY = 'f'

/** Calls the handler when the person presses 'f', under the conditions of specification 20.1. */
export function useFiltersKey(handler: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.shiftKey || event.repeat || !isSingleKey(event)) return
    if (keyName(event.code) !== KEY || isSequenceTyped.get() || document.querySelector('dialog[open]')) return
    event.preventDefault()
    handler()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
