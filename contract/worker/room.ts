import { SAVED_PAGES_BYTES, type SavedEntry } from './saved.ts'

/** Returns the bytes for one result set: those that no pinned page of another result set occupies. */
export function roomFor(others: readonly SavedEntry[]): number {
  const staying = others.filter(({ kind, pinned }) => kind === 'page' && pinned)
  return Math.max(0, SAVED_PAGES_BYTES - staying.reduce((sum, { size }) => sum + size, 0))
}
