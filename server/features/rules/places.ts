import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import type { ReadSql } from '../../platform/db/db.ts'

/** Assigns consecutive numbers to names. */
class Numbering {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  of(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  known(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  name(number: number): string {
    return this.#names[number] ?? ''
  }
}

/** Numbers of sites and cities. */
export interface Places {
  sites: Numbering
  cities: Numbering
  /** whether a site is an own one, by its number */
  isOwn: readonly boolean[]
  /** ids of the sites, by their numbers */
  siteIds: readonly number[]
  /** last day of each site up to the asked one; null for a site without watched prices */
  lastDays: readonly (string | null)[]
}

/** Numbers all sites, in order of their hosts, and finds their last day before or on `day` within the watched period. */
export async function loadPlaces(
  sql: ReadSql,
  isOwnSite: (host: string) => boolean,
  day: string,
): Promise<Places> {
  const rows = await sql.all<{ id: number; host: string; last: string | null }>(
    `SELECT s.id, s.host, (SELECT max(p.day) FROM snapshots p WHERE p.site_id = s.id AND p.day <= ? AND p.day >= ?) AS last
     FROM sites s ORDER BY s.host`,
    day,
    watchedSince(day),
  )
  const sites = new Numbering()
  for (const { host } of rows) sites.of(host)
  return {
    sites,
    cities: new Numbering(),
    isOwn: rows.map(({ host }) => isOwnSite(host)),
    siteIds: rows.map(({ id }) => id),
    lastDays: rows.map(({ last }) => last),
  }
}
