import { SAVED_PAGES_BYTES, type SavedEntry } from '../../../contract/worker/saved.ts'

/** Bytes that there are for one run: pinned pages of others stay whatever comes, all others give way. */
export function roomFor(others: readonly SavedEntry[]): number {
  const staying = others.filter(({ kind, pinned }) => kind === 'page' && pinned)
  return Math.max(0, SAVED_PAGES_BYTES - staying.reduce((sum, { size }) => sum + size, 0))
}
