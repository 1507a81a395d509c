import type { FastifyInstance } from 'fastify'

/**
 * Replaces NUL, which PostgreSQL can neither store nor compare, by the replacement character before any handler runs:
 * a name or id with NUL then matches nobody, on either engine.
 */
export function replaceNulInBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    // In JSON, NUL can only be written as an escape; an even number of backslashes before it escape each other.
    parse(request, String(body).replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd'), done),
  )
}

export const replaceNulInAddress = (address: string): string => address.replaceAll('%00', '%EF%BF%BD')
