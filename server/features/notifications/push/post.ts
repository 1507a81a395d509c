import { Agent } from 'node:https'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { openExchange } from '../../../platform/egress/http-exchange.ts'
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
/** Maximum size in bytes of a response body that is read so that its connection can be reused. */
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
      return send(url, { agent, headers: { ...headers }, signal }, body)
    },
    close() {
      anywhere.destroy()
      outside.destroy()
    },
  }
}

const inside = () => new Refusal(400, 'Адрес подписки ведёт во внутреннюю сеть')

async function send(
  url: URL,
  options: Pick<Parameters<typeof openExchange>[1], 'agent' | 'headers' | 'signal'>,
  body: Buffer,
): Promise<PostAnswer> {
  const unruly = () => new Error('push-служба ответила не по правилам HTTP')
  const { sent, answered, closed } = openExchange(url, {
    ...{ method: 'POST', ...options, body, unruly },
    discard: ANSWER_BYTES,
  })
  // Limits the time of the whole exchange: a server that sends byte by byte is no better than a silent one.
  const timer = setTimeout(() => sent.destroy(new Error('push-служба не ответила вовремя')), TIMEOUT_MS)
  const end = () => clearTimeout(timer)
  closed.then(end, end)
  const answer = await answered
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
}
