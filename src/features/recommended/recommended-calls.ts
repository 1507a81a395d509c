import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { BELOW_PATHS, BelowAnswer, type BelowFileQuery } from '../../../contract/recommended/below.ts'
import {
  RECOMMENDED_PATHS,
  type RecommendedAcceptance,
  RecommendedLists,
  RecommendedPreview,
  type RecommendedUpload,
} from '../../../contract/recommended/recommended.ts'
import { send } from '../../data/client.ts'
import { answerOf, changeOnCompanion, getFromCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'

/** Requests about recommended prices (specification 26.5 and 26.8). They throw errors of postToCompanion. */

const KEY = ['recommended'] as const

/** Query filter that matches all queries about recommended prices. */
export const everyRecommended = { queryKey: KEY }

/** Filters of the report; '' for no filter. */
export const BELOW_FILTERS = ['date', 'site', 'brand', 'city', 'q', 'over'] as const
export type BelowFilters = Readonly<Record<(typeof BELOW_FILTERS)[number], string>>

const addressOf = (path: string, query: object): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

const chosen = (filters: BelowFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** Query for the prices below the recommended ones, page by page. */
export const belowQuery = (filters: BelowFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'below', filters],
    queryFn: ({ pageParam: page, signal }) =>
      getFromCompanion(
        BelowAnswer,
        addressOf(BELOW_PATHS.page, { ...chosen(filters), ...(page > 1 && { page }) }),
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })

/** Fetches all selected prices as a file. */
export async function fetchBelowFile(
  filters: BelowFilters,
  format: BelowFileQuery['format'],
): Promise<{ file: Blob; name: string }> {
  const response = await send(addressOf(BELOW_PATHS.file, { ...chosen(filters), format }))
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `below_rrp.${format}`)
}

/** Query for the present list and its history. */
export const listsQuery = queryOptions({
  queryKey: [...KEY, 'lists'],
  queryFn: ({ signal }) => getFromCompanion(RecommendedLists, RECOMMENDED_PATHS.lists, signal),
})

const uploaded = (file: File, signal: AbortSignal) => ({
  method: 'POST',
  headers: { 'content-type': 'application/octet-stream' },
  body: file,
  signal,
})

/** Has the server read a file, and say what it would change. */
export const previewFile = async (
  file: File,
  choice: RecommendedUpload,
  signal: AbortSignal,
): Promise<RecommendedPreview> =>
  answerOf(
    RecommendedPreview,
    await send(addressOf(RECOMMENDED_PATHS.preview, choice), uploaded(file, signal)),
  )

export async function acceptRecommended(
  file: File,
  acceptance: RecommendedAcceptance,
  signal: AbortSignal,
): Promise<void> {
  await answerOf(
    MessageAnswer,
    await send(addressOf(RECOMMENDED_PATHS.accept, acceptance), uploaded(file, signal)),
  )
}

/** Makes a former list the present one; 0 removes the present one. */
export const restoreRecommended = (list: number, base: number): Promise<void> =>
  changeOnCompanion(RECOMMENDED_PATHS.restore, { list, base })
