import { queryOptions } from '@tanstack/react-query'
import type { Guess } from '../../../contract/sources/guess.ts'
import { isUnderWay, type Run } from '../../../contract/sources/run.ts'
import type { MappingJson } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS, SOURCE_FILE_CALLS } from '../../../contract/sources/source-calls.ts'
import { sourceExchangePath, sourcePricesPath } from '../../../contract/sources/source-paths.ts'
import { call } from '../../data/send-call.ts'

/** Polling interval in ms while a run is in progress. */
const WATCH_INTERVAL = 2000
const watched = (runs: readonly (Run | null)[]): number | false =>
  runs.some((run) => run !== null && isUnderWay(run)) ? WATCH_INTERVAL : false

const SOURCES_KEY = ['sources'] as const

/** Query for all sources, refetched while one of them has a run in progress. */
export const sourcesQuery = queryOptions({
  queryKey: [...SOURCES_KEY, 'list'],
  queryFn: async ({ signal }) => (await call(SOURCE_CALLS.list, {}, signal)).sources,
  refetchInterval: ({ state }) => watched(state.data?.map(({ last_run }) => last_run) ?? []),
  // Runs start by schedule, without an action of the administrator.
  refetchOnWindowFocus: 'always',
})

/** Query for a source with its runs, refetched while one of them is in progress. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...SOURCES_KEY, 'one', id],
    queryFn: ({ signal }) => call(SOURCE_CALLS.one, { id }, signal),
    refetchInterval: ({ state }) => watched(state.data?.runs ?? []),
    refetchOnWindowFocus: 'always',
  })

export const everySource = { queryKey: SOURCES_KEY }

/** Returns the address of the site that 1C exchanges with, for a source. */
export const exchangeAddress = (id: string): string => `${window.location.origin}${sourceExchangePath(id)}`

/** Returns the URL to which suppliers send price lists with a source's token. */
export const pushAddress = (id: string): string => `${window.location.origin}${sourcePricesPath(id)}`

/** Time in ms for which the opened file of a held run is used again: the same run has several findings. */
const OPENED = 10 * 60_000

/** Query that opens the file of a held run as an upload of this user, which leaves the run as it is. */
export const heldFileQuery = (run: number) =>
  queryOptions({
    queryKey: ['held-file', run],
    queryFn: () => call(SOURCE_CALLS.openHeld, { run }),
    staleTime: OPENED,
    gcTime: OPENED,
  })

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
export const guessFile = (file: string, records: RecordHints, signal: AbortSignal): Promise<Guess> =>
  call(SOURCE_FILE_CALLS.guess, { file, ...(Object.keys(records).length > 0 && { records }) }, signal)

/** Query for the sources from which an uploaded file can be, the most probable first. */
export const fittingSourcesQuery = (file: string) =>
  queryOptions({
    queryKey: ['source-fits', file],
    queryFn: async ({ signal }) => (await call(SOURCE_FILE_CALLS.sources, { file }, signal)).sources,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Query for an uploaded file's first records, read with a mapping. */
export const sampleQuery = (file: string, mapping: MappingJson) =>
  queryOptions({
    queryKey: ['source-sample', file, mapping],
    queryFn: ({ signal }) => call(SOURCE_FILE_CALLS.sample, { file, mapping }, signal),
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
    queryFn: ({ signal }) => call(SOURCE_FILE_CALLS.trial, { file, ...terms }, signal),
    // The prediction stays valid until the next import, which is longer than a person looks at it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
