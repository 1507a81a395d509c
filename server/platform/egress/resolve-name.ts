import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

/** All addresses of a host name. @throws errors with the codes of dns.lookup */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** Where names are looked up; replaced in tests. */
export interface NameSources {
  /** otherwise those that the machine is set to */
  servers?: readonly string[]
  hostsFile?: string
}

/** By name server. Whoever asks again comes later anyway. */
const PATIENCE = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** That there is no such name, or none with an address of the kind. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Resolves names that came from outside without dns.lookup: its getaddrinfo holds a thread of Node's pool until a name server answers
 * or has been given up, and only two of them are given to such calls in the whole process. A few names whose servers never answer
 * would keep all others waiting, that of the database among them. Here nobody waits for anybody. Of what getaddrinfo knows beside
 * the name servers, the hosts file is read, for operators may have put names there; all the rest (mDNS, search domains) names
 * machines inside, which nobody outside may lead to. A resolver is made for each name, since one that stays would not notice when
 * the machine's name servers change.
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
    // Not every system has one.
    return []
  }
}
