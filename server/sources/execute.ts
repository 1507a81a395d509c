import type { SecretBox } from '../auth/secret-box.ts'
import type { Db, Sql } from '../db/db.ts'
import { makeMonths } from '../db/price-months.ts'
import { ImportError } from '../import/import-error.ts'
import type { ImportLimits } from '../import/limits.ts'
import { createRejectsFile } from '../import/rejects-file.ts'
import { importDay } from '../notifications/import-day.ts'
import type { ResolveName } from '../outside/resolve-name.ts'
import type { CollectedDraft } from '../prices/snapshot-draft.ts'
import { forgetOldRejects, makeRoom, REJECTS_BYTES, type ServerFile } from './bounds.ts'
import { type Fetched, FetchFailure, type FetchLimits, fetchFile } from './fetch.ts'
import type { SourceFiles } from './files.ts'
import { heldReasons } from './held.ts'
import { type ListRead, readList } from './read-list.ts'
import { SourceRefusal } from './refusal.ts'
import { changeRun, type LogLine, type Run, replaceHeld, type TakenRun } from './runs.ts'
import { openSecrets } from './secrets.ts'
import { draftOfDay, lastDay, type SiteDay } from './site-days.ts'
import type { LastFetch, Source } from './source.ts'
import { fetchKey, findSource, keepSource } from './store.ts'
import { tellTrouble, tellWell } from './told.ts'
import { shown, shownCounts, shownDay, withoutPath } from './words.ts'

export interface ExecuteDeps {
  db: Db
  box: SecretBox
  files: SourceFiles
  limits: ImportLimits
  fetchLimits: FetchLimits
  glitchFactor: number
  clock?: () => number
  /** replaced in tests */
  resolveName?: ResolveName | undefined
  /** told each line of the log as it is written */
  onLine?: (text: string) => void
}

/** The run belongs to another server by now, or is gone: whatever was not committed is undone. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The source is no longer what the run was begun with: its prices would be saved under a former site, or read by a former mapping. */
class SourceChanged extends Error {
  override name = 'SourceChanged'
}

/** An administrator who changes a source more often during one run will start another. */
const MOST_BEGINNINGS = 10

/** Minutes before each repeat of a fetch that failed. */
const PAUSES_MIN = [1, 4, 15, 60] as const
const LONGEST_LOG = 100
const LONGEST_LINE = 500
const LONGEST_MESSAGE = 2_000

/**
 * Carries out a run that this process holds, and records what came of it. The import's own transaction marks the run, so that
 * a process killed at any step leaves it either imported or to be begun again.
 * @param signal ends it, for a server that stops; the run then has to be given back
 */
export async function executeRun(deps: ExecuteDeps, run: TakenRun, signal: AbortSignal): Promise<void> {
  let begun = run
  for (let beginnings = 1; ; beginnings++) {
    const source = await findSource(deps.db, run.sourceId)
    const execution = new Execution(deps, begun, source, signal)
    const isDone = await carriedOut(execution, beginnings < MOST_BEGINNINGS, signal)
    if (isDone) return
    begun = { ...run, log: await execution.restart() }
  }
}

/** @returns false if it has to be begun again, with the source as it is now */
async function carriedOut(execution: Execution, mayBegin: boolean, signal: AbortSignal): Promise<boolean> {
  try {
    await execution.carryOut()
  } catch (error) {
    if (error instanceof SourceChanged && mayBegin && !signal.aborted) return false
    await execution.endWith(error as Error)
  }
  return true
}

/** What a file is imported as. */
interface ListFile {
  name: string
  bytes: number
  sha256: string
  etag: string
  modified: string
}

class Execution {
  readonly #deps: ExecuteDeps
  readonly #run: TakenRun
  readonly #source: Source
  readonly #signal: AbortSignal
  readonly #clock: () => number
  readonly #log: LogLine[]
  #fetched = ''
  #rejects = ''

