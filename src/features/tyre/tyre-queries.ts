import { queryOptions } from '@tanstack/react-query'
import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { TYRE_PATHS } from '../../../contract/paths.ts'
import { type HistoryKind, parseTyreHistory } from '../../../contract/tyre/history-answer.ts'
import { parseTyreAnswer, type TyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { isGatewayError, OfflineMissError } from '../../data/errors.ts'
import { fetchSaved } from '../../data/fetch-saved.ts'
import { recognized } from '../../data/recognized.ts'
import { type Received, receive } from '../../data/report-queries.ts'
import { questionKey } from '../../data/saved-answer.ts'
import { storedToken } from '../../data/stored-session.ts'
import { requestFromWorker } from '../../pwa/worker-channel.ts'

/** Time in ms for which a card stays fresh. Prices change with imports, a few times a day. */
const FRESH_MS = 5 * 60_000

const pathOf = (key: string): string => `${TYRE_PATHS.tyres}/${encodeURIComponent(key)}`

/**
 * Query for a tyre's market on a day. Enable it only if the server offers 'tyres' (specification 14.2).
 * @param day YYYY-MM-DD; null for the last day with prices
 * @param compare comparison day, YYYY-MM-DD; null for each site's previous imported day
 * @param findSaved returns the latest saved answer, used if the server does not answer
 */
export function tyreQuery(
  key: string,
  day: string | null,
  compare: string | null,
  findSaved: (key: string) => Promise<Received<TyreAnswer> | null>,
) {
  const query = new URLSearchParams({ ...(day && { date: day }), ...(compare && { compare }) }).toString()
  const path = query === '' ? pathOf(key) : `${pathOf(key)}?${query}`
  return queryOptions({
    queryKey: ['tyre', key, day, compare],
    queryFn: async ({ signal }) => {
      const read = async (response: Response) => {
        const body = await response.text()
        const answer = recognized(() => parseTyreAnswer(body))
        if (answer.key !== key) throw new ReadError('Сервер ответил о другой шине')
        return answer
      }
      try {
        return await receive(read, path, { signal })
      } catch (error) {
        const isSilent = error instanceof OfflineMissError || isGatewayError(error)
        // With a chosen comparison day, a saved card without this comparison is no substitute.
        const saved = isSilent && compare === null ? await findSaved(key).catch(() => null) : null
        if (!saved) throw error
        return { ...saved, gateway: isGatewayError(error) ? error.status : null }
      }
    },
    meta: { request: questionKey('GET', path) },
    staleTime: FRESH_MS,
  })
}

/** Query for a tyre's history; enable it only if offered (specification 14.3). @param city '' for all cities */
export function historyQuery(key: string, kind: HistoryKind, city: string) {
  const path = `${pathOf(key)}/history?${new URLSearchParams({ kind, ...(city === '' ? {} : { city }) })}`
  return queryOptions({
    queryKey: ['tyre', key, 'history', kind, city],
    queryFn: ({ signal }) => {
      const read = async (response: Response) => {
        const answer = parseTyreHistory(await response.text())
        // Another history would be displayed under the name of the requested one.
        if (answer.kind !== kind || answer.city !== city) throw new ReadError('Another history')
        return answer
      }
      return receive(read, path, { signal })
    },
    meta: { request: questionKey('GET', path) },
    staleTime: FRESH_MS,
  })
}

/** Returns the latest saved answer about a tyre (tyreKey), for any day; null if there is none. */
export async function savedCard(key: string): Promise<Received<TyreAnswer> | null> {
  const token = storedToken()
  const entry = newestOf((await requestFromWorker('saved', {}))?.entries ?? [], key)
  if (token === null || !entry) return null
  const answer = parseTyreAnswer(await fetchSaved(keyAddress(entry.request), token))
  if (answer.key !== key) return null
  return { ...answer, savedAt: new Date(entry.savedAt).toISOString(), gateway: null }
}

/** Returns the latest saved entry with a tyre's market, not its history or a comparison. */
export function newestOf(entries: readonly SavedEntry[], key: string): SavedEntry | undefined {
  const path = `${TYRE_PATHS.tyres}/${encodeURIComponent(key)}`
  return entries
    .filter(({ request }) => {
      const { pathname, searchParams } = new URL(keyAddress(request), 'http://device')
      return pathname === path && !searchParams.has('compare')
    })
    .toSorted((a, b) => b.savedAt - a.savedAt)[0]
}
