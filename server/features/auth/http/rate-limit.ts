import type { FastifyRequest } from 'fastify'
import { sessionOf } from './guard.ts'

const byPerson = (request: FastifyRequest): string => sessionOf(request).user.id
const bySession = (request: FastifyRequest): string => sessionOf(request).id

/** Limits of calls per minute and route for one signed-in user, or one session. */
export const perPerson = (max: number) => perMinute(max, byPerson)
export const perSession = (max: number) => perMinute(max, bySession)

/** Counted after the guard, which determines the user. */
const perMinute = (max: number, keyGenerator: (request: FastifyRequest) => string) => ({
  max,
  timeWindow: '1 minute',
  hook: 'preHandler' as const,
  keyGenerator,
})
