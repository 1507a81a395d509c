import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type AllowedHosts, isAllowed } from '../../platform/egress/allowed-hosts.ts'
import { publicLookup } from '../../platform/egress/public-lookup.ts'
import type { ResolveName } from '../../platform/egress/resolve-name.ts'
import { fileClosed } from '../../platform/file-closed.ts'
import { INSIDE, parseSourceAddress } from './address.ts'
import type { SourcesConfig } from './config.ts'
import { dispositionName } from './file-name.ts'
import { diskFull, tooLarge } from './files.ts'
import { pageInsteadOfList } from './page-instead.ts'
import { SourceRefusal } from './refusal.ts'
import { headersOf } from './secrets.ts'
import type { SourceSecrets } from './source.ts'

export interface FetchRequest {
  address: string
  secrets: SourceSecrets
  /** what the address must answer with: a list may be no HTML page without a table, and only a text may be empty */
  expects?: 'list' | 'page' | 'text'
  /**
   * called before each request, redirects included; it may wait, or throw a FetchFailure. What it returns is called when
   * the answer has ended, with the number of bytes received
   */
  before?: (url: URL) => Promise<(bytes: number) => Promise<void>>
  /** validators of the last imported file; '' for a missing one */
  known?: { etag: string; modified: string } | undefined
  /** path to write the file to; the file exists afterwards only if it is complete */
  path: string
  /** aborts the fetch when the server stops */
  signal: AbortSignal
}

export type Fetched =
  | { kind: 'not modified' }
  | {
      kind: 'file'
      bytes: number
      sha256: string
      etag: string
      modified: string
      contentType: string
      /** name that the server gives the file; '' for none */
      fileName: string
    }

