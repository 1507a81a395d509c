import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Prefix of cookie names. Browsers accept such cookies only over HTTPS, so that a page on plain HTTP cannot set them
 * (RFC 6265bis, cookie name prefixes).
 */
const PREFIX = '__Secure-'

interface CookieOptions {
  path: string
  /** lifetime in seconds */
  maxAge: number
}

/**
 * Sets a cookie that scripts cannot read and that browsers do not send for other sites; over HTTPS its name has the
 * prefix.
 */
export function setOwnCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  const isSecure = reply.request.protocol === 'https'
  reply.setCookie(isSecure ? PREFIX + name : name, value, {
    ...options,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
  // Removes the cookie without the prefix, which was set by an earlier version or over HTTP.
  if (isSecure && reply.request.cookies[name] !== undefined) reply.clearCookie(name, { path: options.path })
}

export function clearOwnCookie(reply: FastifyReply, name: string, path: string): void {
  reply.clearCookie(name, { path })
  if (reply.request.protocol === 'https') reply.clearCookie(PREFIX + name, { path, secure: true })
}

/**
 * Returns a cookie with or without the prefix: sessions of an earlier version continue, and the next refresh sets the
 * cookie with the prefix.
 */
export function ownCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  return cookies[PREFIX + name] ?? cookies[name]
}

export function forgetOwnCookie({ cookies }: FastifyRequest, name: string): void {
  delete cookies[PREFIX + name]
  delete cookies[name]
}
