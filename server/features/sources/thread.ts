import type { MailSettings } from '../../../contract/sources/mail.ts'
import { backfillHistory } from '../../history/backfill.ts'
import type { ImportLimits } from '../../import/limits.ts'
import { sampleFile } from '../../import/sample.ts'
import { type GuessHints, guessMapping } from '../../mapping-guess/guess.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DatabaseLocation, openDatabase } from '../../platform/db/open.ts'
import { lowerThreadPriority, serveTasks } from '../../platform/serve-tasks.ts'
import { openOwnSites } from '../../prices/own-sites.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import type { SourcesConfig } from './config.ts'
import { fetchList, type ReadyRun, settleRun } from './fetch-list.ts'
import { SourceFiles } from './files.ts'
import { importList } from './import-list.ts'
import { downloadNewestAttachment } from './mail/find-mail.ts'
import { readPageFile, readSitemapFile } from './pages/page-files.ts'
import { type RobotsRequest, readRobots } from './pages/robots.ts'
import { fetchListFile, type ListFileRequest } from './remote/fetch-list-file.ts'
import type { TakenRun } from './runs.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import { dropOldDays } from './site-days.ts'
import type { SourceSecrets } from './source.ts'
import { type TrialRequest, tryList } from './trial.ts'

/** Settings of the server whose task a thread runs. */
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

lowerThreadPriority()

/** Request for a price list that a user wants to look at. */
export type LookRequest = Omit<ListFileRequest, 'signal' | 'into' | 'before' | 'accepts'>
export interface MailRequest {
  address: string
  secrets: SourceSecrets
  mail: MailSettings
  path: string
}

/**
 * Tasks of the threads. Fetches, imports and upkeep write to the database; the other tasks only read a file for a user.
 * Only these threads parse what other servers send (docs/security.md).
 */
function sourceTasks({ location, authSecret, config, limits, glitchFactor, ownSites }: ThreadSettings) {
  /** Opens a database connection for one task, so that an idle thread holds no connection. */
  const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await openDatabase(location)
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const filesHere = () => new SourceFiles(location.dataDir)
  const boxHere = () => createSecretBox(authSecret, SECRETS_PURPOSE)

  return {
    fetchList: (run: TakenRun, signal: AbortSignal) =>
      withDatabase((db) =>
        fetchList({ db, files: filesHere(), box: boxHere(), fetchLimits: config }, run, signal),
      ),
    fetchFile: (request: LookRequest, signal: AbortSignal) => fetchListFile({ ...request, signal }, config),
    findMail: ({ address, secrets, mail, path }: MailRequest, signal: AbortSignal) =>
      downloadNewestAttachment({ address, secrets, limits: config }, mail, path, signal),
    settleRun: (run: Pick<TakenRun, 'id'>, signal: AbortSignal) =>
      withDatabase((db) => settleRun({ db, box: boxHere(), fetchLimits: config }, run, signal)),
    import: (ready: ReadyRun, signal: AbortSignal) =>
      withDatabase(async (db) => {
        const { isOwnSite } = await openOwnSites(db, ownSites)
        await importList(
          { db, files: filesHere(), limits, rules: { isOwnSite, glitchFactor } },
          ready,
          signal,
        )
      }),
    dropDays: (now: number, signal: AbortSignal) =>
      withDatabase((db) => dropOldDays(db, config.keepDays, now, signal)),
    backfillHistory: (_: null, signal: AbortSignal) => withDatabase((db) => backfillHistory(db, signal)),
    trial: (request: TrialRequest) => withDatabase((db) => tryList(db, request, limits)),
    guess: ({ path, hints }: { path: string; hints: GuessHints }) => guessMapping(path, hints, limits),
    readPage: readPageFile,
    readSitemap: readSitemapFile,
    readRobots: async (request: RobotsRequest) => readRobots(request),
    sample: ({ path, mapping }: { path: string; mapping: unknown }) => sampleFile(path, mapping, limits),
  }
}
export type SourceTasks = ReturnType<typeof sourceTasks>

serveTasks(sourceTasks)
