import type { FastifyBaseLogger } from 'fastify'
import { isAfterTomorrow, isIsoDate } from '../../contract/dates.ts'
import { createSecretBox, type SecretBox } from '../auth/secret-box.ts'
import type { Db, Sql } from '../db/db.ts'
import type { GuessHints } from '../import/guess/guess.ts'
import type { Guess } from '../import/guess/types.ts'
import type { Sample } from '../import/sample.ts'
import { FetchFailure, fetchFile } from './fetch.ts'
import { SourceFiles } from './files.ts'
import { inThread } from './in-thread.ts'
import { createLooking } from './looking.ts'
import { SourceRefusal } from './refusal.ts'
import { createRunner, type Runner } from './runner.ts'
import { addRun, LEASE_MS, openFetch, type StartedBy } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { SECRETS_PURPOSE } from './secrets.ts'
import type { Source, SourceSecrets } from './source.ts'
import { findSource } from './store.ts'
import type { ThreadSettings } from './thread-data.ts'
import type { Trial, TrialRequest } from './trial.ts'
import { createUpkeep } from './upkeep.ts'
import { findUpload, recordUpload, type Upload } from './uploads.ts'

export type { Guess, Sample, Trial }

/** Sources of prices as this server runs them. */
export interface Sources {
  settings: ThreadSettings
  box: SecretBox
  files: SourceFiles
  runner: Runner
  /** Begins to do what is due. */
  start(): void
  /** Ends or gives back what is under way. */
  stop(): Promise<void>
  /** The run that fetches a source's address now. @returns its id @throws SourceRefusal */
  fetchNow(id: string, day: string | undefined, startedBy: StartedBy): Promise<number>
  /** Imports a file that its user has uploaded. @returns the run's id @throws SourceRefusal */
  importUpload(userId: string, id: string, file: string, day: string | undefined): Promise<number>
  /** Imports a file that is in the folder, and is the run's from now on. @returns the run's id @throws SourceRefusal */
  importPushed(id: string, name: string, day: string | undefined): Promise<number>
  /** Fetches an address for a person to look at. @throws SourceRefusal */
  fetchUpload(userId: string, address: string, secrets: SourceSecrets, signal: AbortSignal): Promise<Upload>
  /** Reads a price list as an import would, and writes nothing. @throws SourceRefusal */
  tryList(request: TrialRequest, signal: AbortSignal): Promise<Trial>
  /** Makes a mapping by looking at a file's beginning. @throws SourceRefusal */
  guess(path: string, hints: GuessHints, signal: AbortSignal): Promise<Guess>
  /** Reads a file's beginning with a mapping, whose mistakes are told. @throws SourceRefusal */
  sample(path: string, mapping: unknown, signal: AbortSignal): Promise<Sample>
}

export interface SourcesParts extends ThreadSettings {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function createSources({ db, log, ...settings }: SourcesParts): Sources {
  const { config, location } = settings
  const files = new SourceFiles(location.dataDir)
  const box = createSecretBox(settings.authSecret, SECRETS_PURPOSE)
  const runner = createRunner({
    db,
    files,
    log,
    perform: (run, signal) => inThread(settings, { kind: 'run', run }, signal),
  })

  const upkeep = createUpkeep({
    db,
    files,
    log,
    dropDays: (now, signal) => inThread(settings, { kind: 'drop days', now }, signal),
  })

  const addFileRun = async (source: Source, name: string, startedBy: StartedBy, day: string | undefined) => {
    const run = {
      sourceId: source.id,
      day: dayOf(source, day),
      startedBy,
      file: { name, server: files.server },
    }
    const id = await db.transaction((sql) => addRun(sql, run, Date.now()))
    runner.wake()
    return id
  }

  const looking = createLooking(settings)

  return {
    settings,
    box,
    files,
    runner,
    start() {
      runner.start()
      upkeep.start()
    },
    async fetchNow(id, day, startedBy) {
      const run = await db.transaction((sql) => addFetch(sql, id, day, startedBy))
      runner.wake()
      return run
    },
    async importUpload(userId, id, file, day) {
      const source = await findSource(db, id)
      dayOf(source, day)
      const upload = await findUpload(db, files, userId, file)
      return addFileRun(source, await files.link(upload.id), 'upload', day)
    },
    async importPushed(id, name, day) {
      return addFileRun(await findSource(db, id), name, 'push', day)
    },
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
    tryList: (request, signal) => looking.look({ kind: 'trial', ...request }, signal),
    guess: (path, hints, signal) => looking.look({ kind: 'guess', path, hints }, signal),
    sample: (path, mapping, signal) => looking.look({ kind: 'sample', path, mapping }, signal),
    async stop() {
      await Promise.all([runner.stop(), upkeep.stop(), looking.stop()])
    },
  }
}

/** Of the fetch that is open already, if there is one: it is begun at once. @throws SourceRefusal */
export async function addFetch(
  sql: Sql,
  id: string,
  day: string | undefined,
  startedBy: StartedBy,
): Promise<number> {
  const source = await findSource(sql, id)
  if (source.kind !== 'address') throw new SourceRefusal('У этого источника нет адреса: загрузите файл')
  const asked = dayOf(source, day)
  const open = await openFetch(sql, id)
  const now = Date.now()
  // The command carries it out itself.
  const dueAt = startedBy === 'command' ? now + LEASE_MS : now
  if (!open || open.day !== asked) return addRun(sql, { sourceId: id, day: asked, startedBy }, now, dueAt)
  await sql.run("UPDATE source_runs SET due_at = ? WHERE id = ? AND state = 'waiting'", dueAt, open.id)
  return open.id
}

/** The asked day, or today in the source's zone. @throws SourceRefusal */
function dayOf({ zone }: Source, day: string | undefined): string {
  return day === undefined || day === '' ? zoneTime(zone, Date.now()).day : checkDay(day)
}

/** @throws SourceRefusal for what is no day, or one that is still to come */
export function checkDay(day: string): string {
  if (!isIsoDate(day)) throw new SourceRefusal('Дата неверна: нужна дата вида 2026-04-18')
  if (isAfterTomorrow(day)) throw new SourceRefusal('Этот день ещё не наступил: верен ли год?')
  return day
}
