import type { DaySummary, MarketFalls, OwnStanding, TyreMove } from '../../../contract/dashboard/today.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { deviationOf, lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import type { Sql } from '../../platform/db/db.ts'
import { pricesOf } from '../../prices/offer.ts'
import { createYields } from '../../prices/steps.ts'
import { decodeSiteOffers, type SiteOffer, type StoredSiteOffer } from '../../prices/stored-offers.ts'
import { tyreSpecs } from '../../prices/tyre-catalog.ts'

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

function sitesOf(sql: Sql, day: string): Promise<Site[]> {
  return sql.all<Site>`
    SELECT s.id, s.host, (SELECT max(p.day) FROM snapshots p
    WHERE p.site_id = s.id AND p.day < ${day}) AS before
    FROM sites s WHERE EXISTS (SELECT 1 FROM snapshots p WHERE p.site_id = s.id AND p.day = ${day})
    ORDER BY s.host`
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

const KINDS: readonly ComparedPrice[] = ['retail', 'wholesale']

/** Key for all cities together, as in a view without a city. */
const ANYWHERE = ''

/**
 * Counts the market positions of the own prices, tyre by tyre, in each city and in all cities together, as the layout
 * 'Рынок' displays them (specification 17.3).
 */
class OwnStandings {
  readonly #isOwnSite: (host: string) => boolean
  readonly #counted = new Map<string, OwnStanding>()

  constructor(isOwnSite: (host: string) => boolean) {
    this.#isOwnSite = isOwnSite
  }

  /** @param market all offers of one tyre */
  add(market: readonly SiteOffer[]): void {
    const own = market.filter(({ site }) => this.#isOwnSite(site))
    if (own.length === 0) return
    this.#compare(ANYWHERE, market)
    for (const city of new Set(own.map((offer) => offer.city))) {
      this.#compare(
        city,
        market.filter((offer) => offer.city === city),
      )
    }
  }

  /** Returns the counts by city; cities with the most compared tyres first. */
  standings(): OwnStanding[] {
    const tyres = ({ above, at, below }: OwnStanding) => above + at + below
    return [...this.#counted.values()].sort(
      (a, b) => tyres(b) - tyres(a) || (a.city < b.city ? -1 : a.city > b.city ? 1 : 0),
    )
  }

  #compare(city: string, offers: readonly SiteOffer[]): void {
    const ours = offers.filter(({ site }) => this.#isOwnSite(site))
    const theirs = offers.filter(({ site }) => !this.#isOwnSite(site))
    for (const kind of KINDS) this.#count(city, kind, pricesOf(ours, kind), pricesOf(theirs, kind))
  }

  #count(city: string, kind: ComparedPrice, ours: readonly number[], theirs: readonly number[]): void {
    const own = lowest(ours)
    const deviation = deviationOf(own, statisticsOf(theirs)?.median ?? null)
    if (!deviation) return
    const standing = this.#of(city, kind)
    standing[deviation.percent > 0 ? 'above' : deviation.percent < 0 ? 'below' : 'at'] += 1
    if (deviation.own <= (lowest(theirs) ?? 0)) standing.cheapest += 1
  }

  #of(city: string, kind: ComparedPrice): OwnStanding {
    const key = `${kind} ${city}`
    const known = this.#counted.get(key)
    if (known) return known
    const made = { city, kind, above: 0, at: 0, below: 0, cheapest: 0 }
    this.#counted.set(key, made)
    return made
  }
}
