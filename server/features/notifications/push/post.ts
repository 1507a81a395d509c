import { Agent, type RequestOptions, request } from 'node:https'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { publicLookup } from '../../../platform/egress/public-lookup.ts'
import type { ResolveName } from '../../../platform/egress/resolve-name.ts'
import { EndpointRefusal } from './endpoint.ts'

export interface PostAnswer {
  status: number
  /** raw header Retry-After */
  retryAfter: string | undefined
}

/** Posts a body to a push service. Follows no redirects, and reads only status and headers of the answer. */
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
/** Size in bytes beyond which an answer's connection is dropped instead of drained for reuse. */
const ANSWER_BYTES = 64 * 1024

/**
 * Creates a poster over node:https with keep-alive, because Node's fetch accepts no resolver. A name is resolved
 * once, and the checked address is the one connected to, which prevents DNS rebinding.
 * @param allowedHosts push services allowed at any address
 */
export function createPoster(allowedHosts: AllowedHosts, resolveName?: ResolveName): Poster {
  const options = { keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS }
  const anywhere = new Agent(options)
  const outside = new Agent({ ...options, lookup: publicLookup(inside, resolveName) })
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

const inside = () => new EndpointRefusal('Адрес подписки ведёт во внутреннюю сеть')

function send(url: URL, options: RequestOptions, body: Buffer): Promise<PostAnswer> {
  return new Promise((done, fail) => {
    const sent = request(url, options, (answer) => {
      done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES) sent.destroy()
      })
      // Status and headers have arrived; an error in the rest does not matter.
      answer.on('error', () => undefined)
    })
    // Limits the whole exchange: a server that trickles bytes is no better than a silent one.
    const timer = setTimeout(() => sent.destroy(new Error('push-служба не ответила вовремя')), TIMEOUT_MS)
    sent.on('error', fail)
    sent.on('close', () => {
      clearTimeout(timer)
      // Handles an end without answer or error: Node reports nothing else after an unsolicited 101.
      fail(new Error('push-служба ответила не по правилам HTTP'))
    })
    sent.end(body)
  })
}
