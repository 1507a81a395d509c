import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../sessions.ts'

/**
 * Prefix of cookie names. Browsers accept such cookies only over HTTPS, so that a page on plain HTTP cannot set them
 * (RFC 6265bis, cookie name prefixes).
 */
const SECURE_PREFIX = '__Secure-'

interface CookieOptions {
  path: string
  /** lifetime in seconds */
  maxAge: number
}

/**
 * Sets a cookie that scripts cannot read and that browsers do not send for other sites; over HTTPS its name has the
 * prefix.
 */
function setOwnCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  const isSecure = reply.request.protocol === 'https'
  reply.setCookie(isSecure ? SECURE_PREFIX + name : name, value, {
    ...options,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
  // Removes the cookie without the prefix, which was set by an earlier version or over HTTP.
  if (isSecure && reply.request.cookies[name] !== undefined) reply.clearCookie(name, { path: options.path })
}

function clearOwnCookie(reply: FastifyReply, name: string, path: string): void {
  reply.clearCookie(name, { path })
  if (reply.request.protocol === 'https') reply.clearCookie(SECURE_PREFIX + name, { path, secure: true })
}

/**
 * Returns a cookie with or without the prefix: sessions of an earlier version continue, and the next refresh sets the
 * cookie with the prefix.
 */
function ownCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  return cookies[SECURE_PREFIX + name] ?? cookies[name]
}

function forgetOwnCookie({ cookies }: FastifyRequest, name: string): void {
  delete cookies[SECURE_PREFIX + name]
  delete cookies[name]
}

const DEVICE = 'device'
const LENGTH = 32
/** Lifetime of the cookie in days; the maximum that browsers allow. */
const DAYS = 400

/** Returns the random name of the browser; undefined if it has never signed in. */
export function knownDeviceOf(request: FastifyRequest): string | undefined {
  const known = ownCookie(request, DEVICE)
  return known && /^[\w-]{43}$/.test(known) ? known : undefined
}

/**
 * Returns the random name of the browser that signs in, and creates it at the first sign-in. The name alone grants no
 * access.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const device = knownDeviceOf(request) ?? randomBytes(LENGTH).toString('base64url')
  setOwnCookie(reply, DEVICE, device, { path: '/auth', maxAge: DAYS * 24 * 60 * 60 })
  return device
}

const REFRESH = 'refresh_token'
/**
 * Paths to which browsers send the cookie: refresh and logout, and the push subscription, which a service worker may
 * have to renew without an open page or valid access token (specification 9.1).
 */
const REFRESH_PATHS = ['/auth', '/api/push'] as const

export function setRefreshCookie(reply: FastifyReply, token: string): void {
  for (const path of REFRESH_PATHS)
    setOwnCookie(reply, REFRESH, token, { path, maxAge: SESSION_DAYS * 24 * 60 * 60 })
}

export function clearRefreshCookie(reply: FastifyReply): void {
  for (const path of REFRESH_PATHS) clearOwnCookie(reply, REFRESH, path)
}

export const refreshTokenOf = (request: FastifyRequest): string | undefined => ownCookie(request, REFRESH)

/** Removes the refresh cookie from the request, so that later handlers do not see it. */
export const forgetRefreshCookie = (request: FastifyRequest): void => forgetOwnCookie(request, REFRESH)
