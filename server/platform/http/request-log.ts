import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FEEDS_PATH } from '../../../contract/outlets/outlet.ts'

const HEADER = 'x-request-id'
/** Matches ids that proxies generate. Longer or other texts could forge lines of a log. */
const WELL_FORMED = /^[\w.-]{8,64}$/
/** Number of signs, short enough to be read out on the phone. A double click selects them, since they are one word. */
const LENGTH = 12
/** Letters instead of a to f, several of which sound alike. */
const SPOKEN = 'hmrxyz'

const randomId = (): string =>
  randomUUID()
    .slice(-LENGTH)
    .replace(/[a-f]/g, (digit) => SPOKEN.charAt(Number.parseInt(digit, 16) - 10))

/**
 * Returns the generator of request ids: a proxy's own well-formed id, so that its log and this one agree, otherwise a
 * random one.
 */
export function requestIds(isProxy: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[HEADER]
    const isTaken =
      typeof given === 'string' && WELL_FORMED.test(given) && isProxy(socket.remoteAddress ?? '')
    return isTaken ? given : randomId()
  }
}

/** Adds the request's id to every response (specification 10.21). */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // On the raw response, so that streamed and forwarded answers have it too.
    reply.raw.setHeader(HEADER, request.id)
  })
}

type Logged = Pick<FastifyRequest, 'method' | 'url' | 'ip'> & Partial<Pick<FastifyRequest, 'routeOptions'>>

/**
 * Matches the start of a feed's path, whose rest is a secret. Routers decode paths and clients misspell them, so that
 * the match is lenient.
 */
const FEED = /feeds(?:\/|%2f)/i

/** Matches what may be a token, in paths that are misspelt beyond recognition. */
const TOKEN = /[\w-]{40,}/g

/** Returns the path of a request without its query and without the token of a feed. */
function loggedPath({ url, routeOptions }: Logged): string {
  const path = url.split('?')[0] as string
  if (routeOptions?.url?.startsWith(FEEDS_PATH)) return routeOptions.url
  const feed = FEED.exec(path)
  const shown = feed ? `${path.slice(0, feed.index + feed[0].length)}…` : path
  return shown.replaceAll(TOKEN, '…')
}

/** Log settings that exclude tokens, cookies, bodies and query strings, which reveal what a user searches for. */
export const LOG_OPTIONS = {
  redact: [
    'headers.authorization',
    'headers.cookie',
    'req.headers.authorization',
    'req.headers.cookie',
    'res.headers["set-cookie"]',
  ],
  serializers: {
    req: (request: Logged) => ({
      method: request.method,
      path: loggedPath(request),
      ip: request.ip,
    }),
  },
}
