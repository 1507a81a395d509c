import { workerData } from 'node:worker_threads'
import type { Sample } from '../../../contract/sources/sample.ts'
import { backfillHistory } from '../../history/backfill.ts'
import type { ImportLimits } from '../../import/limits.ts'
import { sampleFile } from '../../import/sample.ts'
import { type GuessHints, guessMapping } from '../../mapping-guess/guess.ts'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DatabaseLocation, openDatabase } from '../../platform/db/open.ts'
import { serveTasks } from '../../platform/worker-pool.ts'
import { openOwnSites } from '../../prices/own-sites.ts'
import { watchRules } from '../rules/rule-watch.ts'
import type { SourcesConfig } from './config.ts'
import type { ReadyRun } from './fetch-list.ts'
import { SourceFiles } from './files.ts'
import { importList } from './import-list.ts'
import { readPageFile, readSitemapFile } from './pages/page-files.ts'
import { dropOldDays } from './retention.ts'
import { withoutPath } from './texts.ts'
import { type TrialRequest, tryList } from './trial.ts'

/** The thread's workerData. */
export interface ThreadSettings {
  location: DatabaseLocation
  /** secret with which the sources' secrets are encrypted */
  authSecret: string
  config: SourcesConfig
  limits: ImportLimits
  glitchFactor: number
  /** hosts of OWN_SITE */
  ownSites: readonly string[]
}

goBehindAnswers()

const { location, config, limits, glitchFactor, ownSites } = workerData as ThreadSettings

/** Opens a database connection for one task, so that an idle thread holds no connection. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Tasks of the threads. Imports and upkeep write to the database; the other tasks only read a file for a user. */
const TASKS = {
  import: (ready: ReadyRun, signal: AbortSignal) =>
    withDatabase(async (db) => {
      const files = new SourceFiles(location.dataDir)
      const { isOwnSite } = await openOwnSites(db, ownSites)
      const watch = watchRules({ isOwnSite, glitchFactor })
      await importList({ db, files, limits, glitchFactor, watch }, ready, signal)
    }),
  dropDays: (now: number, signal: AbortSignal) =>
    withDatabase((db) => dropOldDays(db, config.keepDays, now, signal)),
  backfillHistory: (_: null, signal: AbortSignal) => withDatabase((db) => backfillHistory(db, signal)),
  trial: (request: TrialRequest) => withDatabase((db) => tryList(db, request, limits)),
  guess: ({ path, hints }: { path: string; hints: GuessHints }) => guessMapping(path, hints, limits),
  readPage: readPageFile,
  readSitemap: readSitemapFile,
  async sample({ path, mapping }: { path: string; mapping: unknown }): Promise<Sample> {
    const sample = await sampleFile(path, mapping, limits)
    return { ...sample, error: sample.error && withoutPath(sample.error, path) }
  },
}
export type SourceTasks = typeof TASKS

serveTasks(TASKS)
