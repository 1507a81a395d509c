import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
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

/**
 * Returns all addresses of a host name.
 * @throws errors with the codes of dns.lookup
 */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** Where names are looked up; replaced in tests. */
interface NameSources {
  servers?: readonly string[]
  hostsFile?: string
}

/** Time limits per name server in ms; short, because callers retry later. */
const PATIENCE = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** Error codes for a missing name, or a name without an address of the family. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Resolves names that users or suppliers supply, without dns.lookup. That function occupies a thread of Node.js's pool
 * until a name server responds or times out, and only two of the process's threads may do so: a few names with silent
 * name servers would block all others, including that of the database. Here no name waits for another. Besides name
 * servers, only the hosts file is read, because operators may add names there; mDNS and search domains are not used,
 * because they name internal machines. Each call creates a resolver, because a permanent one would not notice when the
 * machine's name servers change.
 */
export async function resolveName(
  name: string,
  { servers, hostsFile = '/etc/hosts' }: NameSources = {},
): Promise<LookupAddress[]> {
  const listed = listedAddresses(name, hostsFile)
  if (listed.length > 0) return listed
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses.map((address) => ({ address, family: isIP(address) }))
  const isAbsent = answers.every((answer) => answer.status === 'fulfilled' || ABSENT.has(answer.reason.code))
  const code = isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`${code} ${name}`), { code })
}

function listedAddresses(name: string, hostsFile: string): LookupAddress[] {
  return linesOf(hostsFile).flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.includes(name) ? [{ address, family }] : []
  })
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    // Not every system has a hosts file.
    return []
  }
}

/**
 * Creates a DNS look-up function for connections to hosts that users or suppliers name (protection against SSRF). It
 * refuses a host if any of its addresses is not public. The connection goes to the checked address, which prevents DNS
 * rebinding. Node.js does not call the function for a host that is an IP address: see isInside.
 * @param refusal creates the error of a refused connection
 */
export function publicLookup(refusal: () => Error, resolve: ResolveName = resolveName): LookupFunction {
  const publicAddresses = async (name: string) => {
    const addresses = await resolve(name)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw refusal()
    return reachable(addresses)
  }
  return (hostname, { all }, callback) => {
    publicAddresses(hostname).then(
      (addresses) => {
        if (all) return callback(null, addresses)
        const [first] = addresses as [LookupAddress]
        callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

/**
 * Returns the addresses of the families (IPv4, IPv6) that this machine has, or all if none matches. With unreachable
 * addresses in the list, node:net gives each only a fraction of a second, too short for a distant server.
 */
function reachable(addresses: LookupAddress[]): LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((of = []) => of.filter(({ internal }) => !internal))
  const reached = addresses.filter(({ family }) => own.some((of) => of.family === `IPv${family}`))
  return reached.length > 0 ? reached : addresses
}

export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
