import { type Connection, isMetered as metered } from '../../contract/connection.ts'

/** Missing from Firefox and Safari, and therefore from TypeScript's library. */
const connection = () => (navigator as Navigator & { connection?: Connection & EventTarget }).connection

export const isMetered = (): boolean => metered(connection())

/** @returns a function that stops listening */
export function onConnectionChange(listener: () => void): () => void {
  const watched = connection()
  watched?.addEventListener('change', listener)
  return () => watched?.removeEventListener('change', listener)
}
