import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../errors.ts'
import { type ImportLimits, USUAL_LIMITS } from '../limits.ts'
import type { FoundContainer } from '../list-reading.ts'
import { refuseBinary, unreadableError } from './refuse-binary.ts'
import { openZip, type PackedFile } from './zip.ts'

const ARCHIVE = 'Архив ZIP или файл XLSX'
const PIECE_BYTES = 64 * 1024

/** Price list opened for reading, decompressed if it is in a gzip file or a zip archive. */
export interface OpenedFile {
  /** name of the file, or of the file in the archive; without '.gz' */
  name: string
  /** files of an archive that can be price lists; none for other files */
  containers: readonly FoundContainer[]
  /** size of the file on disk */
  sizeBytes: number
  /** bytes of the file on disk read so far */
  readBytes(): number
  /** first decompressed bytes, to detect format and encoding */
  head: Uint8Array
  /** all decompressed bytes, including the head; iteration throws ImportError */
  chunks: AsyncIterable<Uint8Array>
  /** must be called if the file is not read to its end */
  close(): Promise<void>
}

/**
 * Opens a plain file, a gzip file or the price list of a zip archive, recognised by their first bytes, not their names.
 * @param chosen name of the file in an archive; '' for none
 * @throws ImportError if the file is empty, damaged or not readable
 */
export async function openPriceFile(
  path: string,
  limits: ImportLimits = USUAL_LIMITS,
  chosen = '',
): Promise<OpenedFile> {
  const { sizeBytes, packing } = await inspect(path)
  if (packing === 'zip') {
    const packed = await openFromZip(path, limits, chosen)
    if (packed) return createOpenedFile(path, sizeBytes, packed)
  }
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES })
  // pipeline passes the errors of both streams on to the reader, so the callback has nothing to do.
  const stream =
    packing === 'gzip' ? pipeline(file, createGunzip({ chunkSize: PIECE_BYTES }), () => {}) : file
  return createOpenedFile(path, sizeBytes, {
    name: path.replace(/\.gz$/i, ''),
    containers: [],
    stream,
    readBytes: () => file.bytesRead,
    close() {},
  })
}

interface ByteSource {
  name: string
  containers: readonly FoundContainer[]
  stream: AsyncIterable<Uint8Array>
  readBytes(): number
  close(): void
}

async function createOpenedFile(path: string, sizeBytes: number, source: ByteSource): Promise<OpenedFile> {
  const chunks = withImportErrors(source.stream, path)
  try {
    const first = await chunks.next()
    if (first.done) throw new ImportError('Файл пуст', { where: `: ${path}` })
    refuseBinary(first.value)
    return {
      name: source.name,
      containers: source.containers,
      sizeBytes,
      readBytes: source.readBytes,
      head: first.value,
      chunks: prepend(first.value, chunks),
      close: async () => {
        await chunks.return()
        source.close()
      },
    }
  } catch (error) {
    source.close()
    throw error
  }
}

/** @returns null for a workbook, which is not unpacked here */
async function openFromZip(path: string, limits: ImportLimits, chosen: string): Promise<ByteSource | null> {
  let packed: PackedFile | null
  try {
    packed = await openZip(path, limits, chosen)
  } catch (error) {
    throw unreadableError(ARCHIVE, error, `: ${path}`)
  }
  if (!packed) return null
  const { name, containers, stream, unpackedBytes, close } = packed
  const { size } = await stat(path)
  let unpacked = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        unpacked += chunk.length
        yield chunk
      }
    } catch (error) {
      throw unreadableError(ARCHIVE, error, `: ${path}`)
    }
  }
  // The archive is read out of order, so progress is computed from the unpacked bytes.
  const readBytes = () => (unpackedBytes === 0 ? size : Math.round((unpacked / unpackedBytes) * size))
  return { name, containers, stream: counted(), readBytes, close }
}

type Packing = 'gzip' | 'zip' | 'none'

async function inspect(path: string): Promise<{ sizeBytes: number; packing: Packing }> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new ImportError('Это не файл', { where: `: ${path}` })
    const magic = new Uint8Array(4)
    await handle.read(magic, 0, 4, 0)
    return { sizeBytes: stat.size, packing: packingOf(magic) }
  } catch (error) {
    throw toImportError(error, path)
  } finally {
    await handle?.close()
  }
}

function packingOf([first, second, third, fourth]: Uint8Array): Packing {
  if (first === 0x1f && second === 0x8b) return 'gzip'
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4 ? 'zip' : 'none'
}

async function* withImportErrors(
  stream: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream
  } catch (error) {
    throw toImportError(error, path)
  }
}

async function* prepend(
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

function toImportError(error: unknown, path: string): ImportError {
  if (error instanceof ImportError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const reason =
    REASONS[code.startsWith('Z_') && !(code in REASONS) ? 'Z_DATA_ERROR' : code] ??
    `Не удалось прочитать файл (${code})`
  return new ImportError(reason, { where: `: ${path}`, cause: error })
}
