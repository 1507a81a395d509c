import { createListeners } from '../../lib/listeners.ts'

const listeners = createListeners()

let asked = false

/** Shows the dialog that lists the keys, as soon as its code is there. */
export function showKeys(): void {
  asked = true
  listeners.tell()
}

/** Whether it was asked for; once for each time. */
export function takeAsked(): boolean {
  const was = asked
  asked = false
  return was
}

export const onShowKeys = listeners.add
