import type { FastifyRequest } from 'fastify'
import { sessionOf } from './guard.ts'

const byPerson = (request: FastifyRequest): string => sessionOf(request).user.id
const bySession = (request: FastifyRequest): string => sessionOf(request).id

/** Rate limits per minute and route, for one signed-in user or for one session. */
export const perPerson = (max: number) => perMinute(max, byPerson)
export const perSession = (max: number) => perMinute(max, bySession)

/** The requests are counted after the guard, because it determines the user. */
const perMinute = (max: number, keyGenerator: (request: FastifyRequest) => string) => ({
  max,
  timeWindow: '1 minute',
  hook: 'preHandler' as const,
  keyGenerator,
})
