import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import type { TyreDescription } from '../../matching/description.ts'
import { type ListingMatch, matchListings, USUAL_SETTINGS } from '../../matching/match-listings.ts'
import { parseListing, withHabit } from '../../matching/parse.ts'
import type { Sql } from '../../platform/db/db.ts'
import { worthDeciding } from '../../prices/listings/identify.ts'
import { articlesAgree } from '../../prices/listings/listing.ts'
import { readAliases, tyreIdentifiers } from '../../prices/listings/listing-store.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { allTyres } from '../../prices/tyre-catalog.ts'
import { joinTyres } from './move-listings.ts'

interface LonelyListing {
  id: number
  site: number
  tyre: number
  article: string
  description: TyreDescription
}

interface ComparedTyre {
  id: number
  article: string
  sites: readonly number[]
  description: TyreDescription
}

/**
 * Matches listings that no other site shares once more, because tyres or spellings have been added since: a listing
 * imported before its tyre's other listings had nothing to be compared with. Call it in a transaction that has locked the
 * prices, as an import does.
 * @param families brands' families (server/matching) with new tyres or spellings
 * @returns number of tyres that became part of another one
 */
export async function matchAgain(sql: Sql, families: ReadonlySet<string>): Promise<number> {
  if (families.size === 0 || !(await hasTwoSites(sql))) return 0
  const { pairs, possible } = await findPairs(sql, families)
  for (const { listing, tyre, probability } of pairs) await joinTyres(sql, listing, tyre, probability)
  await storePossible(sql, possible)
  return pairs.length
}

const hasTwoSites = async (sql: Sql): Promise<boolean> =>
  (await sql.get(
    'SELECT 1 AS found FROM listings WHERE site_id <> (SELECT min(site_id) FROM listings) LIMIT 1',
  )) !== undefined

interface FoundPair {
  listing: number
  tyre: number
  probability: number
}

async function findPairs(
  sql: Sql,
  families: ReadonlySet<string>,
): Promise<{ pairs: FoundPair[]; possible: FoundPair[] }> {
  const lonely = await lonelyListings(sql, families)
  const found = { pairs: [] as FoundPair[], possible: [] as FoundPair[] }
  if (lonely.length === 0) return found
  const tyres = await comparedTyres(sql, families)
  const areAliases = new AliasBook(await readAliases(sql)).areAliases
  const refused = await refusedPairs(sql)
  const waiting = await waitingTyres(sql)
  const joined = new Set<number>()
  for (const [site, listings] of Map.groupBy(lonely, ({ site: id }) => id)) {
    const candidates = tyres.filter(({ sites }) => !sites.includes(site))
    const matches = matchListings(candidates, listings, { ...USUAL_SETTINGS, areAliases }, (tyre, listing) =>
      isComparable(tyre, listing, refused),
    )
    for (const [at, match] of matches.entries()) {
      collect(listings[at] as LonelyListing, match, joined, found)
    }
  }
  const tyreOf = new Map(lonely.map(({ id, tyre }) => [id, tyre]))
  const possible = found.possible.filter(({ listing, tyre }) => {
    const pair = unordered(tyreOf.get(listing) ?? 0, tyre)
    return waiting.has(pair) ? false : waiting.add(pair)
  })
  return { pairs: found.pairs, possible }
}

const unordered = (a: number, b: number): string => (a < b ? `${a}:${b}` : `${b}:${a}`)

/** Returns the pairs of tyres that a listing's pair already proposes to join, whichever of them has the listing. */
async function waitingTyres(sql: Sql): Promise<Set<string>> {
  const rows = await sql.all<{ one: number; other: number }>(
    'SELECT l.tyre_id AS one, p.tyre_id AS other FROM possible_pairs p JOIN listings l ON l.id = p.listing_id',
  )
  return new Set(rows.map(({ one, other }) => unordered(one, other)))
}

function collect(
  listing: LonelyListing,
  { candidates, certain }: ListingMatch<ComparedTyre>,
  joined: Set<number>,
  found: { pairs: FoundPair[]; possible: FoundPair[] },
): void {
  if (!certain) {
    for (const { tyre, probability } of worthDeciding(candidates))
      found.possible.push({ listing: listing.id, tyre: tyre.id, probability })
    return
  }
  // Two tyres with one listing each find each other: the first of them is enough.
  if (joined.has(listing.tyre) || joined.has(certain.tyre.id)) return
  joined.add(listing.tyre)
  joined.add(certain.tyre.id)
  found.pairs.push({ listing: listing.id, tyre: certain.tyre.id, probability: certain.probability })
}

const isComparable = (tyre: ComparedTyre, listing: LonelyListing, refused: ReadonlySet<string>): boolean =>
  tyre.id !== listing.tyre && !refused.has(`${listing.id}:${tyre.id}`) && articlesAgree(tyre, listing)

async function lonelyListings(sql: Sql, families: ReadonlySet<string>): Promise<LonelyListing[]> {
  const rows = await sql.all<{
    id: number
    site: number
    tyre: number
    article: string
    specs: string
    says_studs: number
  }>(
    `SELECT id, site_id AS site, tyre_id AS tyre, article, specs, says_studs FROM listings l
     WHERE how = 'own' AND excluded = ''
       AND NOT EXISTS (SELECT 1 FROM listings o WHERE o.tyre_id = l.tyre_id AND o.id <> l.id)`,
  )
  return rows.flatMap(({ specs, says_studs: says, ...row }) => {
    const described = JSON.parse(specs) as TyreSpecs
    if (!families.has(parseBrand(described.brand).family)) return []
    return [{ ...row, description: withHabit(parseListing(described), says === 1) }]
  })
}

async function comparedTyres(sql: Sql, families: ReadonlySet<string>): Promise<ComparedTyre[]> {
  const identifiers = await tyreIdentifiers(sql)
  const rows = await sql.all<{ tyre: number; site: number }>(
    'SELECT DISTINCT tyre_id AS tyre, site_id AS site FROM listings',
  )
  const sites = Map.groupBy(rows, ({ tyre }) => tyre)
  return (await allTyres(sql)).flatMap(({ id, specs }) => {
    if (!families.has(parseBrand(specs.brand).family)) return []
    const known = identifiers.get(id)
    return [
      {
        id,
        article: known ? known.article : normaliseArticle(specs.article),
        sites: (sites.get(id) ?? []).map(({ site }) => site),
        description: withHabit(parseListing(specs), known?.saysStuds ?? false),
      },
    ]
  })
}

async function refusedPairs(sql: Sql): Promise<Set<string>> {
  const rows = await sql.all<{ listing: number; tyre: number }>(
    `SELECT listing_id AS listing, tyre_id AS tyre FROM pair_decisions
     WHERE undone = 0 AND decision IN ('different', 'detached')`,
  )
  return new Set(rows.map(({ listing, tyre }) => `${listing}:${tyre}`))
}

async function storePossible(sql: Sql, pairs: readonly FoundPair[]): Promise<void> {
  for (const { listing, tyre, probability } of pairs) {
    await sql.run(
      `INSERT INTO possible_pairs (listing_id, tyre_id, probability)
       SELECT CAST(? AS INTEGER), CAST(? AS INTEGER), ? WHERE EXISTS (SELECT 1 FROM listings WHERE id = ?)
       ON CONFLICT (listing_id, tyre_id) DO UPDATE SET probability = excluded.probability`,
      listing,
      tyre,
      probability,
      listing,
    )
  }
}
