import { countLines } from '../../import/account-lines.ts'
import type { ImportLimits } from '../../import/limits.ts'
import { createRejectsFile } from '../../import/rejects-file.ts'
import { formatRemarks } from '../../import/remarks.ts'
import type { Sql } from '../../platform/db/db.ts'
import { createMonthPartitions } from '../../platform/db/price-months.ts'
import type { CollectedDraft } from '../../prices/snapshot-draft.ts'
import type { EvaluationSettings } from '../rules/import-evaluation.ts'
import { forgetOldRejects, makeRoom, REJECTS_BYTES, type ServerFile } from './bounds.ts'
import { importDay } from './days/import-day.ts'
import type { FetchedList, ReadyRun } from './fetch-list.ts'
import type { ListFile } from './files.ts'
import {
  type HeldFor,
  heldLine,
  heldNotice,
  heldReasons,
  holdingFindings,
  storeAnswers,
  storedFindings,
} from './held.ts'
import type { ComparedList } from './kinds/kind.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { type ListRead, readList } from './read-list.ts'
import { type RecordDeps, RunBreak, RunRecord } from './run-record.ts'
import { type RunChange, replaceHeld } from './runs.ts'
import { draftOfDay, lastDay, type SourceStatus, sourceStatusOf } from './site-days.ts'
import type { LastFetch, Source } from './source.ts'
import { notifyRecovery, notifyTrouble } from './source-alerts.ts'
import { fetchKey, findSource, lockUnchangedSource } from './store.ts'
import { countsText, dayText, formatInteger } from './texts.ts'

export interface ImportDeps extends RecordDeps {
  limits: ImportLimits
  rules: EvaluationSettings
}

/**
 * Imports the price list of a run that this process has leased, and records the result. The transaction that saves the
 * prices also ends the run: a process killed at any step leaves a run that is either imported or will be repeated.
 * @param signal aborts the import when the server stops; the caller must then release the run
 */
export async function importList(deps: ImportDeps, ready: ReadyRun, signal: AbortSignal): Promise<void> {
  const source = await findSource(deps.db, ready.run.source_id)
  const record = new RunRecord(deps, ready.run, source, signal)
  const work = new ListImport(deps, ready, source, record, signal)
  try {
    await work.carryOut()
  } catch (error) {
    await work.forget(error as Error)
    await record.endWith(error as Error)
  }
}

class ListImport {
  readonly #deps: ImportDeps
  readonly #run: ReadyRun['run']
  readonly #fetched: FetchedList | undefined
  readonly #source: Source
  readonly #record: RunRecord
  readonly #signal: AbortSignal
  /** name of the fetched file; it is removed after a failure, unless the run was held with it */
  #toGo: string
  #rejects = ''

  constructor(
    deps: ImportDeps,
    { run, fetched }: ReadyRun,
    source: Source,
    record: RunRecord,
    signal: AbortSignal,
  ) {
    this.#deps = deps
    this.#run = run
    this.#fetched = fetched
    this.#toGo = fetched?.file?.name ?? ''
    this.#source = source
    this.#record = record
    this.#signal = signal
  }