  constructor(deps: ExecuteDeps, run: TakenRun, source: Source, signal: AbortSignal) {
    this.#deps = deps
    this.#run = run
    this.#source = source
    this.#signal = signal
    this.#clock = deps.clock ?? Date.now
    this.#log = [...run.log]
  }

  /** Leaves nothing behind of what has to be done again. @returns the log to go on with */
  async restart(): Promise<LogLine[]> {
    await this.forget()
    await this.#deps.files.removeRejects(this.#rejects)
    this.#say('Источник изменили: всё с начала')
    return this.#log
  }

  async carryOut(): Promise<void> {
    const { files } = this.#deps
    if (this.#run.file !== '') {
      if (this.#run.accepted) this.#say('Прайс-лист принят администратором')
      const sha256 = await files.sha256(this.#run.file)
      return this.#take({ name: this.#run.file, bytes: this.#run.bytes, sha256, etag: '', modified: '' })
    }
    if (this.#source.kind !== 'address') throw new SourceRefusal('У этого источника больше нет адреса')
    const standing = await this.#standing()
    await this.#step('Скачивание', `Скачивание с ${new URL(this.#source.address).host}`)
    this.#fetched = files.newName()
    const fetched = await this.#fetch(this.#fetched, standing)
    if (fetched.kind === 'not modified') {
      return this.#repeatDay(standing as Standing, 'Сервер сообщил, что прайс-лист не изменился')
    }
    this.#say(`Скачано ${megabytes(fetched.bytes)} МБ`)
    await this.#take({ name: this.#fetched, ...fetched })
  }

  /** The site's last day, if it is what this source's last import has saved, by the same mapping. */
  async #standing(): Promise<Standing | undefined> {
    const { lastFetch, site } = this.#source
    if (!lastFetch || lastFetch.key !== fetchKey(this.#source)) return undefined
    const day = await lastDay(this.#deps.db, site, this.#run.day)
    const stands = day && day.day === lastFetch.day && day.importedAt === lastFetch.importedAt
    return stands ? { day, lastFetch } : undefined
  }

  async #fetch(name: string, standing: Standing | undefined): Promise<Fetched> {
    const { box, files, fetchLimits, resolveName } = this.#deps
    const known = standing?.lastFetch
    return fetchFile(
      {
        address: this.#source.address,
        secrets: openSecrets(box, this.#source.secrets),
        known: known && (known.etag || known.modified) ? known : undefined,
        path: files.path(name),
        signal: this.#signal,
      },
      fetchLimits,
      resolveName,
    )
  }

  async #take(file: ListFile): Promise<void> {
    const standing = await this.#standing()
    if (standing && standing.lastFetch.sha256 === file.sha256 && !this.#run.accepted) {
      await this.#repeatDay(standing, 'Это тот же файл, что и в прошлый раз', file)
      return this.#removeFile(file.name)
    }
    await this.#step('Чтение', 'Чтение прайс-листа')
    const rejectsName = this.#deps.files.newName()
    const read = await this.#read(file.name, rejectsName)
    this.#rejects = rejectsName
    const { records, bad, tyres, offers, rejectsFile } = read.summary
    await this.#change({
      records,
      bad,
      tyres,
      offers,
      rejects: rejectsFile === null ? '' : rejectsName,
      server: this.#deps.files.server,
    })
    await this.#deps.files.removeRejects(this.#run.rejects)
    await this.#deps.files.removeAllRejects(await forgetOldRejects(this.#deps.db, this.#source.id))
    this.#say(`Прочитано: записей ${shown(records)}, ${shownCounts(tyres, offers)}, отклонено ${shown(bad)}`)
    const emptied = read.comparison ? read.emptied : []
    const reasons = heldReasons(
      { ...read.summary, comparison: read.comparison, emptied },
      this.#source.maxBad,
    )
    if (reasons.length > 0 && !this.#run.accepted) return this.#hold(file, reasons)
    await this.#import(file, read)
    await this.#removeFile(file.name)
  }

  async #read(name: string, rejectsName: string): Promise<ListRead> {
    const { db, files, limits } = this.#deps
    const path = files.path(name)
    const { mapping, site, mayBeEmpty } = this.#source
    try {
      return await readList(db, {
        path,
        mapping,
        site,
        day: this.#run.day,
        rejects: createRejectsFile(files.rejectsPath(rejectsName), REJECTS_BYTES),
        limits,
        mayBeEmpty,
        onProgress: () => this.#signal.throwIfAborted(),
      })
    } catch (error) {
      await files.removeRejects(rejectsName)
      if (error instanceof ImportError) throw new ImportError(withoutPath(error.message, path))
      throw error
    }
  }

  async #import(file: ListFile, { draft, emptied, summary }: ListRead): Promise<void> {
    await this.#step('Запись', 'Запись цен')
    await makeMonths(this.#deps.db, this.#run.day)
    const { tyres, offers } = summary
    await this.#finish(async (sql) => {
      const { notifications, comparedWith } = await this.#save(sql, draft, file)
      const mayBeEmpty = [...new Set([...this.#source.mayBeEmpty, ...emptied])]
      await sql.run(
        'UPDATE sources SET may_be_empty = ? WHERE id = ?',
        JSON.stringify(mayBeEmpty),
        this.#source.id,
      )
      const compared = comparedWith === null ? '' : `, сравнено с ${shownDay(comparedWith)}`
      this.#say(`Загружено за ${shownDay(this.#run.day)}: ${shownCounts(tyres, offers)}${compared}`)
      if (notifications > 0) this.#say(`Создано уведомлений: ${shown(notifications)}`)
      return { state: 'imported', message: '' }
    })
  }

  /** The day gets what the last one has: its prices stand. */
  async #repeatDay(standing: Standing, why: string, file?: ListFile): Promise<void> {
    const { db } = this.#deps
    const { day } = standing
    await this.#step('Запись', why)
    await makeMonths(db, this.#run.day)
    const draft = day.day === this.#run.day ? undefined : await draftOfDay(db, day)
    await this.#finish(async (sql) => {
      if (draft) await this.#save(sql, draft, { ...standing.lastFetch, ...file })
      const message = `${why}: цены те же, что за ${shownDay(day.day)}`
      this.#say(`За ${shownDay(this.#run.day)} стоят цены за ${shownDay(day.day)}`)
      return { state: 'unchanged', message, tyres: day.tyres, offers: day.offers }
    })
  }

  async #save(sql: Sql, draft: CollectedDraft, file: Pick<ListFile, 'sha256' | 'etag' | 'modified'>) {
    const { site } = this.#source
    const { day } = this.#run
    const imported = await importDay(sql, { site, day }, draft, this.#deps.glitchFactor)
    const saved = await lastDay(sql, site, day)
    const lastFetch: LastFetch = {
      key: fetchKey(this.#source),
      etag: file.etag,
      modified: file.modified,
      sha256: file.sha256,
      day,
      importedAt: saved?.importedAt ?? 0,
    }
    // A day of the past says nothing about what the address has now.
    const newest = this.#source.lastFetch?.day ?? ''
    if (day >= newest) {
      await sql.run(
        'UPDATE sources SET last_fetch = ? WHERE id = ?',
        JSON.stringify(lastFetch),
        this.#source.id,
      )
    }
    return imported
  }

  /** Writes prices and the end of the run together. */
  async #finish(
    work: (sql: Sql) => Promise<Partial<Record<keyof Run, string | number | null>>>,
  ): Promise<void> {
    const replaced = await this.#deps.db.transaction(async (sql) => {
      const said = this.#log.length
      try {
        await this.#keepSource(sql)
        const change = await work(sql)
        const now = this.#clock()
        await this.#end(sql, { ...change, finished_at: now })
        await tellWell(sql, this.#source, `Цены за ${shownDay(this.#run.day)} загружены.`)
        return await replaceHeld(sql, this.#run, now)
      } catch (error) {
        this.#log.length = said
        throw error
      }
    })
    await this.#deps.files.removeAll(replaced)
  }

  async #hold({ name, bytes }: ListFile, reasons: readonly string[]): Promise<void> {
    const message = reasons.join('. ')
    this.#say(`Задержано: ${message}`)
    const gone = await this.#deps.db.transaction(async (sql): Promise<ServerFile[]> => {
      await this.#keepSource(sql)
      const now = this.#clock()
      await this.#end(sql, {
        state: 'held',
        message,
        file: name,
        bytes,
        server: this.#deps.files.server,
        finished_at: now,
      })
      await tellTrouble(
        sql,
        this.#source,
        'held',
        `прайс-лист за ${shownDay(this.#run.day)} задержан и ждёт решения. ${message}.`,
        now,
      )
      return [...(await replaceHeld(sql, this.#run, now)), ...(await makeRoom(sql, this.#run, now))]
    })
    await this.#deps.files.removeAll(gone)
  }

  /** @throws what is not this run's fault */
  async endWith(error: Error): Promise<void> {
    if (error instanceof LeaseLost || this.#signal.aborted) return this.forget()
    if (error instanceof FetchFailure) return this.#failOrRepeat(error.message, error.again)
    if (error instanceof ImportError || error instanceof SourceRefusal)
      return this.#failOrRepeat(error.message, false)
    throw error
  }

  /** Ends the run as failed, unless another try can help. */
  async #failOrRepeat(message: string, again: boolean): Promise<void> {
    const { attempt, startedBy, file } = this.#run
    const pause = again ? PAUSES_MIN[attempt] : undefined
    const now = this.#clock()
    await this.#removeFile(file === '' ? this.#fetched : file).catch(() => undefined)
    if (pause !== undefined) {
      this.#say(`${message}. Повтор через ${pause} мин`)
      await this.#end(this.#deps.db, {
        state: 'waiting',
        message: message.slice(0, LONGEST_MESSAGE),
        lease: '',
        attempt: attempt + 1,
        taken: 0,
        due_at: now + pause * 60_000,
      })
      return
    }
    this.#say(message)
    await this.#deps.db.transaction(async (sql) => {
      await this.#end(sql, { state: 'failed', message: message.slice(0, LONGEST_MESSAGE), finished_at: now })
      // Whoever started it otherwise is looking at it.
      if (startedBy === 'schedule' || startedBy === 'push')
        await tellTrouble(sql, this.#source, 'failed', `цены не загружены. ${message}`, now)
    })
  }

  /** @throws SourceChanged */
  async #keepSource(sql: Sql): Promise<void> {
    if (!(await keepSource(sql, this.#source))) throw new SourceChanged('source has changed')
  }

  #say(text: string): void {
    this.#log.push({ at: new Date(this.#clock()).toISOString(), text: text.slice(0, LONGEST_LINE) })
    if (this.#log.length > LONGEST_LOG) this.#log.splice(0, this.#log.length - LONGEST_LOG)
    this.#deps.onLine?.(text)
  }

  async #step(step: string, line: string): Promise<void> {
    this.#signal.throwIfAborted()
    this.#say(line)
    await this.#change({ step })
  }

  async #change(change: Record<string, string | number | null>): Promise<void> {
    const log = JSON.stringify(this.#log)
    if (!(await changeRun(this.#deps.db, this.#run, { ...change, log }))) throw new LeaseLost()
  }

  async #end(sql: Sql, change: Record<string, string | number | null>): Promise<void> {
    const log = JSON.stringify(this.#log)
    const ended = { step: '', leased_until: 0, ...change, log }
    if (!(await changeRun(sql, this.#run, ended))) throw new LeaseLost()
  }

  /** Leaves nothing behind of a run that somebody else goes on with. */
  async forget(): Promise<void> {
    await this.#removeFile(this.#fetched)
  }

  async #removeFile(name: string): Promise<void> {
    await this.#deps.files.remove(name)
  }
}

interface Standing {
  day: SiteDay
  lastFetch: LastFetch
}

const size = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const megabytes = (bytes: number): string => size.format(bytes / 1e6)
