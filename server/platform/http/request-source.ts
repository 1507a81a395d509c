import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Refusal } from '../refusal.ts'

/** Returns the token of the Authorization header. The scheme may be written in any case (RFC 9110, 11.1). */
export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** Length of the IPv6 prefix that one household usually gets; it can use any address within the prefix. */
const IPV6_PREFIX = 64

/** Returns the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`)}/${IPV6_PREFIX}`
}

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
