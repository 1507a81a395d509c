import type { FastifyBaseLogger } from 'fastify'
import { addDays, isAfterTomorrow, isIsoDate } from '../../../contract/lib/dates.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { PAGES_TO_LOOK_AT } from '../../../contract/sources/api.ts'
import type { Trigger } from '../../../contract/sources/run.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HostKeyChanged } from '../../platform/remote/fetch-failure.ts'
import { createRepeatingTask, pauseFor } from '../../platform/repeating-task.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import { makeRoom, refuseTooMany } from './bounds.ts'
import { fetchList } from './fetch-list.ts'
import { type SavedFile, SourceFiles } from './files.ts'
import { listFileName } from './kinds/address-kind.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { PageFetcher } from './pages/fetch-page.ts'
import { PageTurns } from './pages/page-turns.ts'
import { ShopJobs } from './pages/shop-jobs.ts'
import { PageTracking } from './pages/track-pages.ts'
import { RUN_LEASE_MS, serverLeasePrefix } from './run-leases.ts'
import { createRunner } from './runner.ts'
import { addRun, openFetch } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import { firstRetainedDay } from './site-days.ts'
import type { Source } from './source.ts'
import { findSource, lockSource } from './store.ts'
import { dayText } from './texts.ts'
import type { LookRequest, ThreadSettings } from './thread.ts'
import { createSourceThreads } from './threads.ts'
import { refusalOf } from './time-limit.ts'
import { createUpkeep, removeUnusedFiles } from './upkeep.ts'
import { findUpload, recordUpload } from './uploads.ts'

/** Pause in ms between two removals of unused files. */
const TIDY_MS = 60 * 60_000

