import { queryOptions } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import type { SourceApi } from '../../../contract/sources/api.ts'
import { FittingSources, Guess, MailedFile, StoredFile } from '../../../contract/sources/guess.ts'
import type { MailSettings } from '../../../contract/sources/mail.ts'
import { isUnderWay, type Run, RunAnswer } from '../../../contract/sources/run.ts'
import { Sample } from '../../../contract/sources/sample.ts'
import {
  type MappingJson,
  type Secrets,
  SourceHistory,
  SourceIdAnswer,
  type SourceInput,
  SourcesAnswer,
  SourceTokenAnswer,
} from '../../../contract/sources/source.ts'
import { SOURCE_PATHS, sourceExchangePath, sourcePricesPath } from '../../../contract/sources/source-paths.ts'
import { Trial } from '../../../contract/sources/trial.ts'
import { jsonBody, send } from '../../data/client.ts'
import { answerOf, changeOnCompanion, getFromCompanion, postToCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'

/** Requests about sources (specification 12.9). They throw errors of postToCompanion. */

/** Polling interval in ms while a run is in progress. */
const WATCH_INTERVAL = 2000
const watched = (runs: readonly (Run | null)[]): number | false =>
  runs.some((run) => run !== null && isUnderWay(run)) ? WATCH_INTERVAL : false

const SOURCES_KEY = ['sources'] as const

/** Query for all sources, refetched while one of them has a run in progress. */
export const sourcesQuery = queryOptions({
  queryKey: [...SOURCES_KEY, 'list'],
  queryFn: async ({ signal }) =>
    (await getFromCompanion(SourcesAnswer, SOURCE_PATHS.sources, signal)).sources,
  refetchInterval: ({ state }) => watched(state.data?.map(({ last_run }) => last_run) ?? []),
  // Runs start by schedule, without an action of the administrator.
  refetchOnWindowFocus: 'always',
})

const pathOf = (id: string, action?: string): string =>
  `${SOURCE_PATHS.sources}/${encodeURIComponent(id)}${action === undefined ? '' : `/${action}`}`

/** Query for a source with its runs, refetched while one of them is in progress. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...SOURCES_KEY, 'one', id],
    queryFn: ({ signal }) => getFromCompanion(SourceHistory, pathOf(id), signal),
    refetchInterval: ({ state }) => watched(state.data?.runs ?? []),
    refetchOnWindowFocus: 'always',
  })

/** Query filter that matches all queries about sources. */
export const everySource = { queryKey: SOURCES_KEY }

/**
 * Creates or changes a source.
 * @param id null to create a source
 * @returns the source's id
 */
export async function saveSource(id: string | null, input: SourceInput): Promise<string> {
  const path = id === null ? SOURCE_PATHS.sources : pathOf(id)
  return (await postToCompanion(SourceIdAnswer, path, input)).id
}

export async function removeSource(id: string): Promise<void> {
  await changeOnCompanion(pathOf(id, 'remove'))
}

/**
 * Starts a run, which imports an uploaded file, or fetches from the source's address if no file is given.
 * @returns the run's id
 */
export async function runSource(id: string, given: { file?: string; day?: string } = {}): Promise<number> {
  return (await postToCompanion(RunAnswer, pathOf(id, 'run'), given)).run
}

/**
 * Creates a token for a source. A former token becomes invalid.
 * @returns the token, which the server sends only this once
 */
export async function makeToken(id: string): Promise<string> {
  return (await postToCompanion(SourceTokenAnswer, pathOf(id, 'token'))).token
}

export async function removeToken(id: string): Promise<void> {
  await changeOnCompanion(pathOf(id, 'token/remove'))
}

/** Returns the address of the site that 1C exchanges with, for a source. */
export const exchangeAddress = (id: string): string => `${window.location.origin}${sourceExchangePath(id)}`

/** Returns the URL to which suppliers send price lists with a source's token. */
export const pushAddress = (id: string): string => `${window.location.origin}${sourcePricesPath(id)}`

export async function decideRun(run: number, decision: 'accept' | 'decline'): Promise<void> {
  await changeOnCompanion(`${SOURCE_PATHS.runs}/${run}/${decision}`)
}

/** Makes a finding that was called right hold runs again. */
export async function askAgain(id: string, key: string): Promise<void> {
  await changeOnCompanion(pathOf(id, 'answered/remove'), { key })
}

/** Fetches the file of the records that a run rejected. */
export async function fetchRejects(run: number): Promise<{ file: Blob; name: string }> {
  const response = await send(`${SOURCE_PATHS.runs}/${run}/rejects`)
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `rejects-${run}.jsonl`)
}

