import type { FastifyRequest } from 'fastify'

/** What a request proves itself with in its header Authorization. The scheme may be spelt in any case (RFC 9110, 11.1). */
export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
