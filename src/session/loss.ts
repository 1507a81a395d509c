import { runOf } from '../../contract/worker/request-key.ts'
import { askWorker } from '../pwa/worker-channel.ts'

/** What a logout would take from this device for good, or until there is a network. */
export interface Loss {
  /** saved tables of reports, and their bytes */
  tables: number
  bytes: number
  /** actions that wait to be sent */
  queued: number
  /** nobody can sign in again at present */
  offline: boolean
}

/** A worker that has not answered by then must not keep anybody in. */
const ANSWER_TIMEOUT_MS = 1_000

/** @returns null where nothing would be lost: with a network, lists of filters and notifications come again by themselves */
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
