import type { Db, Sql } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { refuseManyPushes, type ServerFile } from '../bounds.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { addDocumentsRun, makeDocumentsRunDue } from '../runs.ts'
import { zoneTime } from '../schedule.ts'
import { findSource, lockSource } from '../store.ts'
import { pieceBeginning, readDocument } from './document-text.ts'
import {
  countDocument,
  deleteDocuments,
  type Exchange,
  findExchange,
  insertDocument,
  listDocuments,
  PIECE,
  type SentDocument,
  saveExchange,
} from './documents.ts'

/** Call of 1C within an exchange. */
export interface ExchangeCall {
  sourceId: string
  /** exchange of the call's cookie; undefined without a cookie */
  exchange: string | undefined
  /** throws if the source no longer accepts the call; called in the transaction that writes */
  admit(sql: Sql): Promise<unknown>
}

interface DocumentExchangeDeps {
  db: Db
  files: SourceFiles
  /** maximum size of a source's documents, and of its pieces, in MiB */
  megabytes: number
  /** starts due runs */
  wake(): void
}

/** Time in ms without a call after which an exchange counts as complete, because not every 1C says so. */
const QUIET_MS = 3 * 60_000
/** Time in ms in which a call that carries a piece, or reads a document, has to end. */
const CALL_MS = 15 * 60_000
/** Maximum number of pieces of a source that wait for their import. */
const MAX_PIECES = 1_000
/** Maximum number of documents of a source. */
const MAX_DOCUMENTS = 500

const ASK_FOR_ALL = 'выгрузите из 1С все товары, а не только изменения'

/**
 * Receives the documents of 1C for sources. Files get random names; what they are is in the database, so that a document
 * exists either whole or not at all.
 */
export class DocumentExchange {
  readonly #deps: DocumentExchangeDeps

  constructor(deps: DocumentExchangeDeps) {
    this.#deps = deps
  }

