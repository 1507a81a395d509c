import { type LookupAddress, lookup as resolve } from 'node:dns'
import { Agent, type RequestOptions, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { EndpointRefusal, isAllowed } from './endpoint.ts'
import { isPublicAddress } from './public-address.ts'

export interface PostAnswer {
  status: number
  /** the header Retry-After as it came */
  retryAfter: string | undefined
}

/** Sends a body to a push service. It follows no redirect, and reads no more of an answer than its head. */
export type Post = (
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  signal: AbortSignal,
) => Promise<PostAnswer>

export interface Poster {
  post: Post
  close(): void
}

const CONNECTIONS = 32
const IDLE_MS = 30_000
const TIMEOUT_MS = 10_000
/** What an answer may hold before its connection is dropped rather than read to the end. */
const ANSWER_BYTES = 64 * 1024

/**
 * Node's own fetch takes no resolver of ours, so this is https with connections that stay open. A name is resolved once, and
 * the address that was checked is the one connected to: another answer of its DNS a moment later changes nothing.
 * @param allowedHosts 'host:port' of push services that may be anywhere
 */
export function createPoster(
  allowedHosts: ReadonlySet<string>,
  resolveName: typeof resolve = resolve,
): Poster {
  const options = { keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS }
  const anywhere = new Agent(options)
  const outside = new Agent({ ...options, lookup: publicLookup(resolveName) })
  return {
    post(url, headers, body, signal) {
      const agent = isAllowed(url, allowedHosts) ? anywhere : outside
      return send(url, { method: 'POST', agent, headers: { ...headers }, signal }, body)
    },
    close() {
      anywhere.destroy()
      outside.destroy()
    },
  }
}

function send(url: URL, options: RequestOptions, body: Buffer): Promise<PostAnswer> {
  return new Promise((done, fail) => {
    const sent = request(url, options, (answer) => {
      done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES) sent.destroy()
      })
      // It has been answered already: what happens to the rest does not matter.
      answer.on('error', () => undefined)
    })
    // Of the whole exchange: a server that sends a byte now and then is no better than a silent one.
    const timer = setTimeout(() => sent.destroy(new Error('push-служба не ответила вовремя')), TIMEOUT_MS)
    sent.on('close', () => clearTimeout(timer))
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Resolves as ever, and refuses a name of which any address is not public. */
function publicLookup(resolveName: typeof resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new EndpointRefusal('Адрес подписки ведёт во внутреннюю сеть'), '')
      }
      if (options.all) return callback(null, addresses)
      const [first] = addresses as [LookupAddress]
      callback(null, first.address, first.family)
    })
  }
}
