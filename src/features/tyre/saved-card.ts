import { TYRE_PATHS } from '../../../contract/paths.ts'
import { parseTyreAnswer, type TyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { fetchSaved } from '../../data/fetch-saved.ts'
import type { Received } from '../../data/report-queries.ts'
import { storedToken } from '../../data/stored-session.ts'
import { requestFromWorker } from '../../pwa/worker-channel.ts'

/**
 * Returns the latest saved answer about a tyre, for any day; null if there is none.
 * @param key as returned by tyreKey
 */
export async function savedCard(key: string): Promise<Received<TyreAnswer> | null> {
  const token = storedToken()
  const entry = newestOf((await requestFromWorker('saved', {}))?.entries ?? [], key)
  if (token === null || !entry) return null
  const answer = parseTyreAnswer(await fetchSaved(keyAddress(entry.request), token))
  if (answer.key !== key) return null
  return { ...answer, savedAt: new Date(entry.savedAt).toISOString(), gateway: null }
}

/**
 * Returns the latest saved entry with a tyre's market. Its history and its comparisons with a chosen day are ignored.
 */
export function newestOf(entries: readonly SavedEntry[], key: string): SavedEntry | undefined {
  const path = `${TYRE_PATHS.tyres}/${encodeURIComponent(key)}`
  return entries
    .filter(({ request }) => {
      const { pathname, searchParams } = new URL(keyAddress(request), 'http://device')
      return pathname === path && !searchParams.has('compare')
    })
    .toSorted((a, b) => b.savedAt - a.savedAt)[0]
}
