import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

/**
 * Returns all addresses of a host name.
 * @throws errors with the codes of dns.lookup
 */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** Sources of names; replaced in tests. */
export interface NameSources {
  /** name servers instead of the machine's own */
  servers?: readonly string[]
  hostsFile?: string
}

/** Time limits per name server; a caller retries later anyway. */
const PATIENCE = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** Codes for a missing name, or one without an address of the kind. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Resolves names from outside without dns.lookup. Its getaddrinfo holds a thread of Node's pool until a name server
 * answers or times out, and the whole process has only two threads for it: a few names whose servers never answer
 * would block all others, including the database's. Here no name waits for another. Besides the name servers, only
 * the hosts file is read, because operators may have added names there; mDNS and search domains name machines inside,
 * which names from outside must not reach. A resolver is created for each name, because a permanent one would not
 * notice when the machine's name servers change.
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