export interface SourcesDeps extends ThreadSettings {
  db: Db
  keys: TyreKeys
  isOwnSite: IsOwnSite
  /** id of this server in the cluster */
  server: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

export type Sources = ReturnType<typeof createSources>

/** Creates everything that this server does for sources of prices. */
export function createSources({ db, keys, isOwnSite, server, log, ...settings }: SourcesDeps) {
  const { config, location } = settings
  const files = new SourceFiles(location.dataDir)
  const box = createSecretBox(settings.authSecret, SECRETS_PURPOSE)
  const threads = createSourceThreads(settings)
  const turns = new PageTurns(db, { by: serverLeasePrefix(server) })
  const fetcher = new PageFetcher({
    files,
    limits: { ...config, allowedHosts: config.pageHosts },
    turns,
    ...threads.pages,
  })
  // Shops are read for administrators, who may name hosts of the own network.
  const shopFetcher = new PageFetcher({ files, limits: config, turns, ...threads.shops })
  const { allowedHosts } = config
  const shopJobs = new ShopJobs({ db, files, fetcher: shopFetcher, allowedHosts, log })
  const pages = { fetcher, shopFetcher, isOwnSite, pause: pauseFor }
  const runner = createRunner({
    db,
    files,
    server,
    log,
    // Pages are awaited for hours, and parsed in threads of their own.
    fetch: (run, signal) =>
      run.work === 'fetch'
        ? threads.fetchList(run, signal)
        : fetchList({ pages, db, files, box, fetchLimits: config }, run, signal),
    import: threads.importList,
    async settle(run, signal) {
      const why = await threads.settleRun(run, signal).catch((error: Error) => error.message)
      if (why !== '' && !signal.aborted) log.warn(why)
    },
  })

  const tidying = createRepeatingTask({
    ...{ name: 'files of sources', log, pauseMs: TIDY_MS },
    work: () => removeUnusedFiles(db, files, Date.now()),
  })
  const upkeep = createUpkeep({
    db,
    log,
    dropDays: threads.dropDays,
    backfillHistory: threads.backfillHistory,
  })

  const tracking = new PageTracking({
    db,
    box,
    keys,
    fetcher,
    allowedHosts: config.pageHosts,
    addRun: async (sql, id) => {
      await lockSource(sql, id)
      await addPagesRun(sql, await findSource(sql, id), Date.now())
    },
    wake: () => runner.wake(),
  })

  const addFileRun = async (
    id: string,
    file: SavedFile,
    startedBy: Trigger,
    day: string | undefined,
    admit: (sql: Sql) => Promise<void>,
  ) => {
    try {
      const { run, gone } = await db.transaction(async (sql) => {
        await lockSource(sql, id)
        await admit(sql)
        const asked = dayOf(await findSource(sql, id), day, config.keepDays)
        const now = Date.now()
        const run = await addRun(
          sql,
          { sourceId: id, day: asked, startedBy, file: { ...file, server: files.server } },
          now,
        )
        return { run, gone: await makeRoom(sql, { sourceId: id, id: run }, now) }
      })
      await files.removeAll(gone)
      runner.wake()
      return run
    } catch (error) {
      await files.remove(file.name)
      throw error
    }
  }

  return {
    settings,
    box,
    files,
    tracking,
    shopJobs,
    runner,
    /** tasks for all sources that only the cluster's leader performs */
    upkeep,
    tryList: threads.tryList,
    findMail: threads.findMail,
    guess: threads.guess,
    sample: threads.sample,
    /** Starts carrying out due runs on this server. */
    start() {
      runner.start()
      tidying.start()
    },
    /** Stops; running runs end or are released for another server. */
    async stop() {
      await Promise.all([runner.stop(), shopJobs.stop(), tidying.stop(), threads.stop()])
    },
    /**
     * Adds a run that fetches the source's address now.
     * @returns the run's id
     * @throws Refusal
     */
    async fetchNow(id: string, day: string | undefined, startedBy: Trigger): Promise<number> {
      const run = await db.transaction(async (sql) => {
        await lockSource(sql, id)
        return addFetch(sql, id, day, startedBy, config.keepDays)
      })
      runner.wake()
      return run
    },
    /**
     * Adds a run that imports a file uploaded by this user.
     * @returns the run's id
     * @throws Refusal
     */
    async importUpload(userId: string, id: string, file: string, day: string | undefined): Promise<number> {
      const { id: upload, size } = await findUpload(db, files, userId, file)
      const saved = { name: await files.link(upload), size }
      return addFileRun(id, saved, 'upload', day, (sql) => refuseTooMany(sql, id))
    },
    /** Checks a day as `fetchNow`, `importUpload` and `importPushed` do. @throws Refusal */
    checkDay(day: string | undefined): void {
      if (day) assertImportDay(day, config.keepDays)
    },
    /**
     * Adds a run that imports a file in the folder `incoming`. The run owns the file from then on; if no run is added,
     * the file is removed.
     * @param admit throws if the source no longer accepts deliveries; called in the transaction that adds the run
     * @returns the run's id
     * @throws Refusal
     */
    importPushed: (
      id: string,
      file: SavedFile,
      day: string | undefined,
      admit: (sql: Sql) => Promise<void>,
    ): Promise<number> => addFileRun(id, file, 'push', day, admit),
    /**
     * Fetches an address as an upload that the user can inspect, of an API the first pages alone.
     * @throws Refusal, HostKeyChanged
     */
    async fetchUpload(userId: string, request: Omit<LookRequest, 'path' | 'pages'>, signal: AbortSignal) {
      const name = files.newName()
      try {
        const fetched = await threads.fetchFile(
          { ...request, path: files.path(name), pages: PAGES_TO_LOOK_AT },
          signal,
        )
        if (fetched.kind !== 'file') throw new Refusal(400, 'Сервер не прислал файла')
        const called = listFileName(fetched.fileName, request.address)
        const upload = await recordUpload(db, files, userId, { id: name, name: called, size: fetched.bytes })
        const isCut = 'paged' in fetched && fetched.paged?.isCut === true
        return { ...upload, hostKey: fetched.hostKey ?? '', isCut }
      } catch (error) {
        throw error instanceof HostKeyChanged ? error : refusalOf(error)
      }
    },
  }
}

/**
 * Adds a run that fetches the source's address. If such a run is already open for the day, makes it due at once and
 * returns it.
 * @param keepDays number of days for which prices are stored; older days are refused. Without it, any day is accepted
 * @throws Refusal
 */
export async function addFetch(
  sql: Sql,
  id: string,
  day: string | undefined,
  startedBy: Trigger,
  keepDays?: number,
): Promise<number> {
  const source = await findSource(sql, id)
  if (!KINDS[source.kind].fetch) throw new Refusal(400, 'У этого источника нет адреса: загрузите файл')
  const asked = dayOf(source, day, keepDays)
  const open = await openFetch(sql, id, asked)
  const now = Date.now()
  // The command carries out the run itself; servers take it only if the command dies.
  const dueAt = startedBy === 'command' ? now + RUN_LEASE_MS : now
  if (!open) {
    await refuseTooMany(sql, id)
    return addRun(sql, { sourceId: id, day: asked, startedBy }, now, dueAt)
  }
  await sql.run`
    UPDATE source_runs SET due_at = ${dueAt}, message = '' WHERE id = ${open.id} AND state = 'waiting'`
  return open.id
}

/** Adds a run that reads the source's new pages, unless a run that will do so waits already. */
async function addPagesRun(sql: Sql, { id, zone, enabled }: Source, now: number): Promise<void> {
  if (!enabled) return
  const waits = await sql.run`
    UPDATE source_runs SET due_at = ${now} WHERE source_id = ${id} AND state = 'waiting' AND file = ''`
  if (waits > 0) return
  await addRun(sql, { sourceId: id, day: await shownDay(sql, zone, now), startedBy: 'pages' }, now)
}

/**
 * Returns the day for a price that a person has just confirmed: yesterday as long as no price list of today has come in,
 * because a day of one price would replace the whole of yesterday's on every screen.
 */
async function shownDay(sql: Sql, zone: string, now: number): Promise<string> {
  const today = zoneTime(zone, now).day
  const yesterday = addDays(today, -1)
  const last = await sql.get<{ day: string | null }>`
    SELECT max(day) AS day FROM snapshots WHERE day <= ${today}`
  return last?.day === yesterday ? yesterday : today
}

/**
 * Returns the requested day, or today in the source's zone.
 * @throws Refusal
 */
function dayOf({ zone }: Source, day: string | undefined, keepDays?: number): string {
  return day === undefined || day === '' ? zoneTime(zone, Date.now()).day : assertImportDay(day, keepDays)
}

/**
 * Checks a day for an import.
 * @param keepDays number of days for which prices are stored; older days are refused
 * @throws Refusal for an invalid, future or expired day
 */
export function assertImportDay(day: string, keepDays?: number): string {
  if (!isIsoDate(day)) throw new Refusal(400, 'Дата неверна: нужна дата вида 2026-04-18')
  if (isAfterTomorrow(day)) throw new Refusal(400, 'Этот день ещё не наступил: верен ли год?')
  const first = keepDays === undefined ? '' : firstRetainedDay(keepDays, Date.now())
  if (day < first) throw new Refusal(400, `Дни раньше ${dayText(first)} не хранятся`)
  return day
}
