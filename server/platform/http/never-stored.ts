import type { FastifyReply, FastifyRequest } from 'fastify'

/** Hook for answers with tokens, codes, addresses or names, which no cache may store. */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
}
