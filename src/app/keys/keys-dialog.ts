import { createListeners } from '../../lib/listeners.ts'

const listeners = createListeners()

let asked = false

/** Opens the dialog that lists the keys, as soon as its code is loaded. */
export function showKeys(): void {
  asked = true
  listeners.tell()
}

/** Returns whether the dialog was requested, once per request. */
export function takeAsked(): boolean {
  const was = asked
  asked = false
  return was
}

export const onShowKeys = listeners.add
