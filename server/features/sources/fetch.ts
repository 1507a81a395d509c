import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { parse } from 'content-disposition'
import { type AllowedHosts, allowedFor, isAllowed, NOT_INSIDE } from '../../platform/egress/allowed-hosts.ts'
import {
  agentFor,
  checkedLookup,
  headersOf,
  openExchange,
  retryAfterMs,
} from '../../platform/egress/http-exchange.ts'
import type { ResolveName } from '../../platform/egress/public-lookup.ts'
import { FetchFailure, noResponseFailure } from '../../platform/remote/fetch-failure.ts'
import { parseSourceAddress } from './address.ts'
import { type CookieJar, LoopCheck, MAX_REDIRECTS } from './cookie-jar.ts'
import type { Fetched, FetchLimits, FetchRequest } from './fetch-request.ts'
import { receiveList } from './receive-list.ts'
import { protocolViolation, type TimeLimit, withinTime } from './time-limit.ts'

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
 * Fetches an address over HTTP or HTTPS into a file. Every redirect target is checked; one inside is called only if all
 * addresses before it are of typed hosts. Secrets are sent only to the origin of the first address.
 * @param resolveName replacement of the DNS look-up in tests
 * @throws FetchFailure
 */
export async function fetchFile(
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<Fetched> {
  return withinTime(request, limits, (timed, limit) => fetchShared(timed, limit, limits, resolveName))
}

/**
 * Fetches an address like fetchFile, within a time limit that other requests share.
 * @throws FetchFailure, and errors of the connection or the disk
 */
export async function fetchShared(
  request: FetchRequest,
  limit: TimeLimit,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<Fetched> {
  let allowedHosts = allowedFor(request.typed ?? [request.address], limits.allowedHosts)
  const first = checked(request.address, allowedHosts)
  let url = first
  const loop = new LoopCheck(first, request.cookies)
  for (let redirects = 0; ; redirects++) {
    const ended = await request.before?.(url, allowedHosts)
    let answer: IncomingMessage | undefined
    limit.start()
    try {
      const isOwn = url.origin === first.origin
      const { answered, closed } = ask(url, request, isOwn, { ...limits, allowedHosts }, resolveName)
      answer = await answered
      const status = answer.statusCode ?? 0
      if (request.accepts?.(status)) return await receive(answer, closed, url, request, limits)
      if (REDIRECTS.has(status) && request.posted) {
        throw new FetchFailure(`Сервер ${url.host} перенаправляет запрос: укажите новый адрес`, false)
      }
      if (REDIRECTS.has(status) && answer.headers.location !== undefined) {
        if (redirects === MAX_REDIRECTS) throw loop.failure()
        if (!URL.canParse(answer.headers.location, url.href)) {
          throw new FetchFailure(`${url.host} перенаправляет на неверный адрес`, true)
        }
        const target = new URL(answer.headers.location, url)
        request.cookies?.store(url, answer.headers['set-cookie'])
        loop.check(target)
        // Whoever is called next may redirect to any path inside.
        if (!isAllowed(target, allowedHosts)) allowedHosts = NOT_INSIDE
        url = checked(target.href, allowedHosts)
        continue
      }
      if (status === 304 && request.known) return { kind: 'not modified' }
      if (status !== 200) throw refused(url, status, answer.headers['retry-after'])
      return await receive(answer, closed, url, request, limits)
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
  const answer = { status, retryAfterMs: retryAfterMs(retryAfter, Date.now()) }
  if (known !== undefined) return new FetchFailure(`Сервер ${host} ${known} (ответ ${status})`, false, answer)
  return new FetchFailure(`Сервер ${host} ответил ошибкой ${status}`, status !== 501, answer)
}

function ask(
  url: URL,
  { secrets, headers: further, posted, known, signal, cookies }: FetchRequest,
  isOwn: boolean,
  { userAgent, allowedHosts, stallSeconds }: FetchLimits,
  resolveName?: ResolveName,
) {
  const refuse = (words: string) => new FetchFailure(words, false)
  return openExchange(url, {
    method: posted ? 'POST' : 'GET',
    agent: agentFor(url, checkedLookup(url, { allowedHosts, refuse, resolveName })),
    headers: {
      'user-agent': userAgent,
      accept: '*/*',
      ...withCookies(isOwn ? { ...headersOf(secrets), ...further } : {}, url, cookies),
      ...(posted && { 'content-type': posted.type, 'content-length': Buffer.byteLength(posted.body) }),
      'accept-encoding': 'gzip',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.modified ? { 'if-modified-since': known.modified } : {}),
    },
    body: posted?.body,
    signal,
    silence: { ms: stallSeconds * 1_000, failure: () => noResponseFailure(url.host, stallSeconds) },
    unruly: protocolViolation,
  })
}

/** Returns headers with the cookies of earlier redirects. */
function withCookies(
  own: Record<string, string>,
  url: URL,
  cookies: CookieJar | undefined,
): Record<string, string> {
  const { Cookie: chosen = '', ...others } = own
  const cookie = cookies?.header(url, chosen) ?? ''
  return cookie === '' ? own : { ...others, Cookie: cookie }
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

async function receive(
  answer: IncomingMessage,
  closed: Promise<void>,
  { host }: URL,
  request: FetchRequest,
  limits: FetchLimits,
): Promise<Fetched> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[encoding]
  if (!decoder && encoding !== 'identity' && encoding !== '') {
    throw new FetchFailure('Сервер сжал файл неизвестным способом', false)
  }
  const { headers } = answer
  const length = headers['content-length']
  const promised = length === undefined ? undefined : Number(length)
  const incoming = { stream: answer, host, decoder: decoder?.(), promised, wholeness: () => closed }
  const received = await receiveList(incoming, request, limits)
  const { etag = '', 'last-modified': modified = '', 'content-type': contentType = '' } = headers
  const fileName = dispositionName(headers['content-disposition'])
  const { link = '', 'set-cookie': cookies = [] } = headers
  return { kind: 'file', ...received, etag, modified, contentType, fileName, link: String(link), cookies }
}

/** Maximum number of characters of a file's name. */
const LONGEST = 200

/**
 * Returns the file name in a Content-Disposition header (RFC 6266); '' without one. The name is only displayed, never
 * used as a path.
 */
export function dispositionName(header: string | undefined): string {
  return asUtf8(filenameIn(header))
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, LONGEST)
    .toWellFormed()
}

function filenameIn(header: string | undefined): string {
  try {
    return header === undefined ? '' : (parse(header).parameters.filename ?? '')
  } catch {
    return ''
  }
}

/** Decodes a name that a server sent as plain UTF-8; headers arrive as Latin-1. */
function asUtf8(text: string): string {
  if (!/^[\0-\xff]*$/.test(text)) return text
  const read = Buffer.from(text, 'latin1').toString('utf8')
  return read.includes('\ufffd') ? text : read
}
