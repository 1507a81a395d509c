import type { FastifyBaseLogger } from 'fastify'
import { isAfterTomorrow, isIsoDate } from '../../../contract/lib/dates.ts'
import type { Trigger } from '../../../contract/sources/run.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { createSecretBox, type SecretBox } from '../auth/secret-box.ts'
import { makeRoom, refuseTooMany } from './bounds.ts'
import { FetchFailure, fetchFile } from './fetch.ts'
import { fetchList } from './fetch-list.ts'
import { type SavedFile, SourceFiles } from './files.ts'
import { SourceRefusal } from './refusal.ts'
import { firstRetainedDay } from './retention.ts'
import { RUN_LEASE_MS } from './run-leases.ts'
import { createRunner, type Runner } from './runner.ts'
import { addRun, openFetch } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import type { Source, SourceSecrets } from './source.ts'
import { findSource, lockSource } from './store.ts'
import { dayText } from './texts.ts'
import type { ThreadSettings } from './thread.ts'
import { createSourceThreads, type SourceThreads } from './threads.ts'
import { createTidying } from './tidying.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'
import { findUpload, recordUpload, type Upload } from './uploads.ts'

/** Sources of prices as this server runs them. */
export interface Sources extends Pick<SourceThreads, 'tryList' | 'guess' | 'sample'> {
  settings: ThreadSettings
  box: SecretBox
  files: SourceFiles
  runner: Runner
  /** leader tasks of the sources */
  upkeep: Upkeep
  /** starts running due sources on this server */
  start(): void
  /** ends or returns the running ones */
  stop(): Promise<void>
  /** starts the run that fetches a source's address now; @returns its id @throws SourceRefusal */
  fetchNow(id: string, day: string | undefined, startedBy: Trigger): Promise<number>
  /** imports a file that its user has uploaded; @returns the run's id @throws SourceRefusal */
  importUpload(userId: string, id: string, file: string, day: string | undefined): Promise<number>
  /** refuses a day that `fetchNow` and the others would refuse; @throws SourceRefusal */
  checkDay(day: string | undefined): void
  /**
   * imports a file in the folder, which belongs to the run from now on; a refusal removes it
   * @param admit throws if the source accepts no deliveries any more, in the transaction that adds the run
   * @returns the run's id
   * @throws SourceRefusal
   */
  importPushed(
    id: string,
    file: SavedFile,
    day: string | undefined,
    admit: (sql: Sql) => Promise<void>,
  ): Promise<number>
  /** fetches an address for a person's inspection; @throws SourceRefusal */
  fetchUpload(userId: string, address: string, secrets: SourceSecrets, signal: AbortSignal): Promise<Upload>
}

export interface SourcesDeps extends ThreadSettings {
  db: Db
  /** id of this server in the cluster */
  server: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function createSources({ db, server, log, ...settings }: SourcesDeps): Sources {
  const { config, location } = settings
  const files = new SourceFiles(location.dataDir)
  const box = createSecretBox(settings.authSecret, SECRETS_PURPOSE)
  const threads = createSourceThreads(settings)
  const runner = createRunner({
    db,
    files,
    server,
    log,
    fetch: (run, signal) => fetchList({ db, files, box, fetchLimits: config }, run, signal),
    import: threads.importList,
  })

  const tidying = createTidying(db, files, log)
  const upkeep = createUpkeep({
    db,
    log,
    dropDays: threads.dropDays,
    backfillHistory: threads.backfillHistory,
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
    runner,
    upkeep,
    start() {
      runner.start()
      tidying.start()
    },
    async fetchNow(id, day, startedBy) {
      const run = await db.transaction(async (sql) => {
        await lockSource(sql, id)
        return addFetch(sql, id, day, startedBy, config.keepDays)
      })
      runner.wake()
      return run
    },
    async importUpload(userId, id, file, day) {
      const { id: upload, size } = await findUpload(db, files, userId, file)
      const saved = { name: await files.link(upload), size }
      return addFileRun(id, saved, 'upload', day, (sql) => refuseTooMany(sql, id))
    },
    checkDay(day) {
      if (day) assertImportDay(day, config.keepDays)
    },
    importPushed: (id, file, day, admit) => addFileRun(id, file, 'push', day, admit),
    async fetchUpload(userId, address, secrets, signal) {
      const name = files.newName()
      try {
        const fetched = await fetchFile({ address, secrets, path: files.path(name), signal }, config)
        if (fetched.kind !== 'file') throw new SourceRefusal('Сервер не прислал файла')
        const last = new URL(address).pathname.split('/').at(-1) ?? ''
        return await recordUpload(db, files, userId, { id: name, name: last, size: fetched.bytes })
      } catch (error) {
        if (error instanceof FetchFailure) throw new SourceRefusal(error.message)
        throw error
      }
    },
    tryList: threads.tryList,
    guess: threads.guess,
    sample: threads.sample,
    async stop() {
      await Promise.all([runner.stop(), tidying.stop(), threads.stop()])
    },
  }
}

/**
 * Adds a fetch, or returns the open one of that day, which becomes due at once.
 * @param keepDays refuses days that have expired; without it any day is fetched
 * @throws SourceRefusal
 */
export async function addFetch(
  sql: Sql,
  id: string,
  day: string | undefined,
  startedBy: Trigger,
  keepDays?: number,
): Promise<number> {
  const source = await findSource(sql, id)
  if (source.kind !== 'address') throw new SourceRefusal('У этого источника нет адреса: загрузите файл')
  const asked = dayOf(source, day, keepDays)
  const open = await openFetch(sql, id, asked)
  const now = Date.now()
  // The command itself runs it.
  const dueAt = startedBy === 'command' ? now + RUN_LEASE_MS : now
  if (!open) {
    await refuseTooMany(sql, id)
    return addRun(sql, { sourceId: id, day: asked, startedBy }, now, dueAt)
  }
  await sql.run("UPDATE source_runs SET due_at = ? WHERE id = ? AND state = 'waiting'", dueAt, open.id)
  return open.id
}

/**
 * Returns the requested day, or today in the source's zone.
 * @throws SourceRefusal
 */
function dayOf({ zone }: Source, day: string | undefined, keepDays?: number): string {
  return day === undefined || day === '' ? zoneTime(zone, Date.now()).day : assertImportDay(day, keepDays)
}

/**
 * Checks a day.
 * @param keepDays refuses days that have expired
 * @throws SourceRefusal for an invalid or future day
 */
export function assertImportDay(day: string, keepDays?: number): string {
  if (!isIsoDate(day)) throw new SourceRefusal('Дата неверна: нужна дата вида 2026-04-18')
  if (isAfterTomorrow(day)) throw new SourceRefusal('Этот день ещё не наступил: верен ли год?')
  const first = keepDays === undefined ? '' : firstRetainedDay(keepDays, Date.now())
  if (day < first) throw new SourceRefusal(`Дни раньше ${dayText(first)} не хранятся`)
  return day
}
