import ipaddr from 'ipaddr.js'

/** Length of the IPv6 prefix that one household usually gets; it can use any address within the prefix. */
const IPV6_PREFIX = 64

/** Returns the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`)}/${IPV6_PREFIX}`
}
