import { keepIfRoom } from '../lib/keep-if-room.ts'
import { createListeners } from '../lib/listeners.ts'

/** A value that this device keeps as text, for useSyncExternalStore. */
export interface KeptValue<Value> {
  /** the same object until it changes */
  get(): Value
  /** @throws Error with words for the user if the browser has no room, in which case the former one stays */
  set(text: string | null): void
  /** Calls back when it changes here or in another tab. @returns a function that stops listening */
  onChange(listener: () => void): () => void
}

/** @param key in localStorage @param read of what is kept there, or of null; must not throw */
export function keptValue<Value>(key: string, read: (text: string | null) => Value): KeptValue<Value> {
  const listeners = createListeners()
  let known: { text: string | null; value: Value } | undefined
  return {
    get() {
      const text = localStorage.getItem(key)
      if (!known || known.text !== text) known = { text, value: read(text) }
      return known.value
    },
    set(text) {
      if (text === null) localStorage.removeItem(key)
      else if (!keepIfRoom(key, text))
        throw new Error('На устройстве не осталось места, изменение не сохранено')
      listeners.tell()
    },
    onChange(listener) {
      const stop = listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        stop()
        window.removeEventListener('storage', listener)
      }
    },
  }
}
