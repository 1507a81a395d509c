import type { FastifyRequest } from 'fastify'
import { FEEDS_PATH } from '../../../contract/outlets/outlet.ts'

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
