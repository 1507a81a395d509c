import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import { yearOf, yearsDiffer } from '../../matching/condition.ts'
import type { TyreDescription } from '../../matching/description.ts'
import { matchListings, USUAL_SETTINGS } from '../../matching/match-listings.ts'
import { parseListing, withHabit } from '../../matching/parse.ts'
import type { Sql } from '../../platform/db/db.ts'
import { articlesAgree, specsDigest } from '../../prices/listings/listing.ts'
import { readAliases, tyreIdentifiers } from '../../prices/listings/listing-store.ts'
import { worthDeciding } from '../../prices/listings/worth-deciding.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { allTyres } from '../../prices/tyre-catalog.ts'
import { type JoinedPair, joinTyres } from './move-listings.ts'

interface LonelyListing {
  id: number
  site: number
  tyre: number
  article: string
  /** digest of what it was parsed from */
  digest: string
  /** year of production; '' if unknown */
  year: string
  /** ISO date of its first prices */
  day: string
  description: TyreDescription
}

/** Pair that waits for a person. */
type WaitingPair = JoinedPair & { conflict?: 'year' }

interface ComparedTyre {
  id: number
  year: string
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
  await joinTyres(sql, pairs)
  await storePossible(sql, possible)
  return pairs.length
}

const hasTwoSites = async (sql: Sql): Promise<boolean> =>
  (await sql.get(
    'SELECT 1 AS found FROM listings WHERE site_id <> (SELECT min(site_id) FROM listings) LIMIT 1',
  )) !== undefined

async function findPairs(
  sql: Sql,
  families: ReadonlySet<string>,
): Promise<{ pairs: JoinedPair[]; possible: WaitingPair[] }> {
  const lonely = await lonelyListings(sql, families)
  const found = { pairs: [] as JoinedPair[], possible: [] as WaitingPair[] }
  if (lonely.length === 0) return found
  const tyres = await comparedTyres(sql, families, new Map(lonely.map((listing) => [listing.tyre, listing])))
  const areAliases = new AliasBook(await readAliases(sql)).areAliases
  const refused = await refusedPairs(sql)
  const waiting = await waitingTyres(sql)
  const joined = new Set<number>()
  for (const [site, listings] of Map.groupBy(lonely, ({ site: id }) => id)) {
    const candidates = tyres.filter(({ sites }) => !sites.includes(site))
    const matches = matchListings(candidates, listings, { ...USUAL_SETTINGS, areAliases }, (tyre, listing) =>
      isComparable(tyre, listing, refused),
    )
    const open = matches.flatMap(({ candidates, certain }, at) => {
      const listing = listings[at] as LonelyListing
      if (!certain) return [{ ...listing, candidates }]
      if (yearsDiffer(certain.tyre.year, listing.year, listing.day)) {
        const { tyre, probability } = certain
        found.possible.push({ listing: listing.id, tyre: tyre.id, probability, conflict: 'year' })
        return []
      }
      // Two tyres with one listing each find each other: the first of them is enough.
      if (joined.has(listing.tyre) || joined.has(certain.tyre.id)) return []
      joined.add(listing.tyre)
      joined.add(certain.tyre.id)
      found.pairs.push({ listing: listing.id, tyre: certain.tyre.id, probability: certain.probability })
      return []
    })
    for (const [at, worth] of worthDeciding(open).entries()) {
      const listing = (open[at] as LonelyListing).id
      for (const { tyre, probability } of worth) found.possible.push({ listing, tyre: tyre.id, probability })
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

const isComparable = (tyre: ComparedTyre, listing: LonelyListing, refused: ReadonlySet<string>): boolean =>
  tyre.id !== listing.tyre && !refused.has(`${listing.id}:${tyre.id}`) && articlesAgree(tyre, listing)

async function lonelyListings(sql: Sql, families: ReadonlySet<string>): Promise<LonelyListing[]> {
  const rows = await sql.all<{
    id: number
    site: number
    tyre: number
    article: string
    digest: string
    specs: string
    says_studs: number
    year: string
    day: string
  }>(
    `SELECT id, site_id AS site, tyre_id AS tyre, article, digest, specs, says_studs, year,
       first_day AS day FROM listings l
     WHERE how = 'own' AND excluded = ''
       AND NOT EXISTS (SELECT 1 FROM listings o WHERE o.tyre_id = l.tyre_id AND o.id <> l.id)
     ORDER BY id`,
  )
  return rows.flatMap(({ specs, says_studs: says, ...row }) => {
    const described = JSON.parse(specs) as TyreSpecs
    if (!families.has(parseBrand(described.brand).family)) return []
    return [{ ...row, description: withHabit(parseListing(described), says === 1) }]
  })
}

/** @param lonely listings by their tyre: most tyres are described by the only listing that they have */
async function comparedTyres(
  sql: Sql,
  families: ReadonlySet<string>,
  lonely: ReadonlyMap<number, LonelyListing>,
): Promise<ComparedTyre[]> {
  const identifiers = await tyreIdentifiers(sql)
  const rows = await sql.all<{ tyre: number; site: number }>(
    'SELECT DISTINCT tyre_id AS tyre, site_id AS site FROM listings',
  )
  const sites = Map.groupBy(rows, ({ tyre }) => tyre)
  return (await allTyres(sql)).flatMap(({ id, specs }) => {
    if (!families.has(parseBrand(specs.brand).family)) return []
    const known = identifiers.get(id)
    const only = lonely.get(id)
    return [
      {
        id,
        year: known?.year || yearOf(specs.name),
        article: known ? known.article : normaliseArticle(specs.article),
        sites: (sites.get(id) ?? []).map(({ site }) => site),
        description:
          only && only.digest === specsDigest(specs)
            ? only.description
            : withHabit(parseListing(specs), known?.saysStuds ?? false),
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

async function storePossible(sql: Sql, pairs: readonly WaitingPair[]): Promise<void> {
  for (const { listing, tyre, probability, conflict = '' } of pairs) {
    await sql.run`
      INSERT INTO possible_pairs (listing_id, tyre_id, probability, conflict)
      SELECT CAST(${listing} AS INTEGER), CAST(${tyre} AS INTEGER), ${probability}, CAST(${conflict} AS TEXT)
      WHERE EXISTS (SELECT 1 FROM listings WHERE id = ${listing})
      ON CONFLICT (listing_id, tyre_id) DO UPDATE SET probability = excluded.probability`
  }
}
