/** What is yet to be said to the server in this session's name; each sends it before it returns. */
const waiting = new Set<() => void>()

/** @param say is called before the session ends here @returns a function that takes it back */
export function sayBeforeSignOut(say: () => void): () => void {
  waiting.add(say)
  return () => waiting.delete(say)
}

export function sayLastWords(): void {
  for (const say of [...waiting]) say()
}
