import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasWideTable, isPage } from '../../import/readers/html-tables.ts'
import { fileClosed } from '../../platform/file-closed.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import type { FetchLimits, FetchRequest } from './fetch-request.ts'
import { tooLarge } from './files.ts'
import { SIGN_IN_PAGE } from './time-limit.ts'

const PRIVATE = 0o600
const HEAD_BYTES = 1_024
const MINUTE_MS = 60_000

/** File as a server sends it. */
export interface Incoming {
  stream: Readable
  /** host for messages */
  host: string
  /** decompresses the stream; undefined if it is not compressed */
  decoder?: Transform | undefined
  /** size of the stream in bytes as promised by the server; undefined if unknown */
  promised?: number | undefined
  /**
   * call it when the stream has ended. A stream also ends normally when its connection breaks;
   * @throws the error that broke the connection
   */
  wholeness(): Promise<void>
}

/**
 * Writes an incoming file to the disk, within the limits of size and speed.
 * @throws FetchFailure, and errors of the stream or the disk
 */
export async function receiveList(
  { stream, host, decoder, promised, wholeness }: Incoming,
  { path, into, expects = 'list' }: Pick<FetchRequest, 'path' | 'into' | 'expects'>,
  { fetchMegabytes, fetchMinKilobytes }: FetchLimits,
): Promise<{ bytes: number; sha256: string }> {
  const most = fetchMegabytes * 2 ** 20
  const hash = createHash('sha256')
  let received = 0
  let bytes = 0
  let head = Buffer.alloc(0)
  const counting = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      received += piece.length
      if (received > most) throw tooLarge(fetchMegabytes)
      yield piece
    }
  }
  const inspecting = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > most) throw tooLarge(fetchMegabytes)
      hash.update(piece)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)])
      yield piece
    }
  }
  const file = into ? inMemory(into) : createWriteStream(path, { mode: PRIVATE, flags: 'w' })
  let receivedBefore = 0
  const minutes = setInterval(() => {
    if (received - receivedBefore < fetchMinKilobytes * 1_024)
      stream.destroy(tooSlow(host, fetchMinKilobytes))
    receivedBefore = received
  }, MINUTE_MS).unref()
  try {
    if (decoder) await pipeline(stream, counting, decoder, inspecting, file)
    else await pipeline(stream, counting, inspecting, file)
  } catch (error) {
    await fileClosed(file)
    throw error
  } finally {
    clearInterval(minutes)
  }
  await wholeness()
  if (promised !== undefined && promised !== received) throw truncated()
  if (bytes === 0 && expects !== 'text') throw new FetchFailure('Сервер прислал пустой файл', true)
  const page = expects === 'list' ? await pageInsteadOfList(head, path) : null
  if (page) throw new FetchFailure(PAGES[page], page === 'message')
  return { bytes, sha256: hash.digest('base64url') }
}

const inMemory = (pieces: Buffer[]): Writable =>
  new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })

const PAGES = {
  message: 'Вместо прайс-листа сервер прислал страницу (HTML): верен ли адрес, не нужен ли вход?',
  'sign-in': SIGN_IN_PAGE,
} as const

const truncated = () => new FetchFailure('Файл пришёл не целиком: соединение оборвалось', true)
const tooSlow = (host: string, kilobytes: number) =>
  new FetchFailure(`Сервер ${host} отдаёт файл слишком медленно: меньше ${kilobytes} КБ за минуту`, true)

/** Number of bytes at the start of an HTML file that are searched for a price table. */
const PAGE_BYTES = 2 ** 21
const FIELD = /<input\b[^<>]{0,500}/gi
const PASSWORD = /\btype\s{0,9}=\s{0,9}["']?password\b/i
/** Scripts of the clouds' sign-in pages, which show their fields later. */
const SIGN_IN_SCRIPT =
  /accounts\.google\.com|login\.(?:live|microsoftonline)\.com|passport\.yandex\.|account\.mail\.ru/i

/**
 * Returns whether a file is an HTML page without a table of several columns: one on which a person signs in, or another
 * message. Null for a price list.
 * @param head beginning of the file
 */
async function pageInsteadOfList(head: Buffer, path: string): Promise<'sign-in' | 'message' | null> {
  if (!isPage(head.toString('latin1'))) return null
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, 0)
    const page = buffer.toString('latin1', 0, bytesRead)
    if (hasWideTable(page)) return null
    const asks = [...page.matchAll(FIELD)].some(([field]) => PASSWORD.test(field))
    return asks || SIGN_IN_SCRIPT.test(page) ? 'sign-in' : 'message'
  } finally {
    await file.close()
  }
}
