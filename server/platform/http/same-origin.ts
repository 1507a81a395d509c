import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Refuses a request from a page of another origin, for routes that a cookie alone authorises. A client that sends
 * neither Sec-Fetch-Site nor Origin is not a supported browser (Safari 16.4, Chromium 76 and Firefox 90 send the first
 * on HTTPS and localhost, and all send Origin with a POST), so it has no other user's cookie.
 * @param publicUrl public address of this server, if configured: a proxy may have replaced the Host header
 * @throws Refusal
 */
export function refuseOtherOrigins(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isSameOrigin(request, publicUrl)) throw new Refusal(403, 'Запрос с чужой страницы')
}

function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (publicUrl !== undefined && asked.origin === new URL(publicUrl).origin) return true
  // The protocol is not compared: without TRUST_PROXY this server does not know whether a proxy uses HTTPS.
  const own = `${asked.protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === asked.host
}