/**
 * Requests that the server fetches a price list and stores it.
 * @param given if it has a `source`, the server uses the secrets and the key stored with that source
 */
export async function fetchFromAddress(given: {
  address: string
  api?: SourceApi
  secrets?: Secrets
  source?: string
  host_key?: string
}): Promise<StoredFile> {
  return postToCompanion(StoredFile, SOURCE_PATHS.fetchFile, given)
}

/**
 * Requests that the server looks for a price list in a mailbox and stores it.
 * @param given if it has a `source`, the server uses the secrets stored with that source
 */
export async function findInMailbox(given: {
  address: string
  mail: MailSettings
  secrets?: Secrets
  source?: string
}): Promise<MailedFile> {
  return postToCompanion(MailedFile, SOURCE_PATHS.fetchMail, given)
}

/** Time in ms for which the opened file of a held run is used again: the same run has several findings. */
const OPENED = 10 * 60_000

/** Query that opens the file of a held run as an upload of this user, which leaves the run as it is. */
export const heldFileQuery = (run: number) =>
  queryOptions({
    queryKey: ['held-file', run],
    queryFn: () => postToCompanion(StoredFile, `${SOURCE_PATHS.runs}/${run}/file`),
    staleTime: OPENED,
    gcTime: OPENED,
  })

/** Requests an inspection of a stored file and validates the answer with the schema. */
async function inspect<Schema extends TSchema>(
  schema: Schema,
  file: string,
  inspection: 'guess' | 'sources' | 'sample' | 'trial',
  body: object,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  const path = `${SOURCE_PATHS.files}/${encodeURIComponent(file)}/${inspection}`
  return answerOf(schema, await send(path, { method: 'POST', ...jsonBody(body), signal }))
}

/** Location of the records in a file, as chosen by a person. */
export interface RecordHints {
  sheet?: string | number
  /** several sheets instead of one; '*' for all sheets with the same columns */
  sheets?: '*' | readonly (string | number)[]
  header?: number
  /** array of records in JSON */
  path?: string
  /** file of an archive */
  file?: string
  /** element of XML */
  element?: string
}

/** Requests that the server guesses the mapping of an uploaded file. */
export async function guessFile(file: string, records: RecordHints, signal: AbortSignal): Promise<Guess> {
  const body = Object.keys(records).length === 0 ? {} : { records }
  return inspect(Guess, file, 'guess', body, signal)
}

/** Query for the sources from which an uploaded file can be, the most probable first. */
export const fittingSourcesQuery = (file: string) =>
  queryOptions({
    queryKey: ['source-fits', file],
    queryFn: async ({ signal }) => (await inspect(FittingSources, file, 'sources', {}, signal)).sources,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Query for an uploaded file's first records, read with a mapping. */
export const sampleQuery = (file: string, mapping: MappingJson) =>
  queryOptions({
    queryKey: ['source-sample', file, mapping],
    queryFn: ({ signal }) => inspect(Sample, file, 'sample', { mapping }, signal),
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

/** Query for the predicted result of importing an uploaded file. */
export const trialQuery = (file: string, terms: TrialTerms) =>
  queryOptions({
    queryKey: ['source-trial', file, terms],
    queryFn: ({ signal }) => inspect(Trial, file, 'trial', terms, signal),
    // The prediction stays valid until the next import, which is longer than a person looks at it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
