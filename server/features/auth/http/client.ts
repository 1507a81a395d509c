import type { FastifyRequest } from 'fastify'
import type { Client } from '../sessions.ts'

/** Returns address and User-Agent of a request. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
})
