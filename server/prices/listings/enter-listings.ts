import { CONDITION_TEXTS } from '../../../contract/matching/matching.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import { contradictionOf } from '../../matching/compare.ts'
import { parseListing } from '../../matching/parse.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { TyreSpecs } from '../offer.ts'
import { type DraftTyre, fillEmpty } from '../snapshot-draft.ts'
import { addTyres, type CatalogTyre, updateTyre } from '../tyre-catalog.ts'
import type { IdentificationResult, KnownTyre } from './identify.ts'
import { type IdentifiedList, identifyList } from './identify-list.ts'
import type { Listing } from './listing.ts'
import { insertListings, type NewListing, updateListing, writeAliases } from './listing-store.ts'

/** Listing with its tyre, as saving needs it. */
export interface EnteredListing {
  tyre: CatalogTyre
  listingId: number
  isExcluded: boolean
  /** whether another listing of the site, of this day or not, has the same tyre */
  isShared: boolean
}

/**
 * Identifies a site's list, adds its new tyres and listings, and fills empty fields of known tyres. Fields with a value
 * stay unchanged, except a supplier's code in place of the article.
 * @param day ISO date of the list
 * @returns a result for each listing in the order of the draft; whether a field of a known tyre was filled; and the
 * brands' families that have new listings of their own or new spellings, with which other listings may match now
 */
export async function enterListings(
  sql: Sql,
  siteId: number,
  day: string,
  draft: readonly DraftTyre[],
): Promise<{ entered: EnteredListing[]; completed: boolean; families: Set<string> }> {
  const identified = await identifyList(sql, siteId, draft, day)
  const { list, found, listings, identities, aliases } = identified
  let completed = false
  for (const [index, { tyre }] of found.entries()) {
    const { specs, condition } = list[index] as DraftTyre
    if (!tyre || condition !== 'new') continue
    const filled = completedSpecs(tyre, specs)
    if (filled === tyre.specs) continue
    completed = true
    tyre.specs = filled
    const article = normaliseArticle(filled.article)
    await updateTyre(sql, tyre.id, identities.has(article) ? null : article || null, filled)
  }
  const fresh = list.flatMap((entry, index) => (found[index]?.tyre ? [] : [{ entry, index }]))
  const added = await addTyres(
    sql,
    freshTyres(
      fresh.map(({ entry }) => entry),
      siteId,
      identities,
    ),
  )
  const tyres = list.map((_, index) => found[index]?.tyre as CatalogTyre | undefined)
  for (const [at, { index }] of fresh.entries()) tyres[index] = added[at] as CatalogTyre
  const ids = await storeListings(sql, siteId, day, identified, tyres as CatalogTyre[])
  const families = await learn(sql, list, found, aliases)
  for (const { entry } of fresh) families.add(parseBrand(entry.specs.brand).family)
  const shared = sharedTyres(listings)
  const entered = tyres.map((tyre, index) => ({
    tyre: tyre as CatalogTyre,
    listingId: ids[index] as number,
    isExcluded: found[index]?.listing?.isExcluded ?? list[index]?.condition !== 'new',
    isShared: shared.has((tyre as CatalogTyre).id),
  }))
  return { entered, completed, families }
}

/** Returns the tyres to which a person has matched several listings of the site. */
function sharedTyres(listings: readonly Listing[]): Set<number> {
  const seen = new Set<number>()
  const shared = new Set<number>()
  for (const { tyreId, isExcluded } of listings) {
    if (isExcluded) continue
    if (seen.has(tyreId)) shared.add(tyreId)
    seen.add(tyreId)
  }
  return shared
}

function completedSpecs(tyre: KnownTyre, specs: TyreSpecs): TyreSpecs {
  const isCode = tyre.article === '' && tyre.specs.article !== '' && specs.article !== ''
  return fillEmpty(isCode ? { ...tyre.specs, article: '' } : tyre.specs, specs)
}

/** Returns new tyres with an identity of their own: the article, unless another tyre has it. */
function freshTyres(
  fresh: readonly DraftTyre[],
  siteId: number,
  identities: ReadonlyMap<string, number>,
): { identity: string; specs: TyreSpecs }[] {
  const used = new Set<string>()
  return fresh.map(({ key, specs }) => {
    let identity = identityOfNewTyre(siteId, key, specs)
    while (identities.has(identity) || used.has(identity)) identity = `${siteId}:${identity}`
    used.add(identity)
    return { identity, specs }
  })
}

