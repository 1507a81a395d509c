import type { MatchReason, QueuePair } from '../../../contract/matching/match-queue.ts'
import type { ListingAnswer } from '../../../contract/matching/matching.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import { explainPair } from '../../matching/explain.ts'
import { parseListing, withHabit } from '../../matching/parse.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList, listOf } from '../../platform/db/in-list.ts'
import { readAliases } from '../../prices/listings/listing-store.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { decodeOffers } from '../../prices/stored-offers.ts'
import { tyreSpecs } from '../../prices/tyre-catalog.ts'
import { LISTING_COLUMNS, type ListingRow, withPrices } from './listing-answers.ts'

/** Undecided pair; its value orders the queue. */
export interface OpenPair {
  listing: number
  tyre: number
  site: number
  probability: number
  conflict: string
}

/** Pairs that nobody has decided, and whose listing is not matched by a person. */
const OPEN = `FROM possible_pairs p JOIN listings l ON l.id = p.listing_id
  WHERE l.excluded = '' AND EXISTS (SELECT 1 FROM listings o WHERE o.tyre_id = p.tyre_id)
    AND CASE WHEN p.conflict = 'reported' THEN l.tyre_id = p.tyre_id ELSE l.tyre_id <> p.tyre_id AND l.how <> 'person' END
    AND NOT EXISTS (SELECT 1 FROM pair_decisions d WHERE d.listing_id = p.listing_id AND d.tyre_id = p.tyre_id
      AND d.undone = 0 AND d.decided_at > p.reported_at AND d.decision IN ('same', 'different'))`

export async function openPairs(sql: ReadSql): Promise<OpenPair[]> {
  return sql.all<OpenPair>(
    `SELECT p.listing_id AS listing, p.tyre_id AS tyre, l.site_id AS site, p.probability, p.conflict ${OPEN}`,
  )
}

/** Returns the numbers of undecided pairs and listings of each site by its id. */
export async function waitingBySite(sql: ReadSql): Promise<Map<number, { pairs: number; listings: number }>> {
  const rows = await sql.all<{ site: number; pairs: number; listings: number }>(
    `SELECT l.site_id AS site, count(*) AS pairs, count(DISTINCT l.id) AS listings ${OPEN} GROUP BY l.site_id`,
  )
  return new Map(
    rows.map(({ site, pairs, listings }) => [site, { pairs: Number(pairs), listings: Number(listings) }]),
  )
}

/**
 * Orders the queue: reported pairs and conflicts first, then tyres of the own site by the value of their stock, then
 * tyres for which the most sites wait; the most probable pair of equals first, and a listing's pairs together.
 */
export async function rankedPairs(sql: ReadSql, ownSites: readonly number[]): Promise<OpenPair[]> {
  const pairs = await openPairs(sql)
  if (pairs.length === 0) return []
  const stock = await ownStock(sql, ownSites, [...new Set(pairs.map(({ tyre }) => tyre))])
  const sites = new Map<number, Set<number>>()
  for (const { tyre, site } of pairs) sites.set(tyre, (sites.get(tyre) ?? new Set()).add(site))
  const rankOf = ({ tyre, conflict, probability }: OpenPair): number[] => [
    conflict === 'reported' ? 2 : conflict === '' ? 0 : 1,
    stock.get(tyre) ?? -1,
    sites.get(tyre)?.size ?? 0,
    probability,
  ]
  const ofListing = new Map<number, number[]>()
  for (const pair of pairs) {
    const value = rankOf(pair)
    const best = ofListing.get(pair.listing)
    if (!best || compareValues(value, best) < 0) ofListing.set(pair.listing, value)
  }
  return pairs.sort(
    (a, b) =>
      compareValues(ofListing.get(a.listing) ?? [], ofListing.get(b.listing) ?? []) ||
      a.listing - b.listing ||
      b.probability - a.probability,
  )
}

/** Orders the higher value first. */
function compareValues(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    if (value !== other) return other - value
  }
  return 0
}

const CHUNK = 500

/** Returns the value of the own stock in roubles by tyre; 0 for own tyres without stock, nothing for others. */
async function ownStock(
  sql: ReadSql,
  ownSites: readonly number[],
  tyres: readonly number[],
): Promise<Map<number, number>> {
  const sites = await sql.all<{ id: number; day: string | null }>(
    'SELECT id, (SELECT max(day) FROM snapshots WHERE site_id = sites.id) AS day FROM sites',
  )
  const values = new Map<number, number>()
  for (const { id, day } of sites) {
    if (!ownSites.includes(id) || day === null) continue
    for (let from = 0; from < tyres.length; from += CHUNK) {
      const rows = await sql.all<{ tyre_id: number; offers: string }>`
        SELECT tyre_id, offers FROM site_offers
        WHERE day = ${day} AND site_id = ${id} AND tyre_id IN (${listOf(tyres.slice(from, from + CHUNK))})`
      for (const { tyre_id: tyre, offers } of rows)
        values.set(tyre, (values.get(tyre) ?? 0) + valueOfStock(offers))
    }
  }
  return values
}

