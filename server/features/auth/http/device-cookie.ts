import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownCookie, setOwnCookie } from './secure-cookie.ts'

const NAME = 'device'
const LENGTH = 32
/** Lifetime of the cookie in days; the maximum that browsers allow. */
const DAYS = 400

/** Returns the random name of the browser; undefined if it has never signed in. */
export function knownDeviceOf(request: FastifyRequest): string | undefined {
  const known = ownCookie(request, NAME)
  return known && /^[\w-]{43}$/.test(known) ? known : undefined
}

/**
 * Returns the random name of the browser that signs in, and creates it at the first sign-in. The name alone grants no
 * access.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const device = knownDeviceOf(request) ?? randomBytes(LENGTH).toString('base64url')
  setOwnCookie(reply, NAME, device, { path: '/auth', maxAge: DAYS * 24 * 60 * 60 })
  return device
}
