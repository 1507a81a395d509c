import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileClosed } from '../file-closed.ts'
import { OperatorError } from '../operator-error.ts'

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
