import ipaddr from 'ipaddr.js'

/**
 * Whether anybody on the internet would reach the same host by this address: a unicast address that no special-purpose
 * registry (RFC 6890) sets aside. Of IPv6 only 2000::/3 is given out.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT)
}

const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')
