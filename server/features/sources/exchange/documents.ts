import { createReadStream } from 'node:fs'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { assignments, newRow } from '../../../platform/db/statement.ts'
import { Refusal, tryLater } from '../../../platform/refusal.ts'
import type { ServerFile } from '../bounds.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { RunBreak } from '../run-record.ts'

/** Current exchange of a source with 1C. */
export interface Exchange {
  /** random id; an exchange that begins later has another one */
  exchange: string
  /** id of the server that has its files */
  server: string
  /** 1 once 1C has said that it sent everything; otherwise 0 */
  ended: number
  /** time in ms until which further files are expected */
  busy_until: number
}

/** Document that 1C has sent, or a piece of one that it has not asked to import yet. */
export interface SentDocument {
  /** name of the file in the folder `incoming` */
  file: string
  server: string
  exchange: string
  /** name that 1C gave it; never used as a path */
  name: string
  /** order among the documents and pieces of the source */
  position: number
  /** kind of a document (`DocumentTraits`); PIECE for a piece */
  kind: string
  /** 1 if the document only has what changed since the previous ones of its kind */
  changes: number
  /** size in bytes */
  size: number
}

export const PIECE = ''

export async function findExchange(sql: Sql, sourceId: string): Promise<Exchange | undefined> {
  return sql.get<Exchange>`
    SELECT exchange, server, ended, busy_until FROM source_exchanges WHERE source_id = ${sourceId}`
}

/** Starts an exchange, which ends the source's previous one. */
export async function saveExchange(
  sql: Sql,
  sourceId: string,
  { exchange, server, ended, busy_until }: Exchange,
): Promise<void> {
  const current = { exchange, server, ended, busy_until }
  await sql.run`
    INSERT INTO source_exchanges ${newRow({ source_id: sourceId, ...current })}
    ON CONFLICT (source_id) DO UPDATE SET ${assignments(current)}`
}

/** Maximum number of documents that a source sends in HOUR_MS: each is read and written as a whole. */
const MAX_AN_HOUR = 500
const HOUR_MS = 60 * 60_000

/**
 * Counts a document that is about to be read.
 * @throws Refusal 429 if the source has sent too many
 */
export async function countDocument(sql: Sql, sourceId: string, now: number): Promise<void> {
  const begun = now - HOUR_MS
  const counted = await sql.get<{ documents: number; counted_since: number }>`
    UPDATE source_exchanges SET documents = CASE WHEN counted_since > ${begun} THEN documents + 1 ELSE 1 END,
      counted_since = CASE WHEN counted_since > ${begun} THEN counted_since ELSE ${now} END
    WHERE source_id = ${sourceId} RETURNING documents, counted_since`
  if (counted && counted.documents > MAX_AN_HOUR)
    throw tryLater('Этот источник прислал уже достаточно файлов', Number(counted.counted_since) - begun)
}

/** Returns a source's documents and pieces, oldest first. */
export async function listDocuments(sql: Sql, sourceId: string): Promise<SentDocument[]> {
  const rows = await sql.all<SentDocument>`
    SELECT file, server, exchange, name, position, kind, changes, size FROM source_documents
    WHERE source_id = ${sourceId} ORDER BY position`
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

export async function insertDocument(sql: Sql, sourceId: string, document: SentDocument): Promise<void> {
  await sql.run`INSERT INTO source_documents ${newRow({ source_id: sourceId, ...document })}`
}

/** @returns files to remove after the commit */
export async function deleteDocuments(
  sql: Sql,
  documents: readonly Pick<SentDocument, 'file' | 'server'>[],
): Promise<ServerFile[]> {
  for (const { file } of documents) await sql.run`DELETE FROM source_documents WHERE file = ${file}`
  return documents.map(({ file, server }) => ({ name: file, server }))
}

/** Forgets a source's documents and its exchange; the next one has to bring everything. */
export async function forgetExchange(sql: Sql, sourceId: string): Promise<void> {
  await sql.run`DELETE FROM source_documents WHERE source_id = ${sourceId}`
  await sql.run`DELETE FROM source_exchanges WHERE source_id = ${sourceId}`
}

/** Returns the files of a server's documents and pieces. */
export async function documentsOf(sql: Sql, server: string): Promise<Set<string>> {
  const rows = await sql.all<{ file: string }>`SELECT file FROM source_documents WHERE server = ${server}`
  return new Set(rows.map(({ file }) => file))
}

/**
 * Writes a source's documents into one price list, in the order in which 1C had them imported (specification 13.17).
 * @throws RunBreak while the exchange goes on
 * @throws Refusal if the exchange was broken off or the documents are missing
 */
export async function joinDocuments(
  db: Db,
  files: SourceFiles,
  sourceId: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<SavedFile> {
  const exchange = await findExchange(db, sourceId)
  if (exchange?.ended === 0 && exchange.busy_until > now)
    throw new RunBreak(exchange.busy_until, 'Обмен с 1С ещё идёт')
  const all = await listDocuments(db, sourceId)
  if (exchange?.ended === 0 && all.some(({ kind }) => kind === PIECE))
    throw new Refusal(400, 'Обмен с 1С оборвался: пришли не все файлы, цены остались прежними')
  const documents = all.filter(({ kind, server }) => kind !== PIECE && server === files.server)
  if (documents.length === 0) throw new Refusal(400, MISSING)
  const missing = async (): Promise<Error> => {
    if (namesOf(await listDocuments(db, sourceId)) !== namesOf(all))
      return new RunBreak('anew', 'Из 1С пришли новые файлы')
    await forgetExchange(db, sourceId)
    return new Refusal(400, MISSING)
  }
  try {
    return await files.saveChunks(contentOf(documents, files, signal), Number.POSITIVE_INFINITY)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? await missing() : error
  }
}

const MISSING = 'Файлов из 1С на этом сервере нет: выгрузите из 1С все товары, а не только изменения'

const namesOf = (documents: readonly SentDocument[]): string => documents.map(({ file }) => file).join()

async function* contentOf(
  documents: readonly SentDocument[],
  files: SourceFiles,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const { file } of documents) {
    for await (const bytes of createReadStream(files.path(file))) {
      signal.throwIfAborted()
      yield bytes
    }
  }
}
