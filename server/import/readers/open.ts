import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../import-error.ts'

const PIECE_BYTES = 64 * 1024

/** A price list opened for reading, decompressed if it is gzipped. */
export interface OpenedFile {
  /** of the file on disk */
  sizeBytes: number
  /** bytes of the file on disk read so far */
  readBytes(): number
  /** the first decompressed bytes, to detect format and encoding */
  head: Uint8Array
  /** all decompressed bytes, including the head; iteration throws ImportError */
  chunks: AsyncIterable<Uint8Array>
  /** needed if the file is not read to its end */
  close(): Promise<void>
}

/**
 * Opens a plain or gzip file, told apart by its first bytes rather than its name.
 * @throws ImportError
 */
export async function openPriceFile(path: string): Promise<OpenedFile> {
  const { sizeBytes, packed } = await inspect(path)
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES })
  // pipeline passes errors of either stream on to the reader, so there is nothing to do in the callback.
  const stream = packed ? pipeline(file, createGunzip({ chunkSize: PIECE_BYTES }), () => {}) : file
  const chunks = guarded(stream as AsyncIterable<Uint8Array>, path)
  const first = await chunks.next()
  if (first.done) throw new ImportError(`Файл пуст: ${path}`)
  return {
    sizeBytes,
    readBytes: () => file.bytesRead,
    head: first.value,
    chunks: startingWith(first.value, chunks),
    close: async () => {
      await chunks.return()
    },
  }
}

async function inspect(path: string): Promise<{ sizeBytes: number; packed: boolean }> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new ImportError(`Это не файл: ${path}`)
    const magic = new Uint8Array(2)
    await handle.read(magic, 0, 2, 0)
    return { sizeBytes: stat.size, packed: magic[0] === 0x1f && magic[1] === 0x8b }
  } catch (error) {
    throw named(error, path)
  } finally {
    await handle?.close()
  }
}

async function* guarded(stream: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream
  } catch (error) {
    throw named(error, path)
  }
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  yield first
  yield* rest
}

const REASONS: Record<string, string> = {
  ENOENT: 'Файл не найден',
  EISDIR: 'Это не файл',
  EACCES: 'Нет права читать файл',
  Z_BUF_ERROR: 'Архив gzip обрывается, файл скачан не целиком',
  Z_DATA_ERROR: 'Архив gzip повреждён',
}

function named(error: unknown, path: string): ImportError {
  if (error instanceof ImportError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return new ImportError(`${REASONS[code] ?? `Не удалось прочитать файл (${message})`}: ${path}`)
}