/** Returns the identity of a tyre that is added for a listing: its article, or its key within the site. */
export function identityOfNewTyre(siteId: number, key: string, specs: TyreSpecs): string {
  const article = normaliseArticle(specs.article)
  return article === '' || article !== key ? `${siteId}:${key}` : article
}

/** @returns ids of the listings in the order of the list */
async function storeListings(
  sql: Sql,
  siteId: number,
  day: string,
  { list, found, digests, saysStuds, listings }: IdentifiedList,
  tyres: readonly CatalogTyre[],
): Promise<number[]> {
  await freeKeys(sql, listings, list, found)
  const added: NewListing[] = []
  for (const [index, { key, code, gtin, specs, condition, year }] of list.entries()) {
    const { listing, how, score } = found[index] as IdentificationResult
    const article = normaliseArticle(specs.article)
    const digest = digests[index] as string
    if (!listing) {
      const tyreId = (tyres[index] as CatalogTyre).id
      added.push({
        key,
        code,
        gtin,
        article,
        digest,
        specs,
        siteId,
        tyreId,
        how,
        score,
        saysStuds: saysStuds(),
        excluded: condition === 'new' ? '' : CONDITION_TEXTS[condition],
        year,
        firstDay: day,
      })
    } else if (
      listing.digest !== digest ||
      listing.key !== key ||
      listing.code !== code ||
      listing.gtin !== gtin
    )
      await updateListing(sql, { id: listing.id, key, code, gtin, article, digest }, specs)
  }
  await insertListings(sql, added, Date.now())
  const ids = added.length === 0 ? new Map<string, number>() : await newListingIds(sql, siteId, listings)
  await storePossible(sql, list, found, ids)
  return list.map(({ key }, index) => found[index]?.listing?.id ?? (ids.get(key) as number))
}

/** Renames listings whose key the site now gives to another one, so that their days keep their tyre. */
async function freeKeys(
  sql: Sql,
  listings: readonly Listing[],
  list: readonly DraftTyre[],
  found: readonly IdentificationResult[],
): Promise<void> {
  const owners = new Map(list.map(({ key }, index) => [key, found[index]?.listing]))
  for (const listing of listings) {
    if (owners.has(listing.key) && owners.get(listing.key) !== listing)
      await updateListing(sql, { ...listing, key: `${listing.key}~${listing.id}`, code: '' }, null)
  }
}

async function newListingIds(
  sql: Sql,
  siteId: number,
  listings: readonly Listing[],
): Promise<Map<string, number>> {
  const last = listings.reduce((highest, { id }) => Math.max(highest, id), 0)
  const rows = await sql.all<{ id: number; key: string }>`
    SELECT id, key FROM listings WHERE site_id = ${siteId} AND id > ${last}`
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function storePossible(
  sql: Sql,
  list: readonly DraftTyre[],
  found: readonly IdentificationResult[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = found.flatMap(({ possible, listing }, index) => {
    const id = listing ? undefined : ids.get((list[index] as DraftTyre).key)
    if (id === undefined) return []
    return possible.map(({ tyreId, probability, conflict }) => [id, tyreId, probability, conflict ?? ''])
  })
  await sql.insertMany('possible_pairs', ['listing_id', 'tyre_id', 'probability', 'conflict'], rows)
}

/** Learns spellings of model lines from new listings joined by an identifier. @returns families with new spellings */
async function learn(
  sql: Sql,
  list: readonly DraftTyre[],
  found: readonly IdentificationResult[],
  aliases: AliasBook,
): Promise<Set<string>> {
  for (const [index, { tyre, how, listing }] of found.entries()) {
    if (!tyre || listing || (how !== 'gtin' && how !== 'article')) continue
    const { specs, condition } = list[index] as DraftTyre
    if (condition !== 'new' || specs.name === tyre.specs.name) continue
    const [a, b] = [parseListing(tyre.specs), parseListing(specs)]
    if (!contradictionOf(a, b)) aliases.learn(a, b)
  }
  const learned = aliases.learned()
  await writeAliases(sql, learned)
  return new Set(learned.map(({ family }) => family))
}
