import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'device'
/** The longest that browsers keep a cookie. */
const DAYS = 400

/** The random name of the browser that signs in; given out with the first sign-in, and worth nothing by itself. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[NAME]
  const device = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(NAME, device, {
    path: '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: 'auto',
    maxAge: DAYS * 24 * 60 * 60,
  })
  return device
}
