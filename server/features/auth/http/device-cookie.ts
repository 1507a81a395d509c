import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownCookie, setOwnCookie } from './secure-cookie.ts'

const NAME = 'device'
const LENGTH = 32
/** Lifetime of the cookie in days, the maximum of browsers. */
const DAYS = 400

/** Returns the random name of the browser; undefined if it has not signed in before. */
export function knownDeviceOf(request: FastifyRequest): string | undefined {
  const known = ownCookie(request, NAME)
  return known && /^[\w-]{43}$/.test(known) ? known : undefined
}

/**
 * Returns the random name of the browser that signs in. It is issued with the first sign-in, and grants nothing by
 * itself.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const device = knownDeviceOf(request) ?? randomBytes(LENGTH).toString('base64url')
  setOwnCookie(reply, NAME, device, { path: '/auth', maxAge: DAYS * 24 * 60 * 60 })
  return device
}
