/** Callbacks that send queued data before the session ends. Each one starts its requests before it returns. */
const waiting = new Set<() => void>()

/**
 * Registers a callback that runs before the session ends on this device.
 * @returns a function that unregisters the callback
 */
export function sayBeforeSignOut(say: () => void): () => void {
  waiting.add(say)
  return () => waiting.delete(say)
}

export function sendFinalReport(): void {
  for (const say of [...waiting]) say()
}
