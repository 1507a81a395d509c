import { queryOptions } from '@tanstack/react-query'
import { SOURCE_PATHS, sourcePricesPath } from '../../../contract/paths.ts'
import { type Guess, type KeptFile, readGuess, readKeptFile } from '../../../contract/sources/guess.ts'
import { readSample, type Sample } from '../../../contract/sources/sample.ts'
import {
  isUnderWay,
  type MappingJson,
  type Run,
  readRunId,
  readSourceHistory,
  readSourceId,
  readSources,
  readSourceToken,
  type Secrets,
  type SourceInput,
} from '../../../contract/sources/source.ts'
import { readTrial, type Trial } from '../../../contract/sources/trial.ts'
import { jsonBody, send } from '../../data/client.ts'
import { callCompanion, readCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'

/** Calls of the sources (specification 12.9). They throw what callCompanion throws, or a ReadError. */

/** Polling interval in ms of running runs. */
const WATCH_INTERVAL = 2000
const watched = (runs: readonly (Run | null)[]): number | false =>
  runs.some((run) => run !== null && isUnderWay(run)) ? WATCH_INTERVAL : false

const SOURCES_KEY = ['sources'] as const

/** Query of all sources; refetched while one of them is running. */
export const sourcesQuery = queryOptions({
  queryKey: [...SOURCES_KEY, 'list'],
  queryFn: async ({ signal }) => readSources(await readCompanion(SOURCE_PATHS.sources, signal)),
  refetchInterval: ({ state }) => watched(state.data?.map(({ lastRun }) => lastRun) ?? []),
  // Sources run without the administrator.
  refetchOnWindowFocus: 'always',
})

const pathOf = (id: string, action?: string): string =>
  `${SOURCE_PATHS.sources}/${encodeURIComponent(id)}${action === undefined ? '' : `/${action}`}`

/** Query of a source with its runs; refetched while one of them is running. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...SOURCES_KEY, 'one', id],
    queryFn: async ({ signal }) => readSourceHistory(await readCompanion(pathOf(id), signal)),
    refetchInterval: ({ state }) => watched(state.data?.runs ?? []),
    refetchOnWindowFocus: 'always',
  })

/** Prefix of the keys of all queries about sources. */
export const everySource = { queryKey: SOURCES_KEY }

/**
 * Creates or changes a source.
 * @returns its id
 */
export async function saveSource(id: string | null, input: SourceInput): Promise<string> {
  return readSourceId(await callCompanion(id === null ? SOURCE_PATHS.sources : pathOf(id), input))
}

export async function removeSource(id: string): Promise<void> {
  await callCompanion(pathOf(id, 'remove'))
}

/**
 * Fetches from the source's address now, or imports an uploaded file.
 * @returns the run's id
 */
export async function runSource(id: string, given: { file?: string; day?: string } = {}): Promise<number> {
  return readRunId(await callCompanion(pathOf(id, 'run'), given))
}

/**
 * Creates a new token, which invalidates a former one.
 * @returns the token, which is sent only this once
 */
export async function makeToken(id: string): Promise<string> {
  return readSourceToken(await callCompanion(pathOf(id, 'token')))
}

export async function removeToken(id: string): Promise<void> {
  await callCompanion(pathOf(id, 'token/remove'))
}

/** Returns the address to which suppliers send price lists with a source's token. */
export const pushAddress = (id: string): string => `${window.location.origin}${sourcePricesPath(id)}`

export async function decideRun(run: number, decision: 'accept' | 'decline'): Promise<void> {
  await callCompanion(`${SOURCE_PATHS.runs}/${run}/${decision}`)
}

/** Fetches the records that a run rejected. */
export async function fetchRejects(run: number): Promise<{ file: Blob; name: string }> {
  const response = await send(`${SOURCE_PATHS.runs}/${run}/rejects`)
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `rejects-${run}.jsonl`)
}

/**
 * Makes the server fetch a price list and store it.
 * @param given `source` to use the secrets stored with that source
 */
export async function fetchFromAddress(given: {
  address: string
  secrets?: Secrets
  source?: string
}): Promise<KeptFile> {
  return readKeptFile(await callCompanion(SOURCE_PATHS.fetchFile, given))
}

async function ask(file: string, question: string, body: object, signal: AbortSignal): Promise<string> {
  const path = `${SOURCE_PATHS.files}/${encodeURIComponent(file)}/${question}`
  const response = await send(path, { method: 'POST', ...jsonBody(body), signal })
  if (!response.ok) throw await httpErrorOf(response)
  return response.text()
}

/** Location of the records in a file, chosen by a person. */
export interface RecordHints {
  sheet?: string | number
  /** several sheets instead of one; '*' for all with the same columns */
  sheets?: '*' | readonly (string | number)[]
  header?: number
}

/** Inspects an uploaded file and guesses its mapping. */
export async function guessFile(file: string, records: RecordHints, signal: AbortSignal): Promise<Guess> {
  const body = Object.keys(records).length === 0 ? {} : { records }
  return readGuess(await ask(file, 'guess', body, signal))
}

/** Query of an uploaded file's first records, read with a mapping. */
export const sampleQuery = (file: string, mapping: MappingJson) =>
  queryOptions({
    queryKey: ['source-sample', file, mapping],
    queryFn: async ({ signal }): Promise<Sample> =>
      readSample(await ask(file, 'sample', { mapping }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Parameters of a trial. */
export interface TrialTerms {
  mapping: MappingJson
  site: string
  /** YYYY-MM-DD */
  day: string
  max_bad: number
}

/** Query of the predicted result of importing an uploaded file. */
export const trialQuery = (file: string, terms: TrialTerms) =>
  queryOptions({
    queryKey: ['source-trial', file, terms],
    queryFn: async ({ signal }): Promise<Trial> => readTrial(await ask(file, 'trial', terms, signal)),
    // Valid until the next day's prices, which is longer than anybody looks at it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