  /**
   * Begins an exchange. The source's previous one ends with it, and documents that were sent in part are dropped.
   * @throws Refusal 429
   */
  async begin(call: ExchangeCall & { exchange: string }): Promise<void> {
    await this.#change(call, async (sql, now) => {
      await refuseManyPushes(sql, call.sourceId, now)
      const { exchange } = call
      await saveExchange(sql, call.sourceId, {
        exchange,
        server: this.#deps.files.server,
        ended: 0,
        busy_until: now + QUIET_MS,
      })
      return deleteDocuments(sql, (await listDocuments(sql, call.sourceId)).filter(isPiece))
    })
  }

  /**
   * Adds a piece to a document. A piece with the beginning of a document replaces the document's former pieces.
   * @throws Refusal
   */
  async addPiece(call: ExchangeCall, name: string, save: () => Promise<SavedFile>): Promise<void> {
    await this.#busy(call, CALL_MS)
    const { files, megabytes } = this.#deps
    const piece = await save()
    try {
      const beginning = await pieceBeginning(files.path(piece.name))
      if (beginning === 'archive') throw new Refusal(400, 'Архивы не принимаются: отключите сжатие в 1С')
      await this.#change(call, async (sql, now) => {
        const exchange = await this.#current(sql, call)
        const all = await listDocuments(sql, call.sourceId)
        const former = all.filter((one) => isPiece(one) && one.name === name)
        const replaced = beginning === 'document' ? former : []
        if (beginning === 'middle' && former.length === 0)
          throw new Refusal(400, `Файл ${name} начинается не с начала: повторите обмен`)
        const pieces = all.filter((one) => isPiece(one) && !replaced.includes(one))
        if (pieces.length >= MAX_PIECES || bytesOf(pieces) + piece.size > megabytes * 2 ** 20)
          throw new Refusal(400, 'Файлов слишком много, а загрузку прежних 1С не начинает')
        await saveExchange(sql, call.sourceId, { ...exchange, ended: 0, busy_until: now + QUIET_MS })
        await insertDocument(sql, call.sourceId, {
          file: piece.name,
          server: files.server,
          exchange: exchange.exchange,
          name,
          position: positionAfter(all),
          kind: PIECE,
          changes: 0,
          size: piece.size,
        })
        return deleteDocuments(sql, replaced)
      })
    } catch (error) {
      await files.remove(piece.name)
      throw error
    }
  }

  /**
   * Makes a document of its pieces, and adds a run as soon as the source has offers. A document that 1C asks for again
   * is left as it is.
   * @throws Refusal
   */
  async importDocument(call: ExchangeCall, name: string): Promise<void> {
    const { exchange } = await this.#busy(call, CALL_MS)
    const { db, files } = this.#deps
    const sent = (await listDocuments(db, call.sourceId)).filter(
      (one) => one.name === name && one.exchange === exchange,
    )
    const pieces = sent.filter(isPiece)
    if (pieces.length === 0) {
      if (sent.length === 0) throw new Refusal(400, `Файл ${name} не передан`)
      return
    }
    await this.#change(call, async (sql, now) => {
      await countDocument(sql, call.sourceId, now)
      return []
    })
    const paths = pieces.map(({ file }) => files.path(file))
    const { chunks, traits } = readDocument(paths, name)
    const saved = await files.saveChunks(chunks, this.#deps.megabytes)
    try {
      const { kind, changes } = traits()
      await this.#change(call, (sql, now) =>
        this.#replace(
          sql,
          call,
          {
            file: saved.name,
            server: files.server,
            exchange,
            name,
            position: 0,
            kind,
            changes: changes ? 1 : 0,
            size: saved.size,
          },
          pieces,
          now,
        ),
      )
    } catch (error) {
      await files.remove(saved.name)
      throw error
    }
  }

  /** Ends an exchange: its documents are imported without further waiting. */
  async end(call: ExchangeCall): Promise<void> {
    await this.#change(call, async (sql, now) => {
      const exchange = await this.#current(sql, call)
      await saveExchange(sql, call.sourceId, { ...exchange, ended: 1, busy_until: now })
      await makeDocumentsRunDue(sql, call.sourceId, now)
      return []
    })
    this.#deps.wake()
  }

  /** Notes that the exchange goes on. */
  async noteCall(call: ExchangeCall): Promise<void> {
    await this.#busy(call, QUIET_MS)
  }

  /** @returns files to remove after the commit */
  async #replace(
    sql: Sql,
    { sourceId, ...call }: ExchangeCall,
    document: SentDocument,
    pieces: readonly SentDocument[],
    now: number,
  ): Promise<ServerFile[]> {
    const exchange = await this.#current(sql, { sourceId, ...call })
    const all = await listDocuments(sql, sourceId)
    if (!pieces.every(({ file }) => all.some((one) => one.file === file)))
      throw new Refusal(400, 'Файл передан снова, пока он загружался: повторите обмен')
    const { exchange: id, kind, name, server } = document
    const isGone = (one: SentDocument): boolean =>
      pieces.some(({ file }) => file === one.file) ||
      // Documents of another server cannot be joined with those of this one.
      one.server !== server ||
      (!isPiece(one) && one.exchange === id && one.name === name) ||
      (document.changes === 0 && one.kind === kind && one.exchange !== id)
    const stays = [...all.filter((one) => !isGone(one)), { ...document, position: positionAfter(all) }]
    const documents = stays.filter((one) => !isPiece(one))
    if (isOffers(document) && !documents.some((one) => isOffers(one) && one.changes === 0))
      throw new Refusal(400, `Полной выгрузки ещё не было: ${ASK_FOR_ALL}`)
    if (documents.length > MAX_DOCUMENTS || bytesOf(documents) > this.#deps.megabytes * 2 ** 20)
      throw new Refusal(400, `Изменений накопилось слишком много: ${ASK_FOR_ALL}`)
    const gone = await deleteDocuments(sql, all.filter(isGone))
    await insertDocument(sql, sourceId, stays.at(-1) as SentDocument)
    const busyUntil = now + QUIET_MS
    await saveExchange(sql, sourceId, { ...exchange, ended: 0, busy_until: busyUntil })
    if (documents.some(isOffers)) {
      const { day } = zoneTime((await findSource(sql, sourceId)).zone, now)
      await addDocumentsRun(sql, { sourceId, day, server }, now, busyUntil)
    }
    return gone
  }

  /** Expects the exchange to go on for a time. */
  async #busy(call: ExchangeCall, ms: number): Promise<Exchange> {
    const exchange = await this.#current(this.#deps.db, call)
    const busy = { ...exchange, busy_until: Date.now() + ms }
    await this.#change(call, async (sql) => {
      await this.#current(sql, call)
      await saveExchange(sql, call.sourceId, busy)
      return []
    })
    return exchange
  }

  /** Writes in one transaction, and removes the files that it returns. */
  async #change(
    call: ExchangeCall,
    work: (sql: Sql, now: number) => Promise<readonly ServerFile[]>,
  ): Promise<void> {
    const { db, files } = this.#deps
    const gone = await db.transaction(async (sql) => {
      await lockSource(sql, call.sourceId)
      await call.admit(sql)
      return work(sql, Date.now())
    })
    await files.removeAll(gone)
  }

  /** @throws Refusal if the call belongs to no exchange, or to one that another has replaced */
  async #current(sql: Sql, { sourceId, exchange: asked }: ExchangeCall): Promise<Exchange> {
    const exchange = await findExchange(sql, sourceId)
    if (!exchange) throw new Refusal(400, 'Обмен не начат: запустите его в 1С снова')
    if (asked !== undefined && asked !== exchange.exchange)
      throw new Refusal(400, 'Этот обмен прервал другой обмен того же источника')
    if (exchange.server !== this.#deps.files.server)
      throw new Refusal(400, 'Обмен начат на другом сервере: запустите его в 1С снова')
    return exchange
  }
}

const isPiece = ({ kind }: SentDocument): boolean => kind === PIECE
const isOffers = ({ kind }: SentDocument): boolean => kind.startsWith('offers:')
const bytesOf = (documents: readonly SentDocument[]): number =>
  documents.reduce((sum, { size }) => sum + size, 0)
const positionAfter = (documents: readonly SentDocument[]): number => (documents.at(-1)?.position ?? 0) + 1