/** Failure of a fetch. The message is meant for users; it never contains the address, which may contain keys. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  /** whether a retry can help */
  readonly again: boolean
  /** status of the server's answer; 0 without one */
  readonly status: number
  /** time in ms after which the server asks to be called again; 0 if it does not say */
  readonly retryAfterMs: number

  constructor(message: string, again: boolean, { status = 0, retryAfterMs = 0 } = {}) {
    super(message)
    this.again = again
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Message of a fetch that ended at a page with a password field. */
export const SIGN_IN_PAGE =
  'Вместо прайс-листа пришла страница входа: без имени и пароля сервер файла не даёт'

export type FetchLimits = Pick<
  SourcesConfig,
  'userAgent' | 'allowedHosts' | 'fetchMegabytes' | 'fetchSeconds' | 'stallSeconds' | 'fetchMinKilobytes'
>

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Texts for HTTP statuses after which a retry is useless. */
const FINAL: Readonly<Record<number, string>> = {
  400: 'не понял запрос',
  401: 'не принял ключи или пароль',
  403: 'не даёт этот файл',
  404: 'такого файла не нашёл',
  405: 'не отдаёт файл по этому адресу',
  406: 'не отдаёт файл в таком виде',
  410: 'такого файла больше не имеет',
  451: 'не даёт этот файл',
}

/**
 * Fetches an address into a file. Every redirect target is checked like the first address, and secrets are sent only to
 * the origin of the first address.
 * @param resolveName replacement of the DNS look-up in tests
 * @throws FetchFailure
 */
export async function fetchFile(
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<Fetched> {
  const limit = new TimeLimit(limits.fetchSeconds * 1_000)
  const signal = AbortSignal.any([request.signal, limit.signal])
  try {
    return await follow({ ...request, signal }, limit, limits, resolveName)
  } catch (error) {
    await rm(request.path, { force: true })
    if (request.signal.aborted) throw request.signal.reason
    if (limit.signal.aborted) {
      throw new FetchFailure(`Скачивание длилось дольше ${limits.fetchSeconds} с`, true)
    }
    throw failureOf(error)
  }
}

/** Limit of the time that requests take; waiting for a turn does not count. */
class TimeLimit {
  readonly #aborting = new AbortController()
  #left: number
  #begun = 0
  #timer: NodeJS.Timeout | undefined

  /** @param ms time in ms */
  constructor(ms: number) {
    this.#left = ms
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#aborting.signal
  }

  start(): void {
    this.#begun = performance.now()
    this.#timer = setTimeout(() => this.#aborting.abort(), this.#left)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#left = Math.max(0, this.#left - (performance.now() - this.#begun))
  }
}

async function follow(
  request: FetchRequest,
  limit: TimeLimit,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<Fetched> {
  const first = checked(request.address, limits.allowedHosts)
  let url = first
  for (let redirects = 0; ; redirects++) {
    const ended = await request.before?.(url)
    let answer: IncomingMessage | undefined
    limit.start()
    try {
      const asked = await ask(url, request, url.origin === first.origin, limits, resolveName)
      answer = asked.answer
      const status = answer.statusCode ?? 0
      if (REDIRECTS.has(status) && answer.headers.location !== undefined) {
        if (redirects === MOST_REDIRECTS) {
          throw new FetchFailure(`Адрес перенаправляет больше ${MOST_REDIRECTS} раз`, true)
        }
        if (!URL.canParse(answer.headers.location, url.href)) {
          throw new FetchFailure(`${url.host} перенаправляет на неверный адрес`, true)
        }
        url = checked(new URL(answer.headers.location, url).href, limits.allowedHosts)
        continue
      }
      if (status === 304 && request.known) return { kind: 'not modified' }
      if (status !== 200) throw refused(url, status, answer.headers['retry-after'])
      return await receive(asked, url, request, limits)
    } finally {
      limit.stop()
      answer?.destroy()
      await ended?.(answer?.socket?.bytesRead ?? 0)
    }
  }
}

/**
 * Checks an address or redirect target.
 * @throws FetchFailure
 */
function checked(address: string, allowedHosts: AllowedHosts): URL {
  try {
    const url = parseSourceAddress(address, allowedHosts)
    // A redirect target may contain a user name and password; only the source's own secrets are sent.
    url.username = ''
    url.password = ''
    return url
  } catch (error) {
    throw new FetchFailure((error as Error).message, false)
  }
}

function refused({ host }: URL, status: number, retryAfter: string | undefined): FetchFailure {
  const known = FINAL[status]
  const answer = { status, retryAfterMs: pauseOf(retryAfter) }
  if (known !== undefined) return new FetchFailure(`Сервер ${host} ${known} (ответ ${status})`, false, answer)
  return new FetchFailure(`Сервер ${host} ответил ошибкой ${status}`, status !== 501, answer)
}

/** Returns the time in ms that a Retry-After header states, in seconds or as a date; 0 without one. */
function pauseOf(header: string | undefined): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

interface Asked {
  answer: IncomingMessage
  /**
   * call it when the response has ended. A response without a known length also ends normally when its connection
   * breaks; only the request has the error.
   * @throws the error that broke the connection
   */
  wholeness(): Promise<void>
}

function ask(
  url: URL,
  { secrets, known, signal }: FetchRequest,
  isOwn: boolean,
  { userAgent, allowedHosts, stallSeconds }: FetchLimits,
  resolveName?: ResolveName,
): Promise<Asked> {
  const isHttps = url.protocol === 'https:'
  const lookup = isAllowed(url, allowedHosts)
    ? {}
    : { lookup: publicLookup(() => new FetchFailure(INSIDE, false), resolveName) }
  const Agent = isHttps ? HttpsAgent : HttpAgent
  const headers = {
    'user-agent': userAgent,
    accept: '*/*',
    ...(isOwn ? headersOf(secrets) : {}),
    'accept-encoding': 'gzip',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.modified ? { 'if-modified-since': known.modified } : {}),
  }
  return new Promise((done, fail) => {
    const send = isHttps ? httpsRequest : httpRequest
    let answer: IncomingMessage | undefined
    let broken: Error | undefined
    const closed = Promise.withResolvers<void>()
    const wholeness = async () => {
      await closed.promise
      if (broken) throw broken
    }
    const sent = send(url, { agent: new Agent(lookup), headers, signal }, (begun) => {
      answer = begun
      done({ answer, wholeness })
    })
    sent.setTimeout(stallSeconds * 1_000, () => {
      const failure = new FetchFailure(`Сервер ${url.host} молчал ${stallSeconds} с`, true)
      // Destroying the request would only report a truncated response to the reader.
      ;(answer ?? sent).destroy(failure)
    })
    sent.on('error', (error) => {
      broken = error
      fail(error)
    })
    sent.on('close', () => {
      closed.resolve()
      // Rejects if the request closed without a response or an error: Node.js reports nothing else after an unsolicited
      // 101.
      fail(unruly())
    })
    sent.end()
  })
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

const PRIVATE = 0o600
const HEAD_BYTES = 1_024
const MINUTE_MS = 60_000

async function receive(
  { answer, wholeness }: Asked,
  { host }: URL,
  { path, expects = 'list' }: FetchRequest,
  { fetchMegabytes, fetchMinKilobytes }: FetchLimits,
): Promise<Fetched> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[encoding]
  if (!decoder && encoding !== 'identity' && encoding !== '') {
    throw new FetchFailure('Сервер сжал файл неизвестным способом', false)
  }
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
  const file = createWriteStream(path, { mode: PRIVATE, flags: 'w' })
  let receivedBefore = 0
  const minutes = setInterval(() => {
    if (received - receivedBefore < fetchMinKilobytes * 1_024)
      answer.destroy(tooSlow(host, fetchMinKilobytes))
    receivedBefore = received
  }, MINUTE_MS).unref()
  try {
    if (decoder) await pipeline(answer, counting, decoder(), inspecting, file)
    else await pipeline(answer, counting, inspecting, file)
  } catch (error) {
    await fileClosed(file)
    throw error
  } finally {
    clearInterval(minutes)
  }
  await wholeness()
  const promised = answer.headers['content-length']
  if (promised !== undefined && Number(promised) !== received) throw truncated()
  if (bytes === 0 && expects !== 'text') throw new FetchFailure('Сервер прислал пустой файл', true)
  const page = expects === 'list' ? await pageInsteadOfList(head, path) : null
  if (page) throw new FetchFailure(PAGES[page], page === 'message')
  const { etag = '', 'last-modified': modified = '', 'content-type': contentType = '' } = answer.headers
  const fileName = dispositionName(answer.headers['content-disposition'])
  return { kind: 'file', bytes, sha256: hash.digest('base64url'), etag, modified, contentType, fileName }
}

const PAGES = {
  message: 'Вместо прайс-листа сервер прислал страницу (HTML): верен ли адрес, не нужен ли вход?',
  'sign-in': SIGN_IN_PAGE,
} as const

const tooSlow = (host: string, kilobytes: number) =>
  new FetchFailure(`Сервер ${host} отдаёт файл слишком медленно: меньше ${kilobytes} КБ за минуту`, true)
const unruly = () => new FetchFailure('Сервер ответил не по правилам HTTP', true)
const truncated = () => new FetchFailure('Файл пришёл не целиком: соединение оборвалось', true)

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Имя сервера не найдено',
  EAI_AGAIN: 'Имя сервера сейчас не определяется',
  ECONNREFUSED: 'Сервер не принимает соединения',
  ETIMEDOUT: 'Сервер не отвечает',
  EHOSTUNREACH: 'Сервер недоступен',
  ENETUNREACH: 'Сервер недоступен',
  EPROTO: 'Сервер не понял защищённое соединение',
  ERR_STREAM_PREMATURE_CLOSE: 'Файл пришёл не целиком: соединение оборвалось',
  ECONNRESET: 'Файл пришёл не целиком: соединение оборвалось',
  Z_BUF_ERROR: 'Файл пришёл не целиком: сжатие обрывается',
  Z_DATA_ERROR: 'Файл повреждён: его сжатие не читается',
}

function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const full = diskFull(error)
  if (full) return new FetchFailure(full.message, true)
  if (error instanceof SourceRefusal) return new FetchFailure(error.message, false)
  const { code = '' } = error as { code?: string }
  const known = REASONS[code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) {
    return new FetchFailure('Сертификату сервера нельзя доверять', true)
  }
  if (code.startsWith('HPE_')) return unruly()
  return new FetchFailure('Соединение с сервером не удалось', true)
}
