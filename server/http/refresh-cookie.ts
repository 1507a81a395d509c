import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../auth/sessions.ts'

const NAME = 'refresh_token'
/**
 * Paths the cookie is sent to: refresh and logout, and the push subscription, which a worker may have to renew while no
 * page is open and no access token is valid (specification 9.1).
 */
const PATHS = ['/auth', '/api/push'] as const

export function setRefreshCookie(reply: FastifyReply, token: string): void {
  for (const path of PATHS) {
    reply.setCookie(NAME, token, {
      path,
      httpOnly: true,
      sameSite: 'strict',
      secure: 'auto',
      maxAge: SESSION_DAYS * 24 * 60 * 60,
    })
  }
}

export function clearRefreshCookie(reply: FastifyReply): void {
  for (const path of PATHS) reply.clearCookie(NAME, { path })
}

export function refreshTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[NAME]
}

/** Makes the rest of the request see no refresh cookie. */
export function forgetRefreshCookie(request: FastifyRequest): void {
  delete request.cookies[NAME]
}
