import { runOf } from '../../contract/worker/request-key.ts'
import { askWorker } from '../pwa/worker-channel.ts'

/** What a logout would delete from this device, permanently or until there is a network. */
export interface Loss {
  /** saved tables of reports, and their size in bytes */
  tables: number
  bytes: number
  /** actions waiting to be sent */
  queued: number
  /** signing in again is impossible at present */
  offline: boolean
}

/** A worker that does not answer in time must not prevent a logout. */
const ANSWER_TIMEOUT_MS = 1_000

/** @returns null if nothing would be lost: with a network, filter lists and notifications are simply loaded again */
export async function lossOfLogout(offline: boolean): Promise<Loss | null> {
  const state = await askWorker('saved', {}, ANSWER_TIMEOUT_MS)
  if (!state) return null
  const { entries, queued } = state
  const pages = entries.filter(({ kind }) => kind === 'page')
  const kept = offline ? entries : pages
  if (kept.length === 0 && queued === 0) return null
  return {
    tables: new Set(pages.map(({ request }) => runOf(request))).size,
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    queued,
    offline,
  }
}
