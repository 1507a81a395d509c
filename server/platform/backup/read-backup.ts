import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Db } from '../db/db.ts'
import { SCHEMA_VERSION } from '../db/migrations.ts'
import { type Table, tablesOf } from '../db/tables.ts'
import { OperatorError } from '../operator-error.ts'
import {
  type BackupHeader,
  FORMAT_VERSION,
  isAnyHeader,
  isHeader,
  isTableLine,
  isTrailer,
  PROGRAM_VERSION,
  type Trailer,
} from './backup-format.ts'
import { fillDatabase } from './fill.ts'
import { decodeRow, MAX_LINE_LENGTH, type OnRows, parsed, type RowBatch, RowSums } from './table-rows.ts'

/** Backup file in which every row has been verified. */
export interface CheckedBackup {
  path: string
  header: BackupHeader
  tables: readonly Table[]
  sums: Trailer['tables']
  rows: number
}

/** Progress callback: bytes read so far and in total. */
export type OnBytes = (read: number, total: number) => void

/**
 * Reads a whole backup file and verifies it against the checksums in its trailer, before its rows are used.
 * The tables of a newer version are verified, too, although only that version can restore them.
 * @throws OperatorError with different messages for foreign, truncated and damaged files, and for newer formats
 */
export async function checkBackup(path: string, onBytes: OnBytes): Promise<CheckedBackup> {
  const sums = new RowSums()
  let rows = 0
  for await (const part of parts(path, onBytes)) {
    if ('lines' in part) {
      for (const line of part.lines) sums.add(part.table.name, line)
      rows += part.lines.length
      continue
    }
    const { header, tables, trailer } = part
    if (Object.keys(trailer.tables).length !== tables.length || sums.differsFrom(trailer.tables, tables)) {
      throw damaged(path)
    }
    return { path, header, tables, sums: trailer.tables, rows }
  }
  throw cutOff(path)
}

/**
 * Yields the rows of a verified file.
 * @throws OperatorError
 */
export async function* backupRows({ path }: CheckedBackup, onBytes: OnBytes): AsyncIterable<RowBatch> {
  for await (const part of parts(path, onBytes)) {
    if (!('lines' in part)) return
    const { table, lines } = part
    const rows = lines.map((line) => {
      const row = decodeRow(line, table.columns.length)
      if (!row) throw damaged(path)
      return row
    })
    yield { table, rows }
  }
}

type Part =
  | { table: Table; lines: readonly string[] }
  | { header: BackupHeader; tables: readonly Table[]; trailer: Trailer }

export const hasNewerTables = ({ schema }: BackupHeader): boolean => schema > SCHEMA_VERSION

/** Yields the rows in batches; at the end of the file yields the header, tables and trailer together. */
async function* parts(path: string, onBytes: OnBytes): AsyncIterable<Part> {
  let header: BackupHeader | undefined
  let tables: Table[] = []
  let begun = 0
  let trailer: Trailer | undefined
  for await (const lines of unpackedLines(path, onBytes)) {
    let rows: string[] = []
    for (const line of lines) {
      if (trailer) throw damaged(path)
      if (!header) {
        header = readHeader(path, line)
        if (!hasNewerTables(header)) tables = tablesOf(header.schema)
        continue
      }
      const current = tables[begun - 1]
      if (line.startsWith('[')) {
        if (!current) throw damaged(path)
        rows.push(line)
        continue
      }
      if (current && rows.length > 0) yield { table: current, lines: rows }
      rows = []
      const value = parsed(line)
      if (begun === tables.length && isTrailer(value)) trailer = value
      else if (!isTableLine(value)) throw damaged(path)
      else {
        // Only the file describes tables of a newer version.
        if (hasNewerTables(header))
          tables.push({ name: value.table, columns: value.columns, hasOwnRows: false })
        else if (!isTable(tables[begun], value)) throw damaged(path)
        begun++
      }
    }
    const current = tables[begun - 1]
    if (current && rows.length > 0) yield { table: current, lines: rows }
  }
  if (!header) throw foreign(path)
  if (!trailer) throw cutOff(path)
  yield { header, tables, trailer }
}

