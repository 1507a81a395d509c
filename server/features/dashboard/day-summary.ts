import type { DaySummary, MarketFalls, OwnStanding, TyreMove } from '../../../contract/dashboard/today.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import type { Sql } from '../../platform/db/db.ts'
import { createYields } from '../../prices/steps.ts'
import { decodeSiteOffers, type StoredSiteOffer } from '../../prices/stored-offers.ts'
import { tyreSpecs } from '../../prices/tyre-catalog.ts'
import { OwnStandings } from './own-ranks.ts'

interface Site {
  id: number
  host: string
  /** the site's previous day; null for its first day */
  before: string | null
}

/** Size of the range of tyre ids read by one query, which takes some milliseconds. */
const IDS_AT_ONCE = 40
/** Number of price changes listed in a summary. */
const NAMED_MOVES = 4

/**
 * Summarises a day in one pass over its prices. A large day takes seconds, during which the function yields to the
 * event loop every few milliseconds.
 * @param day YYYY-MM-DD
 */
export async function summarizeDay(
  sql: Sql,
  day: string,
  isOwnSite: (host: string) => boolean,
): Promise<DaySummary> {
  const pause = createYields()
  const sites = await sitesOf(sql, day)
  const moved = new Map(sites.map(({ id }) => [id, { up: 0, down: 0 }]))
  const own = new OwnStandings(isOwnSite)
  const largest = new LargestMoves(NAMED_MOVES)
  const hosts = new Map(sites.map(({ id, host }) => [id, host]))
  const falls = new FallenTyres(sites.filter(({ host }) => !isOwnSite(host)))
  const last = (await sql.get<{ id: number | null }>('SELECT max(id) AS id FROM tyres'))?.id ?? 0
  for (let after = 0; sites.length > 0 && after < last; after += IDS_AT_ONCE) {
    const rows = await sql.all<{ site_id: number; tyre_id: number; offers: string }>(
      `SELECT site_id, tyre_id, offers FROM site_offers
       WHERE day = ? AND site_id IN (${sites.map(() => '?').join(',')}) AND tyre_id > ? AND tyre_id <= ?`,
      day,
      ...hosts.keys(),
      after,
      after + IDS_AT_ONCE,
    )
    for (const [tyre, ofTyre] of Map.groupBy(rows, (row) => row.tyre_id)) {
      const market: StoredSiteOffer[] = []
      for (const { site_id: siteId, offers: text } of ofTyre) {
        const offers = decodeSiteOffers(text, hosts.get(siteId) ?? '')
        const counts = moved.get(siteId)
        if (counts && offers.some(({ change }) => change !== null && change > 0)) counts.up += 1
        if (counts && offers.some(fell)) counts.down += 1
        for (const offer of offers) largest.add(tyre, offer)
        if (offers.some(fell)) falls.add(tyre, siteId)
        market.push(...offers)
      }
      own.add(market)
      await pause()
    }
  }
  return {
    sites: sites.flatMap(({ id, host, before }) =>
      before === null ? [] : [{ site: host, before, up: 0, down: 0, ...moved.get(id) }],
    ),
    own: own.standings() satisfies OwnStanding[],
    fallen: falls.count,
    moves: await named(sql, largest),
  }
}

const fell = ({ change }: StoredSiteOffer): boolean => change !== null && change < 0

/**
 * Counts the tyres with a price that fell at a competitor. Only sites with the latest previous day count, because the
 * price-change report compares one pair of days.
 */
class FallenTyres {
  readonly #since: string | null
  readonly #compared: ReadonlySet<number>
  readonly #tyres = new Set<number>()

  constructor(competitors: readonly Site[]) {
    this.#since = competitors.reduce<string | null>(
      (last, { before }) => (before !== null && (last === null || before > last) ? before : last),
      null,
    )
    this.#compared = new Set(
      competitors.filter(({ before }) => before !== null && before === this.#since).map(({ id }) => id),
    )
  }

  add(tyre: number, site: number): void {
    if (this.#compared.has(site)) this.#tyres.add(tyre)
  }

  /** null if no competitor has an earlier day */
  get count(): MarketFalls | null {
    return this.#since === null ? null : { since: this.#since, tyres: this.#tyres.size }
  }
}

/** Returns the sites with prices of the day. */
function sitesOf(sql: Sql, day: string): Promise<Site[]> {
  return sql.all<Site>(
    `SELECT s.id, s.host, (SELECT max(p.day) FROM snapshots p WHERE p.site_id = s.id AND p.day < ?) AS before
     FROM sites s WHERE EXISTS (SELECT 1 FROM snapshots p WHERE p.site_id = s.id AND p.day = ?)
     ORDER BY s.host`,
    day,
    day,
  )
}

interface Move {
  tyre: number
  offer: StoredSiteOffer
  /** absolute change in percent */
  size: number
}

/** Collects the largest price changes, one per tyre. */
class LargestMoves {
  readonly #most: number
  #kept: Move[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(tyre: number, offer: StoredSiteOffer): void {
    const size = Math.abs(offer.change ?? 0)
    const least = this.#kept.length < this.#most ? 0 : (this.#kept.at(-1)?.size ?? 0)
    if (size <= least) return
    const same = this.#kept.find((move) => move.tyre === tyre)
    if (same && same.size >= size) return
    const others = this.#kept.filter((move) => move !== same)
    this.#kept = [...others, { tyre, offer, size }].sort((a, b) => b.size - a.size).slice(0, this.#most)
  }

  get all(): readonly Move[] {
    return this.#kept
  }
}

async function named(sql: Sql, largest: LargestMoves): Promise<TyreMove[]> {
  const moves: TyreMove[] = []
  for (const { tyre, offer } of largest.all) {
    const specs = await tyreSpecs(sql, tyre)
    if (!specs) continue
    const { site, city, change } = offer
    moves.push({ key: tyreKey(specs), name: specs.name, site, city, percent: change ?? 0 })
  }
  return moves
}
