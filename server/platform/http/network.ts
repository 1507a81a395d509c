import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that one household gets; within them it chooses freely. */
const IPV6_PREFIX = 64

/** What counts as one client: an IPv4 address, or the network an IPv6 address is in. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`)}/${IPV6_PREFIX}`
}