const valueOfStock = (offers: string): number =>
  decodeOffers(offers).reduce(
    (sum, { retail, wholesale, stock }) => sum + (retail ?? wholesale ?? 0) * (stock ?? 0),
    0,
  )

/** Describes pairs as the queue displays them, in the same order. */
export async function describePairs(
  sql: ReadSql,
  isOwnSite: IsOwnSite,
  pairs: readonly OpenPair[],
): Promise<QueuePair[]> {
  if (pairs.length === 0) return []
  const { places, values } = inList([...new Set(pairs.map(({ tyre }) => tyre))])
  const ids = inList(pairs.map(({ listing }) => listing))
  const rows = await sql.all<ListingRow>(
    `SELECT ${LISTING_COLUMNS} FROM listings l JOIN sites s ON s.id = l.site_id
     WHERE l.tyre_id IN (${places}) OR l.id IN (${ids.places}) ORDER BY l.id`,
    ...values,
    ...ids.values,
  )
  const answers = await withPrices(sql, isOwnSite, rows)
  const present = await presentTyres(sql, ids)
  const aliases = new AliasBook(await readAliases(sql))
  const described: QueuePair[] = []
  for (const { listing: id, tyre, probability, conflict } of pairs) {
    const specs = await tyreSpecs(sql, tyre)
    const row = rows.find((one) => one.id === id)
    const listing = answers.get(id)
    if (!specs || !row || !listing) continue
    const ofTyre = rows.filter((one) => one.tyre_id === tyre && one.id !== id)
    described.push({
      listing,
      tyre: {
        id: tyre,
        key: tyreKey(specs),
        article: specs.article,
        brand: specs.brand,
        name: specs.name,
        listings: ofTyre
          .map((one) => answers.get(one.id) as ListingAnswer)
          .sort((a, b) => Number(b.own) - Number(a.own)),
      },
      probability,
      conflict: conflict as QueuePair['conflict'],
      ...(conflict === 'year' && { years: { listing: row.year, tyre: yearOfTyre(ofTyre) } }),
      taken: ofTyre.some((one) => one.site_id === row.site_id),
      current: row.tyre_id === tyre ? null : (present.get(id) ?? null),
      reasons: reasonsFor(row, specs, ofTyre, aliases),
    })
  }
  return described
}

/** Returns the year of production by which the import compares a tyre: that of its first listing. */
const yearOfTyre = (listings: readonly ListingRow[]): string =>
  listings.reduce((latest, { how, year }) => (how === 'own' && year > latest ? year : latest), '')

/** Returns the tyres that listings have now, if other sites' listings are on them, by the listing's id. */
async function presentTyres(
  sql: ReadSql,
  { places, values }: ReturnType<typeof inList>,
): Promise<Map<number, NonNullable<QueuePair['current']>>> {
  const rows = await sql.all<{ id: number; tyre: number; host: string }>(
    `SELECT l.id, l.tyre_id AS tyre, s.host FROM listings l
     JOIN listings o ON o.tyre_id = l.tyre_id AND o.site_id <> l.site_id JOIN sites s ON s.id = o.site_id
     WHERE l.id IN (${places}) ORDER BY o.id`,
    ...values,
  )
  const present = new Map<number, NonNullable<QueuePair['current']>>()
  for (const [id, others] of Map.groupBy(rows, (row) => row.id)) {
    const specs = await tyreSpecs(sql, others[0]?.tyre ?? 0)
    if (!specs) continue
    const sites = [...new Set(others.map(({ host }) => host))]
    present.set(id, { key: tyreKey(specs), name: specs.name, sites })
  }
  return present
}

function reasonsFor(
  row: ListingRow,
  specs: TyreSpecs,
  ofTyre: readonly ListingRow[],
  aliases: AliasBook,
): MatchReason[] {
  const listing = withHabit(parseListing(JSON.parse(row.specs) as TyreSpecs), row.says_studs === 1)
  const describing = ofTyre.find(({ how }) => how === 'own')
  const tyre = withHabit(parseListing(specs), describing?.says_studs === 1)
  const article = ofTyre.find((one) => one.article !== '')?.article ?? ''
  return explainPair(
    { description: listing, article: row.article },
    { description: tyre, article },
    aliases.areAliases,
  )
}
