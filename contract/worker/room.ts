import { SAVED_PAGES_BYTES, type SavedEntry } from './saved.ts'

/** Bytes available to one result set: pinned pages of others stay, all others may be evicted. */
export function roomFor(others: readonly SavedEntry[]): number {
  const staying = others.filter(({ kind, pinned }) => kind === 'page' && pinned)
  return Math.max(0, SAVED_PAGES_BYTES - staying.reduce((sum, { size }) => sum + size, 0))
}
