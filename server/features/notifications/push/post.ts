import { Agent, type RequestOptions, request } from 'node:https'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { publicLookup, type ResolveName } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'

export interface PostAnswer {
  status: number
  /** unparsed value of the header Retry-After */
  retryAfter: string | undefined
}

/** Posts a body to a push service. Follows no redirects, and reads only the status and headers of the response. */
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
/**
 * Maximum size in bytes of a response body that is read so that its connection can be reused; for larger bodies the
 * connection is closed.
 */
const ANSWER_BYTES = 64 * 1024

/**
 * Creates a poster. It uses node:https with keep-alive, because fetch accepts no custom DNS look-up. A host name is
 * resolved once, and the connection goes to the checked address, which prevents DNS rebinding.
 * @param allowedHosts push services that may have any address
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

const inside = () => new Refusal(400, 'Адрес подписки ведёт во внутреннюю сеть')

function send(url: URL, options: RequestOptions, body: Buffer): Promise<PostAnswer> {
  return new Promise((done, fail) => {
    const sent = request(url, options, (answer) => {
      done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES) sent.destroy()
      })
      // The status and headers have arrived, so an error in the rest of the response does not matter.
      answer.on('error', () => undefined)
    })
    // Limits the time of the whole exchange: a server that sends byte by byte is no better than a silent one.
    const timer = setTimeout(() => sent.destroy(new Error('push-служба не ответила вовремя')), TIMEOUT_MS)
    sent.on('error', fail)
    sent.on('close', () => {
      clearTimeout(timer)
      // Rejects if the request closed without a response or an error: Node.js reports nothing else after an unsolicited
      // 101.
      fail(new Error('push-служба ответила не по правилам HTTP'))
    })
    sent.end(body)
  })
}
