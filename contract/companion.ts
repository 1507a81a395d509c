import { hostName, isDaikon } from './host-name.ts'
import { parseLenientJson, ReadError } from './read/lenient-json.ts'
import { readStringList } from './read/string-list.ts'
import { isObject, member } from './read/values.ts'

/** What goes beyond the calls of other backends, each by the name under which the companion server offers it. */
export const OFFERS = ['proposal-rules'] as const
type Offer = (typeof OFFERS)[number]

/** The companion server's word on itself (specification 10.20). */
export interface Companion {
  offers: readonly Offer[]
  /** host names of the own sites; null where nobody says: the name rule of specification 7.12 counts then */
  ownHosts: readonly string[] | null
}

/** What a backend offers that is no companion. */
export const NOTHING_OFFERED: Companion = { offers: [], ownHosts: null }

const VERSION = 1

/**
 * Reads the answer of GET /api/companion. Offers that this version does not know are left out.
 * @throws ReadError for anything that is not a companion's answer
 */
export function parseCompanion(body: string): Companion {
  const answer = parseLenientJson(body)
  if (!isObject(answer) || member(answer, 'version') !== VERSION) throw new ReadError('Not a companion')
  const named = new Set(readStringList(member(answer, 'offers') ?? []))
  const hosts = member(answer, 'own_hosts')
  return {
    offers: OFFERS.filter((offer) => named.has(offer)),
    ownHosts: hosts === undefined || hosts === null ? null : readStringList(hosts).map(hostName),
  }
}

/** Tells the own site's host names (specification 10.7). */
export function ownSiteRule(hosts: readonly string[] | null): (host: string) => boolean {
  if (hosts === null) return isDaikon
  const own = new Set(hosts)
  return (host) => own.has(host)
}
