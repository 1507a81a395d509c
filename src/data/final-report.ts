/** Callbacks that send pending data in this session's name; each starts its calls before it returns. */
const waiting = new Set<() => void>()

/**
 * Registers a callback that runs before the session ends here.
 * @returns a function that unregisters it
 */
export function sayBeforeSignOut(say: () => void): () => void {
  waiting.add(say)
  return () => waiting.delete(say)
}

export function sendFinalReport(): void {
  for (const say of [...waiting]) say()
}