const isTable = (table: Table | undefined, { table: name, columns }: { table: string; columns: string[] }) =>
  table?.name === name && table.columns.join() === columns.join()

/** @throws OperatorError */
function readHeader(path: string, line: string): BackupHeader {
  const value = parsed(line)
  if (!isAnyHeader(value)) throw foreign(path)
  const { program, version } = value
  if (version > FORMAT_VERSION) {
    throw new OperatorError(
      `Копия ${path} сделана более новой версией программы (${program}), здесь ${PROGRAM_VERSION}: сначала обновите программу`,
    )
  }
  if (!isHeader(value)) throw damaged(path)
  return value
}

const NEW_LINE = 10

/**
 * Yields arrays of the lines of a gzip file. The next piece is decompressed while the lines of the previous one are
 * processed.
 */
async function* unpackedLines(path: string, onBytes: OnBytes): AsyncIterable<string[]> {
  const total = sizeOf(path)
  const file = createReadStream(path)
  const unpacking = createGunzip({ chunkSize: 2 ** 18 })
  // An error of either stream destroys `unpacking`, and the loop below throws the error.
  pipeline(file, unpacking, () => undefined)
  let begun: Buffer[] = []
  let length = 0
  try {
    for await (const piece of unpacking as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead, total)
      const end = piece.lastIndexOf(NEW_LINE)
      if (end >= 0) {
        const text = Buffer.concat([...begun, piece.subarray(0, end)]).toString('utf8')
        yield text.split('\n')
        begun = []
        length = 0
      }
      const rest = piece.subarray(end + 1)
      begun.push(rest)
      length += rest.length
      // A UTF-16 code unit takes up to three bytes in UTF-8.
      if (length > 3 * MAX_LINE_LENGTH) throw damaged(path)
    }
  } catch (error) {
    throw inWords(error, path)
  }
  if (length > 0) throw cutOff(path)
}

function sizeOf(path: string): number {
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new OperatorError(`${path} — не файл`)
    return found.size
  } catch (error) {
    throw inWords(error, path)
  }
}

function inWords(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new OperatorError(`Файл не найден: ${path}`)
  if (code === 'EACCES') return new OperatorError(`Нет прав на чтение файла ${path}`)
  if (code === 'Z_BUF_ERROR') return cutOff(path)
  if (message === 'incorrect header check') return foreign(path)
  if (code?.startsWith('Z_')) return damaged(path)
  return error
}

const foreign = (path: string) => new OperatorError(`${path} — не резервная копия этой программы`)
const cutOff = (path: string) => new OperatorError(`Копия ${path} оборвана: файл записан не до конца`)
const damaged = (path: string) => new OperatorError(`Копия ${path} повреждена`)

/** Exit code for a whole copy that only a newer version can restore: the test of deploy/nightly-backup.sh is then over. */
const NEWER_BACKUP = 3

/** @throws OperatorError for a copy of a newer version of the program */
export function refuseNewer({ path, header }: CheckedBackup): void {
  if (!hasNewerTables(header)) return
  // A former version may have made the copy after a rollback.
  const newer = header.program === PROGRAM_VERSION ? '' : ` (${header.program})`
  throw new OperatorError(
    `Копия ${path} цела, но её таблицы – более новой версии программы${newer}, здесь ${PROGRAM_VERSION}: сначала обновите программу`,
    { exitCode: NEWER_BACKUP },
  )
}

/**
 * Fills an empty database from a verified backup file.
 * @throws NotEmpty, OperatorError; the database is then unchanged
 */
export async function restoreBackup(
  db: Db,
  backup: CheckedBackup,
  onBytes: OnBytes,
  onChecked: OnRows,
): Promise<void> {
  refuseNewer(backup)
  const { header, tables, sums } = backup
  await db.transaction((sql) =>
    fillDatabase(sql, {
      schema: header.schema,
      tables,
      rows: backupRows(backup, onBytes),
      expected: () => sums,
      lastKeys: () =>
        Object.fromEntries(Object.entries(sums).map(([table, { lastKey }]) => [table, lastKey])),
      onChecked,
    }),
  )
}
