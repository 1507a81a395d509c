import { BlockList, isIP } from 'node:net'

/** What is not reachable from everywhere (IANA special-purpose registries, RFC 6890): an endpoint may not lead there. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // shared by carriers (RFC 6598)
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // multicast, reserved, broadcast
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
// Of IPv6 only 2000::/3 is given out, and this of it not to hosts.
for (const [network, prefix] of [
  // protocol assignments, Teredo, benchmarks, ORCHID
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 holds an IPv4 address, which may be any
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether anybody on the internet would reach the same host by this address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  // IPv4-mapped, NAT64, loopback, link-local, unique-local and multicast lie outside of 2000::/3.
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
