import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { INSIDE, parseCallAddress } from '../../../platform/egress/call-address.ts'
import { headersOf } from '../../../platform/egress/call-secrets.ts'
import { publicLookup } from '../../../platform/egress/public-lookup.ts'
import { retryAfterMs } from '../../../platform/egress/retry-after.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { DeliveryTarget } from './settings.ts'

export interface DeliveryFile {
  type: string
  name: string
  /** the same for each attempt, so that the shop can recognise a repetition */
  key: string
  body: Readable
}

/** Maximum size of a file in MiB, which is sent with its length: many servers demand that. */
const MOST_MEGABYTES = 32
/** Statuses that a retry can change, besides 5xx. */
const TEMPORARY = new Set([408, 429])

/**
 * Sends a file. Redirects are not followed: they would lead a request with secrets elsewhere.
 * @param signal aborts the request when the server stops or the time is over
 * @throws FetchFailure
 */
export async function sendFile(
  { address, method, secrets }: Extract<DeliveryTarget, { kind: 'address' }>,
  { type, name, key, body }: DeliveryFile,
  { allowedHosts, userAgent }: { allowedHosts: AllowedHosts; userAgent: string },
  signal: AbortSignal,
): Promise<void> {
  const url = parseCallAddress(address, allowedHosts, (words) => new FetchFailure(words, false))
  const lookup = isAllowed(url, allowedHosts)
    ? {}
    : { lookup: publicLookup(() => new FetchFailure(INSIDE, false)) }
  const isHttps = url.protocol === 'https:'
  const [ask, Agent] = isHttps ? [httpsRequest, HttpsAgent] : [httpRequest, HttpAgent]
  const content = await contentOf(body)
  const headers = {
    'user-agent': userAgent,
    ...headersOf(secrets),
    'content-type': type,
    'content-length': content.length,
    'content-disposition': `attachment; filename="${name}"`,
    'idempotency-key': key,
  }
  const answered = Promise.withResolvers<IncomingMessage>()
  const sent = ask(url, { method, agent: new Agent(lookup), headers, signal }, answered.resolve)
  sent.on('error', answered.reject)
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => undefined)
  sent.on('close', () => {
    answered.reject(new Error('closed'))
    closed.reject(new Error('closed'))
  })
  const written = Promise.withResolvers<void>()
  sent.on('finish', written.resolve)
  // In one piece: a server that answers and hangs up before it has read the rest would break the connection off.
  sent.end(content)
  try {
    const { statusCode: status = 0, headers: answer } = await answered.promise
    if (status < 200 || status > 299)
      throw new FetchFailure(
        `Сервер ${url.host} не принял файл (ответ ${status})`,
        status >= 500 || TEMPORARY.has(status),
        { status, retryAfterMs: retryAfterMs(answer['retry-after'], Date.now()) },
      )
    // A shop that accepts before it has read everything has the rest only if the connection lasts.
    await Promise.race([written.promise, closed.promise])
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure(`Сервер ${url.host} не ответил`, true)
  } finally {
    sent.destroy()
  }
}

/** @throws FetchFailure for a file that is too large */
async function contentOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_MEGABYTES * 2 ** 20)
      throw new FetchFailure(`Файл больше ${MOST_MEGABYTES} МБ: пусть магазин забирает его сам`, false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
