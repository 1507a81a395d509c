import { queryOptions } from '@tanstack/react-query'
import {
  BatchAnswer,
  type LineDecisionBody,
  ModelLinesAnswer,
  QueueAnswer,
} from '../../../contract/matching/match-queue.ts'
import {
  MATCHING_FILE_TYPES,
  type MatchingFileQuery,
  PairsImportAnswer,
} from '../../../contract/matching/pairs-file.ts'
import { MATCHING_PATHS } from '../../../contract/paths.ts'
import { send } from '../../data/client.ts'
import { answerOf, getFromCompanion, postToCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'

/**
 * Requests of the page about matching (specification 21.8); src/data/matching-calls.ts has those of other rooms too. They
 * throw errors of postToCompanion.
 */

/** Number of pairs that one request returns at most. */
export const QUEUE_LIMIT = 20

/**
 * Fetches the most valuable undecided pairs.
 * @param skip pairs to leave out, as 'listing:tyre'
 */
export async function fetchPairs(skip: readonly string[], signal: AbortSignal): Promise<QueueAnswer> {
  const left = skip.length === 0 ? '' : `&skip=${skip.join(',')}`
  return getFromCompanion(QueueAnswer, `${MATCHING_PATHS.queue}?limit=${QUEUE_LIMIT}${left}`, signal)
}

export const linesQuery = queryOptions({
  queryKey: ['matching', 'lines'],
  queryFn: async ({ signal }) =>
    (await getFromCompanion(ModelLinesAnswer, MATCHING_PATHS.lines, signal)).lines,
})

export const sendLineDecision = (body: LineDecisionBody): Promise<BatchAnswer> =>
  postToCompanion(BatchAnswer, MATCHING_PATHS.lines, body)

export const undoBatch = (batch: string): Promise<BatchAnswer> =>
  postToCompanion(BatchAnswer, `${MATCHING_PATHS.batches}/${encodeURIComponent(batch)}/undo`)

/** Fetches the file of pairs, or of listings without one. */
export async function fetchMatchingFile({
  kind,
  format,
}: MatchingFileQuery): Promise<{ file: Blob; name: string }> {
  const response = await send(`${MATCHING_PATHS.file}?kind=${kind}&format=${format}`)
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `${kind}.${format}`)
}

/** Sends a file of pairs; the server applies its decisions. */
export async function sendPairsFile(file: File, signal: AbortSignal): Promise<PairsImportAnswer> {
  const type = MATCHING_FILE_TYPES[/\.xlsx$/i.test(file.name) ? 'xlsx' : 'csv']
  const request = { method: 'POST', headers: { 'content-type': type }, body: file, signal }
  return answerOf(PairsImportAnswer, await send(MATCHING_PATHS.file, request))
}
