import type { FastifyInstance } from 'fastify'

/**
 * Replaces NUL characters in bodies with the replacement character, before any handler runs: PostgreSQL can neither
 * store nor compare NUL. A name or id with NUL then matches nothing, on both engines.
 */
export function replaceNulInBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    // In JSON, NUL is always written as an escape. An even number of backslashes before the escape are escaped
    // backslashes.
    parse(request, String(body).replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd'), done),
  )
}

export const replaceNulInAddress = (address: string): string => address.replaceAll('%00', '%EF%BF%BD')
