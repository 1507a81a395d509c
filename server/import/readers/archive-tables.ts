import { extname } from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { WHY_UNREADABLE } from '../../../contract/sources/account.ts'
import { conditionOf } from '../../matching/condition.ts'
import type { FoundContainer } from '../list-reading.ts'

/** First bytes of each file. */
type Heads = ReadonlyMap<Entry, Buffer>

export const EMPTY = Buffer.alloc(0)
/** Number of bytes of each file that say which form it has, and of files that are looked at. */
const HEAD_BYTES = 16 * 1024
const MAX_FILES = 100
const TABLES = new Set(['.csv', '.txt', '.tsv'])
/** Size of a tyre, in any of the encodings of price lists. */
const TYRE_SIZE = /\d{3}\s?[/xX]\s?\d{2}[^\n]{0,6}[rR]\s?\d{2}/g

/** Reads the beginning of each file. */
export async function readHeads(zip: ZipFile, files: readonly Entry[]): Promise<Heads> {
  const heads = new Map<Entry, Buffer>()
  for (const file of files.slice(0, MAX_FILES)) {
    const stream = await zip.openReadStreamPromise(file)
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        size += chunk.length
        if (size >= HEAD_BYTES) break
      }
    } finally {
      stream.destroy()
    }
    heads.set(file, Buffer.concat(chunks).subarray(0, HEAD_BYTES))
  }
  return heads
}

/** Returns the file whose beginning has the most sizes of tyres; the first one if none has any. */
export function mostTyres(files: readonly Entry[], heads: Heads): Entry | undefined {
  const sizes = (file: Entry) => heads.get(file)?.toString('latin1').match(TYRE_SIZE)?.length ?? 0
  return files.reduce((best, next) => (sizes(best) === 0 && sizes(next) > 0 ? next : best), files[0] as Entry)
}

/** Returns the first line of a table of text; '' for other files. */
function firstLine(file: Entry, heads: Heads): string {
  if (!TABLES.has(extname(file.fileName.toLowerCase()))) return ''
  const text = withoutMark(heads.get(file) ?? EMPTY).toString('latin1')
  // The bytes of UTF-16 cannot be joined by a line break of one byte.
  return text.includes('\0') ? '' : (text.split(/[\r\n]/, 1)[0] ?? '').trim()
}

/** Returns the file with the other tables that have its first line, in the order of the archive. */
export function sameForm(file: Entry, files: readonly Entry[], heads: Heads): Entry[] {
  const line = firstLine(file, heads)
  const condition = conditionOf(file.fileName)
  // Tyres that are not new are in a file of their own, whose name alone says so.
  const isLike = (one: Entry) => firstLine(one, heads) === line && conditionOf(one.fileName) === condition
  return line === '' ? [file] : files.filter((one) => one === file || isLike(one))
}

/** Streams tables one after the other, each on a new line; the first lines of the later ones are repeated headers. */
export async function* streamTables(zip: ZipFile, files: readonly Entry[]): AsyncGenerator<Uint8Array> {
  for (const [at, file] of files.entries()) {
    if (at > 0) yield Buffer.from('\n')
    const stream = await zip.openReadStreamPromise(file)
    let isFirst = at > 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        yield isFirst ? withoutMark(chunk) : chunk
        isFirst = false
      }
    } finally {
      stream.destroy()
    }
  }
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

const ARCHIVE = /\.(?:zip|rar|7z|gz|tgz|tar|bz2|xz)$/i
/** Pictures and files of a page, of which an archive may have thousands. */
const DECORATION = /\.(?:jpe?g|png|gif|webp|svg|bmp|ico|db|ini|css|js)$/i

/**
 * Returns the files as containers of the account; nothing for an archive of one list.
 * @param files files that can be lists, or are texts beside them
 * @param others the other files of the archive
 */
export function containersOf(
  files: readonly Entry[],
  read: readonly Entry[],
  heads: Heads,
  others: readonly Entry[],
): FoundContainer[] {
  const unreadable = others
    .filter(({ fileName }) => !DECORATION.test(fileName))
    .slice(0, MAX_FILES)
    .map(({ fileName }) => ({
      kind: 'file' as const,
      name: fileName,
      isRead: false,
      records: null,
      why: ARCHIVE.test(fileName) ? WHY_UNREADABLE.archive : WHY_UNREADABLE.other,
    }))
  if (files.length + unreadable.length < 2) return []
  const lists = files.map((file) => {
    const isRead = read.includes(file)
    const head = heads.get(file)
    return {
      kind: 'file' as const,
      name: file.fileName,
      isRead,
      records: null,
      ...(!isRead && head && { head }),
    }
  })
  return [...lists, ...unreadable]
}
