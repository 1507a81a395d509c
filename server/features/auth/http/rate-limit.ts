import type { FastifyRequest } from 'fastify'
import { sessionOf } from './guard.ts'

const byPerson = (request: FastifyRequest): string => sessionOf(request).user.id
const bySession = (request: FastifyRequest): string => sessionOf(request).id

/** The most calls a minute that one signed-in person, or one of their sessions, may make to a route. */
export const perPerson = (max: number) => perMinute(max, byPerson)
export const perSession = (max: number) => perMinute(max, bySession)

/** Counts after the guard, which finds out who asks. */
const perMinute = (max: number, keyGenerator: (request: FastifyRequest) => string) => ({
  max,
  timeWindow: '1 minute',
  hook: 'preHandler' as const,
  keyGenerator,
})
