import type { FastifyRequest } from 'fastify'

/** Returns the token of the Authorization header. The scheme may be written in any case (RFC 9110, 11.1). */
export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
