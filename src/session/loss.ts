import { resultSetKey } from '../../contract/worker/request-key.ts'
import { preferences } from '../lib/preferences.ts'
import { requestFromWorker } from '../pwa/worker-channel.ts'

/** Data that a person saved, decided or queued on this device and that a logout would delete. */
export interface Loss {
  /** tables of reports that the person saved or pinned, and their size in bytes */
  tables: number
  bytes: number
  /** views that are stored on this device alone */
  views: number
  /** actions waiting to be sent */
  queued: number
  /** decided prices, which exist nowhere else */
  decisions: number
  /** whether signing in again is impossible at present */
  offline: boolean
}

/**
 * Returns what a logout would delete.
 * @returns null if only answers would be deleted that the app cached by itself
 */
export async function lossOfLogout(offline: boolean): Promise<Loss | null> {
  const state = await requestFromWorker('saved', {})
  const { entries, queued } = state ?? { entries: [], queued: 0 }
  const decisions = preferences.decisionCount.get()
  const stored = preferences.views.get()
  const views = Array.isArray(stored) ? stored.length : 0
  const kept = entries.filter((entry) => entry.kept || entry.pinned)
  if (kept.length === 0 && queued === 0 && views === 0 && decisions === 0) return null
  return {
    tables: new Set(kept.map(({ request }) => resultSetKey(request))).size,
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    views,
    queued,
    decisions,
    offline,
  }
}
