import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Transaction } from '../db/db.ts'
import { SCHEMA_VERSION } from '../db/migrations.ts'
import { storedTables, tablesOf, versionOf } from '../db/tables.ts'
import { fileClosed } from '../file-closed.ts'
import { OperatorError } from '../operator-error.ts'
import {
  type BackupHeader,
  FORMAT,
  FORMAT_VERSION,
  PROGRAM_VERSION,
  secretMark,
  type Trailer,
} from './backup-format.ts'
import { encodeRow, lastKeys, type OnRows, RowSums, readTables } from './table-rows.ts'

interface BackupOptions {
  path: string
  force: boolean
  /** AUTH_SECRET; the file contains only its fingerprint */
  secret: string | undefined
  signal: AbortSignal
  onRows: OnRows
}

export interface Backup {
  tables: number
  rows: number
  /** size in bytes */
  size: number
}

/**
 * Memory does not grow with the data: rows are read in batches of some megabytes, and the next batch is read only after
 * the previous one was written.
 */
export async function writeBackup(sql: Transaction, options: BackupOptions): Promise<Backup> {
  const schema = await versionOf(sql)
  if (schema === undefined) throw new OperatorError('В базе нет таблиц: сохранять нечего')
  // After a rollback the tables are newer. Their rows are copied as they are, for a program that knows them.
  const tables = schema > SCHEMA_VERSION ? await storedTables(sql) : tablesOf(schema)
  const sums = new RowSums()
  let rowCount = 0

  async function* lines(): AsyncIterable<string> {
    const header: BackupHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      schema: schema as number,
      program: PROGRAM_VERSION,
      made: new Date().toISOString(),
      engine: sql.engine,
      secret: secretMark(options.secret),
    }
    yield `${JSON.stringify(header)}\n`
    for (const table of tables) {
      yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
      for await (const { rows } of readTables(sql, [table])) {
        const encoded = rows.map(encodeRow)
        for (const line of encoded) sums.add(table.name, line)
        rowCount += rows.length
        yield `${encoded.join('\n')}\n`
        options.onRows(table.name, rowCount)
      }
    }
    yield `${JSON.stringify(await trailer())}\n`
  }

  async function trailer(): Promise<Trailer> {
    const keys = await lastKeys(sql, tables)
    const ofTable = (name: string) => {
      const { rows, hex: sum } = sums.of(name)
      return { rows, sum, lastKey: keys[name] ?? null }
    }
    return { tables: Object.fromEntries(tables.map(({ name }) => [name, ofTable(name)])) }
  }

  const { size } = await writeWholeFile(options.path, options, Readable.from(lines()), createGzip())
  return { tables: tables.length, rows: rowCount, size }
}

const PRIVATE = 0o600

interface Written {
  /** size in bytes */
  size: number
}

/**
 * Writes a stream atomically into a file that only its owner can read: into a temporary file in the same folder, which
 * is renamed once all data is on the disk.
 * @param force whether an existing file is replaced
 * @throws OperatorError with a text for the operator after failures of the file system
 */
export async function writeWholeFile(
  path: string,
  { force, signal }: { force: boolean; signal: AbortSignal },
  content: Readable,
  packing: Transform,
): Promise<Written> {
  refuseTaken(path, force)
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
  const file = createWriteStream(partial, { flags: 'wx', mode: PRIVATE, flush: true })
  try {
    await pipeline(content, packing, file, { signal })
    const { size } = await stat(partial)
    await (force ? rename(partial, path) : renameToNew(partial, path))
    await syncFolder(dirname(path))
    return { size }
  } catch (error) {
    throw inWords(error, path)
  } finally {
    await fileClosed(file)
    await rm(partial, { force: true })
  }
}

function refuseTaken(path: string, force: boolean): void {
  if (!existsSync(path)) return
  if (!statSync(path).isFile()) throw new OperatorError(`${path} — не файл`)
  if (!force) throw taken(path)
}

const taken = (path: string) =>
  new OperatorError(`Файл ${path} уже есть: укажите другое имя, или --force, чтобы заменить его`)

/** Gives a file its final name by a hard link. Unlike renaming, this never replaces a file created in the meantime. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // The file is renamed on file systems without hard links.
    await rename(from, to)
  }
}

/** Writes a folder to the disk; a power failure could otherwise undo the renaming. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function inWords(error: unknown, path: string): unknown {
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return new OperatorError('Прервано, копия не сохранена')
  if (code === 'EEXIST') return taken(path)
  const known: Record<string, string> = {
    ENOENT: 'такой папки нет',
    ENOTDIR: 'такой папки нет',
    EACCES: 'нет прав на папку',
    EPERM: 'нет прав на папку',
    EROFS: 'папка доступна только для чтения',
    ENOSPC: 'на диске нет места',
    EDQUOT: 'на диске нет места',
    ENAMETOOLONG: 'слишком длинное имя',
  }
  const words = known[code ?? '']
  return words ? new OperatorError(`Не удалось записать ${path}: ${words}`, { cause: error }) : error
}
