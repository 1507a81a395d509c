import type { FastifyReply, FastifyRequest } from 'fastify'

/** Hook for responses with tokens, codes, addresses or names. No cache may store them. */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
}
