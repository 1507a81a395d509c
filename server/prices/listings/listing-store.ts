import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { ModelAlias } from '../../matching/alias-book.ts'
import type { ReadSql, Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { TyreSpecs } from '../offer.ts'
import type { Listing, MatchedBy } from './listing.ts'

interface ListingRow {
  id: number
  key: string
  tyre_id: number
  how: MatchedBy
  article: string
  code: string
  gtin: string
  digest: string
  excluded: string
}

export async function listingsOf(sql: ReadSql, siteId: number): Promise<Listing[]> {
  const rows = await sql.all<ListingRow>`
    SELECT id, key, tyre_id, how, article, code, gtin, digest, excluded FROM listings
    WHERE site_id = ${siteId}`
  return rows.map(({ tyre_id: tyreId, excluded, ...row }) => ({
    ...row,
    tyreId,
    isExcluded: excluded !== '',
  }))
}

/** Identifiers of a tyre from the listings of all sites. */
export interface TyreIdentifiers {
  /** manufacturer's article by which it is listed; '' if there is none */
  article: string
  /** number that one of its sites gives as its own code, normalised; '' if there is none */
  code: string
  saysStuds: boolean
  /** year of production that its first listing states; '' if unknown */
  year: string
}

/** Returns the identifiers of all tyres that have listings. */
export async function tyreIdentifiers(sql: ReadSql): Promise<Map<number, TyreIdentifiers>> {
  const rows = await sql.all<{
    tyre_id: number
    article: string
    code: string
    says_studs: number | null
    year: string | null
  }>(
    `SELECT tyre_id, max(article) AS article, max(CASE WHEN article = '' THEN code ELSE '' END) AS code, max(CASE WHEN how = 'own' THEN says_studs END) AS says_studs, max(CASE WHEN how = 'own' THEN year END) AS year
     FROM listings GROUP BY tyre_id`,
  )
  return new Map(
    rows.map(({ tyre_id: id, article, code, says_studs: says, year }) => [
      id,
      { article, code: normaliseArticle(code), saysStuds: says === 1, year: year ?? '' },
    ]),
  )
}

/** Number of values per query. */
const CHUNK = 500

/** Returns the tyres that listings with these GTINs belong to. */
export async function tyresByGtin(sql: ReadSql, gtins: readonly string[]): Promise<Map<string, number>> {
  const tyres = new Map<string, number>()
  for (let from = 0; from < gtins.length; from += CHUNK) {
    const { places, values } = inList(gtins.slice(from, from + CHUNK))
    const rows = await sql.all<{ gtin: string; tyre_id: number }>(
      `SELECT gtin, min(tyre_id) AS tyre_id FROM listings WHERE gtin <> '' AND gtin IN (${places}) GROUP BY gtin`,
      ...values,
    )
    for (const { gtin, tyre_id: id } of rows) tyres.set(gtin, id)
  }
  return tyres
}

/** Returns the descriptions of listings by id, as their sites write them. */
export async function listingSpecs(sql: ReadSql, ids: readonly number[]): Promise<Map<number, TyreSpecs>> {
  const found = new Map<number, TyreSpecs>()
  for (let from = 0; from < ids.length; from += CHUNK) {
    const { places, values } = inList(ids.slice(from, from + CHUNK))
    const rows = await sql.all<{ id: number; specs: string }>(
      `SELECT id, specs FROM listings WHERE id IN (${places})`,
      ...values,
    )
    for (const { id, specs } of rows) found.set(id, JSON.parse(specs) as TyreSpecs)
  }
  return found
}

/** New listing with its description. */
export interface NewListing extends Omit<Listing, 'id' | 'isExcluded'> {
  specs: TyreSpecs
  siteId: number
  score: number | null
  saysStuds: boolean
  /** reason why it is left out of the figures; '' if it counts */
  excluded: string
  /** year of production; '' if unknown */
  year: string
  /** ISO date */
  firstDay: string
}

export async function insertListings(sql: Sql, listings: readonly NewListing[], now: number): Promise<void> {
  const rows = listings.map((listing) => ({
    site_id: listing.siteId,
    key: listing.key,
    tyre_id: listing.tyreId,
    how: listing.how,
    score: listing.score,
    since: now,
    article: listing.article,
    code: listing.code,
    gtin: listing.gtin,
    specs: JSON.stringify(listing.specs),
    digest: listing.digest,
    says_studs: listing.saysStuds ? 1 : 0,
    excluded: listing.excluded,
    year: listing.year,
    first_day: listing.firstDay,
  }))
  const [first] = rows
  if (first) await sql.insertMany('listings', Object.keys(first), rows.map(Object.values))
}

/** Stores what the site's new list says of a known listing. @param specs null if the description stays */
export async function updateListing(
  sql: Sql,
  { id, key, article, code, gtin, digest }: Omit<Listing, 'tyreId' | 'how' | 'isExcluded'>,
  specs: TyreSpecs | null,
): Promise<void> {
  await sql.run`
    UPDATE listings SET key = ${key}, article = ${article}, code = ${code}, gtin = ${gtin},
    digest = ${digest}, specs = coalesce(${specs && JSON.stringify(specs)}, specs) WHERE id = ${id}`
}

export async function readAliases(sql: ReadSql): Promise<ModelAlias[]> {
  const rows = await sql.all<{
    family: string
    line_a: string
    line_b: string
    sizes: number
    decided: number
  }>('SELECT family, line_a, line_b, sizes, decided FROM model_aliases')
  return rows.map(({ line_a: lineA, line_b: lineB, ...row }) => ({ ...row, lineA, lineB }))
}

export async function writeAliases(sql: Sql, aliases: readonly ModelAlias[]): Promise<void> {
  for (const { family, lineA, lineB, sizes, decided } of aliases) {
    await sql.run`
      INSERT INTO model_aliases (family, line_a, line_b, sizes, decided)
      VALUES (${family}, ${lineA}, ${lineB}, ${sizes}, ${decided})
      ON CONFLICT (family, line_a, line_b) DO UPDATE SET sizes = excluded.sizes, decided = excluded.decided`
  }
}
