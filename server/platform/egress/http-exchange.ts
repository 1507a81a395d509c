import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Secrets } from '../../../contract/sources/source.ts'
import { type AllowedHosts, INSIDE, isAllowed } from './allowed-hosts.ts'
import { publicLookup, type ResolveName } from './public-lookup.ts'

/** Protection of a connection against SSRF. */
interface Reach {
  allowedHosts: AllowedHosts
  /** creates the error of an address inside from its message */
  refuse(words: string): Error
  /** replacement of the DNS look-up in tests */
  resolveName?: ResolveName | undefined
}

/** Returns the option of a connection that limits it to public IP addresses, unless the operator allows the host. */
export const checkedLookup = (
  url: URL,
  { allowedHosts, refuse, resolveName }: Reach,
): { lookup?: LookupFunction } =>
  isAllowed(url, allowedHosts) ? {} : { lookup: publicLookup(() => refuse(INSIDE), resolveName) }

export const agentFor = ({ protocol }: URL, options: AgentOptions): HttpAgent =>
  new (protocol === 'https:' ? HttpsAgent : HttpAgent)(options)

interface ExchangeOptions extends RequestOptions {
  agent: HttpAgent
  body?: string | Buffer | undefined
  /** maximum size in bytes of a body that is discarded, so that its connection can be reused; a larger one closes it */
  discard?: number
  /** maximum time in ms without data, and the error after it */
  silence?: { ms: number; failure(): Error }
  /**
   * creates the error of a request that closed without a response or an error: Node.js reports nothing else after an
   * unsolicited 101
   */
  unruly(): Error
}

/** Sends a request over HTTP or HTTPS. Follows no redirects. */
export function openExchange(url: URL, { body, discard, silence, unruly, ...options }: ExchangeOptions) {
  const answered = Promise.withResolvers<IncomingMessage>()
  const closed = Promise.withResolvers<void>()
  closed.promise.catch(() => undefined)
  let answer: IncomingMessage | undefined
  let broken: Error | undefined
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const sent = send(url, options, (begun) => {
    answer = begun
    // Its reader may listen later than it fails.
    begun.on('error', () => undefined)
    let bytes = 0
    if (discard !== undefined)
      begun.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > discard) sent.destroy()
      })
    answered.resolve(begun)
  })
  // Destroying the request would only report a truncated response to the reader.
  if (silence) sent.setTimeout(silence.ms, () => (answer ?? sent).destroy(silence.failure()))
  sent.on('error', (error) => {
    broken = error
    answered.reject(error)
  })
  sent.on('close', () => {
    answered.reject(unruly())
    if (broken) closed.reject(broken)
    else closed.resolve()
  })
  // In one piece: a server that answers and hangs up before it has read the rest would break the connection off.
  sent.end(body)
  return {
    sent,
    /** resolves with the response when its headers have arrived */
    answered: answered.promise,
    /**
     * resolves when the exchange has ended; rejects with the error that broke the connection. A response without a known
     * length also ends normally when its connection breaks.
     */
    closed: closed.promise,
  }
}

/**
 * Returns the pause in ms that a Retry-After header asks for, as a number of seconds or a date (RFC 9110 §10.2.3); 0
 * without a valid header.
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** Allowed header values: printable ASCII and Latin-1 (RFC 9110 §5.5). */
const VALUE = /^[\x20-\x7e\x80-\xff]{1,4000}$/
/** Headers that control the connection or the format of the response; this server sets them itself. */
const OWN = new Set(
  'accept-encoding connection content-length expect host if-modified-since if-none-match keep-alive proxy-authorization range te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)
const MAX_HEADERS = 20

/**
 * Checks secrets of a request.
 * @param refuse creates the error to throw from its message
 */
export function checkCallSecrets({ headers, basic }: Secrets, refuse: (words: string) => Error): Secrets {
  if (headers.length > MAX_HEADERS) throw refuse(`Заголовков больше ${MAX_HEADERS}`)
  for (const { name, value } of headers) {
    if (!NAME.test(name)) throw refuse('В имени заголовка недопустимые знаки')
    if (OWN.has(name.toLowerCase())) throw refuse(`Заголовок ${name} сервер ставит сам`)
    if (!isHeaderValue(value)) throw refuse(`Значение заголовка ${name} пусто или с недопустимыми знаками`)
  }
  const names = headers.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) throw refuse('Заголовок указан дважды')
  if (basic && names.includes('authorization')) {
    throw refuse('Имя с паролем и заголовок Authorization нельзя указать вместе')
  }
  if (
    basic &&
    (basic.username === '' || /[:\p{Cc}]/u.test(basic.username) || /\p{Cc}/u.test(basic.password))
  ) {
    throw refuse('Имя пользователя пусто или с недопустимыми знаками')
  }
  return { headers, basic }
}

export const isHeaderValue = (value: string): boolean => VALUE.test(value)

export function headersOf({ headers, basic }: Secrets): Record<string, string> {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  if (basic) {
    sent.authorization = `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString('base64')}`
  }
  return sent
}
