import ipaddr from 'ipaddr.js'
import { OperatorError } from './operator-error.ts'

/**
 * Trusted senders of X-Forwarded-* headers: none, a number of hops, or proxies with given addresses. The client is the
 * last address in X-Forwarded-For that does not belong to a trusted proxy.
 */
export type TrustProxy = false | ((address: string, hop: number) => boolean)

const MAX_HOPS = 10

/**
 * Parses TRUST_PROXY: a number of hops, or a list of addresses and networks.
 * @throws OperatorError
 */
export function readTrustProxy(text: string | undefined): TrustProxy {
  if (!text || text === '0') return false
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > MAX_HOPS) wrong(text)
    return (_address, hop) => hop < hops
  }
  const networks = text.split(',').map((part) => networkAt(part.trim()) ?? wrong(text))
  return (address) => ipaddr.isValid(address) && networks.some((network) => isWithin(address, network))
}

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** @returns undefined if the text is neither an address nor a network */
function networkAt(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isWithin(address: string, network: Network): boolean {
  // An IPv4 address may appear as ::ffff:….
  const parsed = ipaddr.process(address)
  return parsed.kind() === network[0].kind() && parsed.match(network)
}

/** Returns whether the sender of a connection is a trusted proxy. */
export const isTrusted = (trust: TrustProxy, address: string): boolean => trust !== false && trust(address, 0)

function wrong(text: string): never {
  throw new OperatorError(
    `TRUST_PROXY: нужно число прокси перед сервером (1–${MAX_HOPS}) или их адреса и сети через запятую ` +
      `(10.0.0.0/8,192.168.1.5), указано «${text}»`,
  )
}

/** Returns whether a host name or IP address is a loopback address of this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}
