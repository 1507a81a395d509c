import { runOf } from '../../contract/worker/request-key.ts'
import { decidedCount } from '../api/stored-session.ts'
import { loadInBackground } from '../pwa/reload-once.ts'
import { askWorker } from '../pwa/worker-channel.ts'

/** What a logout would delete from this device, permanently or until there is a network. */
export interface Loss {
  /** saved tables of reports, and their size in bytes */
  tables: number
  bytes: number
  /** views that no server keeps */
  views: number
  /** actions waiting to be sent */
  queued: number
  /** decided prices, which nobody else has */
  decisions: number
  /** signing in again is impossible at present */
  offline: boolean
}

/** @returns null if nothing would be lost: with a network, filter lists and notifications are simply loaded again */
export async function lossOfLogout(offline: boolean): Promise<Loss | null> {
  const [state, code] = await Promise.all([
    askWorker('saved', {}),
    loadInBackground(() => import('../api/device-views.ts')),
  ])
  const { entries, queued } = state ?? { entries: [], queued: 0 }
  const decisions = decidedCount()
  const views = code?.deviceViews().length ?? 0
  const pages = entries.filter(({ kind }) => kind === 'page')
  const kept = offline ? entries : pages
  if (kept.length === 0 && queued === 0 && views === 0 && decisions === 0) return null
  return {
    tables: new Set(pages.map(({ request }) => runOf(request))).size,
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    views,
    queued,
    decisions,
    offline,
  }
}