  async carryOut(): Promise<void> {
    const { file, bytes, accepted } = this.#run
    const fetched = this.#fetched
    if (!fetched) {
      if (accepted) this.#record.say('Прайс-лист принят администратором')
      const sha256 = await this.#deps.files.sha256(file)
      return this.#take({ name: file, bytes, sha256, etag: '', modified: '' })
    }
    if (fetched.version !== this.#source.version) throw sourceChanged()
    if (fetched.file) return this.#take(fetched.file)
    const standing = await this.#standing()
    if (!standing) throw new RunBreak('anew', 'Цены последнего дня изменили')
    await this.#repeatDay(standing, fetched.why ?? 'Сервер сообщил, что прайс-лист не изменился')
  }

  #standing(): Promise<SourceStatus | undefined> {
    return sourceStatusOf(this.#deps.db, this.#source, this.#run.day)
  }

  async #take(file: ListFile): Promise<void> {
    const standing = await this.#standing()
    if (standing && standing.lastFetch.sha256 === file.sha256 && !this.#run.accepted) {
      await this.#repeatDay(
        standing,
        KINDS[this.#source.kind].unchanged ?? 'Это тот же файл, что и в прошлый раз',
        file,
      )
      return this.#deps.files.remove(file.name)
    }
    await this.#record.step('Чтение', 'Чтение прайс-листа')
    const rejectsName = this.#deps.files.newName()
    const read = await this.#read(file, rejectsName)
    this.#rejects = rejectsName
    const { records, bad, tyres, offers, others, rejectsFile } = read.summary
    await this.#record.change({
      records,
      bad,
      tyres,
      offers,
      rejects: rejectsFile === null ? '' : rejectsName,
      server: this.#deps.files.server,
      findings: storedFindings(read.account),
    })
    await this.#deps.files.removeRejects(this.#run.rejects)
    await this.#deps.files.removeAllRejects(await forgetOldRejects(this.#deps.db, this.#source.id))
    this.#record.say(
      `Прочитано: записей ${formatInteger(records)}, ${countsText(tyres, offers)}, отклонено ${formatInteger(bad)}${others.count > 0 ? `, не шин ${formatInteger(others.count)}` : ''}`,
    )
    for (const line of formatRemarks(read.summary.remarks, read.summary.numbered)) this.#record.say(line)
    for (const line of countLines(read.account)) this.#record.say(line)
    const emptied = read.comparison ? read.emptied : []
    const whole: ComparedList = { offers, comparison: read.comparison }
    const source = this.#source
    const compared = (await KINDS[source.kind].compared?.(this.#deps.db, source, this.#run, whole)) ?? whole
    const list = { ...read.summary, ...compared, emptied }
    const reasons = heldReasons(list, source.maxBad, compared.leastPercent)
    const findings = holdingFindings(read.account, this.#run)
    const isHeld = reasons.length + findings.length > 0 && !this.#run.accepted
    if (isHeld) return this.#hold(file, { reasons, findings })
    await this.#import(file, read)
    await this.#deps.files.remove(file.name)
  }

  async #read({ name, called = '' }: ListFile, rejectsName: string): Promise<ListRead> {
    const { db, files, limits } = this.#deps
    const { mapping, site, mayBeEmpty, answered } = this.#source
    try {
      return await readList(db, {
        path: files.path(name),
        called,
        mapping,
        site,
        day: this.#run.day,
        rejects: createRejectsFile(files.rejectsPath(rejectsName), REJECTS_BYTES),
        limits,
        mayBeEmpty,
        answered,
        onProgress: () => this.#signal.throwIfAborted(),
      })
    } catch (error) {
      await files.removeRejects(rejectsName)
      throw error
    }
  }

  async #import(file: ListFile, { draft, emptied, summary, account }: ListRead): Promise<void> {
    await this.#record.step('Запись', 'Запись цен')
    await createMonthPartitions(this.#deps.db, this.#run.day)
    const { tyres, offers } = summary
    await this.#finish(async (sql) => {
      const { notifications, comparedWith } = await this.#save(sql, draft, file)
      await storeAnswers(sql, this.#run, { emptied, account })
      const compared = comparedWith === null ? '' : `, сравнено с ${dayText(comparedWith)}`
      this.#record.say(`Загружено за ${dayText(this.#run.day)}: ${countsText(tyres, offers)}${compared}`)
      if (notifications > 0) this.#record.say(`Создано уведомлений: ${formatInteger(notifications)}`)
      return { state: 'imported', message: '' }
    })
  }

  /** Copies the prices of the last day to the run's day, because the price list is unchanged. */
  async #repeatDay(standing: SourceStatus, why: string, file?: ListFile): Promise<void> {
    const { db } = this.#deps
    const { day } = standing
    await this.#record.step('Запись', why)
    await createMonthPartitions(db, this.#run.day)
    const draft = day.day === this.#run.day ? undefined : await draftOfDay(db, day)
    await this.#finish(async (sql) => {
      if (draft) await this.#save(sql, draft, { ...standing.lastFetch, ...file })
      const message = `${why}: цены те же, что за ${dayText(day.day)}`
      this.#record.say(`За ${dayText(this.#run.day)} стоят цены за ${dayText(day.day)}`)
      return { state: 'unchanged', message, tyres: day.tyres, offers: day.offers }
    })
  }

  async #save(sql: Sql, draft: CollectedDraft, file: Pick<ListFile, 'sha256' | 'etag' | 'modified'>) {
    const { site } = this.#source
    const { day } = this.#run
    const imported = await importDay(sql, { site, day }, draft, this.#deps.rules)
    const saved = await lastDay(sql, site, day)
    const lastFetch: LastFetch = {
      key: fetchKey(this.#source),
      etag: file.etag,
      modified: file.modified,
      sha256: file.sha256,
      day,
      importedAt: saved?.importedAt ?? 0,
    }
    // An import for an earlier day says nothing about the current file at the address.
    const newest = this.#source.lastFetch?.day ?? ''
    if (day >= newest) {
      await sql.run`
        UPDATE sources SET last_fetch = ${JSON.stringify(lastFetch)} WHERE id = ${this.#source.id}`
    }
    return imported
  }

  /** Saves prices and ends the run in one transaction. */
  async #finish(work: (sql: Sql) => Promise<RunChange>): Promise<void> {
    const replaced = await this.#record.inOne(async (sql) => {
      await this.#keepSource(sql)
      const change = await work(sql)
      const now = this.#record.now()
      await this.#record.end(sql, { ...change, finished_at: now })
      await notifyRecovery(sql, this.#source, `Цены за ${dayText(this.#run.day)} загружены.`)
      return replaceHeld(sql, this.#run, now)
    })
    await this.#deps.files.removeAll(replaced)
  }

  async #hold({ name, bytes }: ListFile, why: HeldFor): Promise<void> {
    this.#record.say(heldLine(why))
    const gone = await this.#deps.db.transaction(async (sql): Promise<ServerFile[]> => {
      await this.#keepSource(sql)
      const now = this.#record.now()
      await this.#record.end(sql, {
        state: 'held',
        message: why.reasons.join('\n'),
        file: name,
        bytes,
        server: this.#deps.files.server,
        finished_at: now,
      })
      await notifyTrouble(
        sql,
        this.#source,
        'held',
        `прайс-лист за ${dayText(this.#run.day)} задержан и ждёт решения. ${heldNotice(why)}.`,
        now,
      )
      return [
        ...(await replaceHeld(sql, this.#run, now)),
        ...(await makeRoom(sql, { sourceId: this.#run.source_id, id: this.#run.id }, now)),
      ]
    })
    this.#toGo = ''
    await this.#deps.files.removeAll(gone)
  }

  /** @throws RunBreak */
  async #keepSource(sql: Sql): Promise<void> {
    if (!(await lockUnchangedSource(sql, this.#source))) throw sourceChanged()
  }

  /** Removes the files of a run that has failed or must be repeated. */
  async forget(error: Error): Promise<void> {
    await this.#deps.files.remove(this.#toGo)
    if (error instanceof RunBreak && error.next === 'anew')
      await this.#deps.files.removeRejects(this.#rejects)
  }
}

const sourceChanged = (): RunBreak => new RunBreak('anew', 'Источник изменили')
