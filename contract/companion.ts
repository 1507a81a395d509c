import type { Role } from './account/new-user.ts'
import { readStringList } from './legacy/filter-options.ts'
import { parseLenientJson, ReadError, UNREADABLE } from './legacy/lenient-json.ts'
import { isObject, type JsonObject, member } from './legacy/values.ts'
import { hostName, isDaikon } from './lib/host-name.ts'

/** Features of the companion server that other backends do not have. */
const OFFERS = [
  'proposal-rules',
  'freshness',
  'security',
  'tyres',
  'history',
  'search',
  'compare',
  'decisions',
  'outlets',
  'today',
  'order',
  'values',
  'views',
  'downloads',
  'users',
  'audit',
  'sources',
  'pages',
  'listings',
  'matching',
  'groups',
  'rules',
  'rrp',
  'rrp-values',
  'strategies',
  'totals',
  'status',
] as const
export type CompanionFeature = (typeof OFFERS)[number]
/** Features of only some roles. */
const FOR_ROLES: Partial<Record<CompanionFeature, readonly Role[]>> = {
  users: ['admin'],
  audit: ['admin'],
  status: ['admin'],
  sources: ['admin'],
  matching: ['admin', 'analyst'],
  outlets: ['admin', 'analyst'],
  strategies: ['admin', 'analyst'],
}

/** Returns the features offered to users with this role. */
export const offersTo = (role: Role): CompanionFeature[] =>
  OFFERS.filter((offer) => FOR_ROLES[offer]?.includes(role) ?? true)

/** Companion server's description of itself (specification 10.20). */
export interface Companion {
  offers: readonly CompanionFeature[]
  /** host names of the own sites; null if not stated, in which case the name rule of specification 7.12 applies */
  ownHosts: readonly string[] | null
}

/** Description of a backend that is not a companion server. */
export const NOTHING_OFFERED: Companion = { offers: [], ownHosts: null }

const VERSION = 1

/**
 * Parses the answer of GET /api/companion without its details, which would add their names to the worker.
 * @throws ReadError for anything that is not a companion's answer
 */
export function parseCompanionAnswer(body: string): JsonObject {
  const answer = parseLenientJson(body)
  if (!isObject(answer) || member(answer, 'version') !== VERSION) throw new ReadError(UNREADABLE)
  return answer
}

/**
 * Parses the answer of GET /api/companion. Features unknown to this version of the app are ignored.
 * @throws ReadError for anything that is not a companion's answer
 */
export function parseCompanion(body: string): Companion {
  const answer = parseCompanionAnswer(body)
  const named = new Set(readStringList(member(answer, 'offers') ?? []))
  const hosts = member(answer, 'own_hosts')
  return {
    offers: OFFERS.filter((offer) => named.has(offer)),
    ownHosts: hosts === undefined || hosts === null ? null : readStringList(hosts).map(hostName),
  }
}

/** Returns a predicate that recognises host names of the own site (specification 10.7). */
export function ownSiteRule(hosts: readonly string[] | null): (host: string) => boolean {
  if (hosts === null) return isDaikon
  const own = new Set(hosts)
  return (host) => own.has(host)
}
