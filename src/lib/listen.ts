/** Adds a listener to events of a target. @returns a function that removes it */
export function listen(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | null | undefined,
  types: string | readonly string[],
  listener: (event: never) => void,
  options?: AddEventListenerOptions,
): () => void {
  const all = [types].flat()
  for (const type of all) target?.addEventListener(type, listener as EventListener, options)
  return () => {
    for (const type of all) target?.removeEventListener(type, listener as EventListener, options)
  }
}
