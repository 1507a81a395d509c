import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../sessions.ts'
import { clearOwnCookie, forgetOwnCookie, ownCookie, setOwnCookie } from './secure-cookie.ts'

const NAME = 'refresh_token'
/**
 * Paths to which browsers send the cookie: refresh and logout, and the push subscription, which a service worker may
 * have to renew without an open page or valid access token (specification 9.1).
 */
const PATHS = ['/auth', '/api/push'] as const

export function setRefreshCookie(reply: FastifyReply, token: string): void {
  for (const path of PATHS) setOwnCookie(reply, NAME, token, { path, maxAge: SESSION_DAYS * 24 * 60 * 60 })
}

export function clearRefreshCookie(reply: FastifyReply): void {
  for (const path of PATHS) clearOwnCookie(reply, NAME, path)
}

export const refreshTokenOf = (request: FastifyRequest): string | undefined => ownCookie(request, NAME)

/** Removes the refresh cookie from the request, so that later handlers do not see it. */
export const forgetRefreshCookie = (request: FastifyRequest): void => forgetOwnCookie(request, NAME)
