import type { FastifyReply, FastifyRequest } from 'fastify'

/** For answers with tokens, codes, addresses or names: no cache on the way may keep them. */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
}
