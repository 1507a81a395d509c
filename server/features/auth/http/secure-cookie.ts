import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookie name prefix that browsers accept only over HTTPS, so that a page on plain HTTP cannot plant the cookie (RFC
 * 6265bis, cookie name prefixes).
 */
const PREFIX = '__Secure-'

interface CookieOptions {
  path: string
  /** seconds */
  maxAge: number
}

/** Sets a cookie that scripts cannot read and other sites cannot send; its name has a prefix over HTTPS. */
export function setOwnCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  const isSecure = reply.request.protocol === 'https'
  reply.setCookie(isSecure ? PREFIX + name : name, value, {
    ...options,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
  // The old cookie is from before the prefix, or before HTTPS.
  if (isSecure && reply.request.cookies[name] !== undefined) reply.clearCookie(name, { path: options.path })
}

export function clearOwnCookie(reply: FastifyReply, name: string, path: string): void {
  reply.clearCookie(name, { path })
  if (reply.request.protocol === 'https') reply.clearCookie(PREFIX + name, { path, secure: true })
}

/**
 * Reads the bare name too: sessions from before the prefix continue, and get the new name with their next refresh.
 */
export function ownCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  return cookies[PREFIX + name] ?? cookies[name]
}

export function forgetOwnCookie({ cookies }: FastifyRequest, name: string): void {
  delete cookies[PREFIX + name]
  delete cookies[name]
}
