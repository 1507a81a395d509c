import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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
