import ipaddr from 'ipaddr.js'

/**
 * Returns whether an IP address is globally reachable: unicast, and not reserved by a special-purpose registry (RFC
 * 6890). Of IPv6, only 2000::/3 is allocated.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT)
}

const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')
