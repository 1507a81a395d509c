import { SAVED_PAGES_BYTES, type SavedEntry } from './saved.ts'

/**
 * Returns the bytes available to one result set. Pinned pages of other result sets occupy space; all other pages can be
 * evicted.
 */
export function roomFor(others: readonly SavedEntry[]): number {
  const staying = others.filter(({ kind, pinned }) => kind === 'page' && pinned)
  return Math.max(0, SAVED_PAGES_BYTES - staying.reduce((sum, { size }) => sum + size, 0))
}
