import type { FastifyRequest } from 'fastify'
import type { Client } from '../sessions.ts'

/** Where a request comes from. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
})
