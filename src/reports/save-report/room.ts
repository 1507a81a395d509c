import { SAVED_PAGES_LIMIT, type SavedEntry } from '../../../contract/worker/saved.ts'
import type { Room } from './save-run.ts'

/** A report takes at most half of the pages that are kept: others stay too. */
export const REPORT_PAGES_LIMIT = 100

/** What fits of one run: pinned pages of others stay whatever comes, all others give way. */
export function roomFor(others: readonly SavedEntry[]): Room {
  const staying = others.filter(({ kind, pinned }) => kind === 'page' && pinned)
  const bytes = staying.reduce((sum, { size }) => sum + size, 0)
  return {
    count: Math.max(0, Math.min(REPORT_PAGES_LIMIT, SAVED_PAGES_LIMIT.count - staying.length)),
    bytes: Math.max(0, SAVED_PAGES_LIMIT.bytes - bytes),
  }
}
