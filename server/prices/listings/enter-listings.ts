import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import { contradictionOf } from '../../matching/compare.ts'
import { namesStuds, parseListing } from '../../matching/parse.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { TyreSpecs } from '../offer.ts'
import { type DraftTyre, fillEmpty } from '../snapshot-draft.ts'
import { addTyres, type CatalogTyre, readCatalog, updateTyre } from '../tyre-catalog.ts'
import { formerIdentity } from './former-identity.ts'
import { type Identified, identifyListings, type KnownTyre } from './identify.ts'
import type { Listing } from './listing.ts'
import {
  insertListings,
  listingsOf,
  type NewListing,
  readAliases,
  tyreIdentifiers,
  tyresByGtin,
  updateListing,
  writeAliases,
} from './listing-store.ts'
import { type NumberKind, numberKind } from './number-kind.ts'

/** A site's list, identified: which tyre each listing is. */
interface IdentifiedList {
  /** listings in the order of the draft; numbers that are suppliers' codes are no articles here */
  list: readonly DraftTyre[]
  found: Identified[]
  /** listings of the site so far */
  listings: readonly Listing[]
  /** identities of all tyres in the catalog */
  identities: ReadonlyMap<string, number>
  aliases: AliasBook
}

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
 * @returns a result for each listing in the order of the draft, and whether a field of a known tyre was filled
 */
export async function enterListings(
  sql: Sql,
  siteId: number,
  day: string,
  draft: readonly DraftTyre[],
): Promise<{ entered: EnteredListing[]; completed: boolean }> {
  const { list, found, listings, identities, aliases } = await identify(sql, siteId, draft)
  let completed = false
  for (const [index, { tyre }] of found.entries()) {
    if (!tyre) continue
    const { specs } = list[index] as DraftTyre
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
  const ids = await storeListings(sql, siteId, day, { list, found, listings }, tyres as CatalogTyre[])
  await learn(sql, list, found, aliases)
  const shared = sharedTyres(listings)
  const entered = tyres.map((tyre, index) => ({
    tyre: tyre as CatalogTyre,
    listingId: ids[index] as number,
    isExcluded: found[index]?.listing?.isExcluded ?? false,
    isShared: shared.has((tyre as CatalogTyre).id),
  }))
  return { entered, completed }
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

/** Returns the ids that enterListings would assign to the tyres of a draft, undefined for new tyres. Writes nothing. */
export async function recogniseTyres(
  sql: Sql,
  site: string,
  draft: readonly DraftTyre[],
): Promise<(number | undefined)[]> {
  const row = await sql.get<{ id: number }>('SELECT id FROM sites WHERE host = ?', site)
  const { found } = await identify(sql, row?.id ?? 0, draft)
  return found.map(({ tyre }) => tyre?.id)
}

async function identify(sql: Sql, siteId: number, draft: readonly DraftTyre[]): Promise<IdentifiedList> {
  const catalog = await readCatalog(sql)
  const identifiers = await tyreIdentifiers(sql)
  const tyres = catalog.map(({ id, specs }): KnownTyre => {
    const known = identifiers.get(id)
    return {
      id,
      specs,
      article: known ? known.article : normaliseArticle(specs.article),
      saysStuds: known?.saysStuds ?? false,
    }
  })
  const listings = await listingsOf(sql, siteId)
  const list = withCodes(draft, kindOfNumbers(draft, tyres, listings))
  const aliases = new AliasBook(await readAliases(sql))
  const gtins = await tyresByGtin(sql, [
    ...new Set(list.map(({ gtin }) => gtin).filter((gtin) => gtin !== '')),
  ])
  const former = listings.length === 0 ? await formerTyres(sql, siteId, catalog) : new Map<string, number>()
  const found = identifyListings(list, {
    catalog: tyres,
    listings,
    gtins,
    aliases,
    former: ({ specs, code }) =>
      former.size === 0
        ? undefined
        : former.get(
            formerIdentity(specs.article === '' && code !== '' ? { ...specs, article: code } : specs),
          ),
  })
  return {
    list,
    found,
    listings,
    identities: new Map(catalog.map(({ id, identity }) => [identity, id])),
    aliases,
  }
}

/** Returns the tyres of a site whose prices a former version imported, by the identity that it gave them. */
async function formerTyres(
  sql: Sql,
  siteId: number,
  catalog: readonly { id: number; identity: string; specs: TyreSpecs }[],
): Promise<Map<string, number>> {
  if (!(await sql.get('SELECT 1 AS found FROM snapshots WHERE site_id = ?', siteId))) return new Map()
  const aliases = await sql.all<{ identity: string; tyre_id: number }>(
    'SELECT identity, tyre_id FROM tyre_aliases',
  )
  const tyres = new Map(aliases.map(({ identity, tyre_id: id }) => [identity, id]))
  for (const { id, specs } of catalog) tyres.set(formerIdentity(specs), id)
  for (const { id, identity } of catalog) tyres.set(identity, id)
  return tyres
}

function kindOfNumbers(
  draft: readonly DraftTyre[],
  tyres: readonly KnownTyre[],
  listings: readonly Listing[],
): NumberKind {
  const own = new Set(listings.map(({ tyreId }) => tyreId))
  const others = tyres.filter(({ id, article }) => article !== '' && !own.has(id))
  const sizeOf = ({ brand, width, height, diameter }: TyreSpecs) =>
    `${parseBrand(brand).family}|${width}|${height}|${diameter}`
  const sizeByArticle = new Map(others.map(({ article, specs }) => [article, sizeOf(specs)]))
  const sizes = new Set(sizeByArticle.values())
  const coded = listings.filter(({ code, article }) => code !== '' && article === '').length
  return numberKind(draft, {
    isKnown: ({ specs }) => sizeByArticle.get(normaliseArticle(specs.article)) === sizeOf(specs),
    hasRivals: ({ specs }) => sizes.has(sizeOf(specs)),
    former: listings.length === 0 ? null : coded > listings.length / 2 ? 'code' : 'article',
  })
}

function withCodes(draft: readonly DraftTyre[], kind: NumberKind): readonly DraftTyre[] {
  if (kind === 'article') return draft
  return draft.map((entry) => {
    const { article } = entry.specs
    if (article === '') return entry
    return {
      ...entry,
      key: `#${entry.key}`,
      code: entry.code || article,
      specs: { ...entry.specs, article: '' },
    }
  })
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
  { list, found, listings }: Pick<IdentifiedList, 'list' | 'found' | 'listings'>,
  tyres: readonly CatalogTyre[],
): Promise<number[]> {
  const added: NewListing[] = []
  const saysStuds = found.some(({ listing }) => !listing) && namesStuds(list.map(({ specs }) => specs))
  for (const [index, { key, code, gtin, specs }] of list.entries()) {
    const { listing, how, score } = found[index] as Identified
    const stored = { key, code, gtin, article: normaliseArticle(specs.article), specs: JSON.stringify(specs) }
    if (!listing) {
      const tyreId = (tyres[index] as CatalogTyre).id
      added.push({ ...stored, siteId, tyreId, how, score, saysStuds, firstDay: day })
    } else if (
      listing.specs !== stored.specs ||
      listing.key !== key ||
      listing.code !== code ||
      listing.gtin !== gtin
    )
      await updateListing(sql, { ...stored, id: listing.id })
  }
  await renameReplaced(sql, listings, added)
  await insertListings(sql, added, Date.now())
  const ids = added.length === 0 ? new Map<string, number>() : await newListingIds(sql, siteId, listings)
  await storePossible(sql, list, found, ids)
  return list.map(({ key }, index) => found[index]?.listing?.id ?? (ids.get(key) as number))
}

/** Renames listings whose identifier the site has given to another tyre, so that their days keep their tyre. */
async function renameReplaced(
  sql: Sql,
  listings: readonly Listing[],
  added: readonly NewListing[],
): Promise<void> {
  const keys = new Set(added.map(({ key }) => key))
  for (const listing of listings) {
    if (keys.has(listing.key))
      await updateListing(sql, { ...listing, key: `${listing.key}~${listing.id}`, code: '' })
  }
}

async function newListingIds(
  sql: Sql,
  siteId: number,
  listings: readonly Listing[],
): Promise<Map<string, number>> {
  const last = listings.reduce((highest, { id }) => Math.max(highest, id), 0)
  const rows = await sql.all<{ id: number; key: string }>(
    'SELECT id, key FROM listings WHERE site_id = ? AND id > ?',
    siteId,
    last,
  )
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function storePossible(
  sql: Sql,
  list: readonly DraftTyre[],
  found: readonly Identified[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = found.flatMap(({ possible, listing }, index) => {
    const id = listing ? undefined : ids.get((list[index] as DraftTyre).key)
    if (id === undefined) return []
    return possible.map(({ tyreId, probability, conflict }) => [id, tyreId, probability, conflict ?? ''])
  })
  await sql.insertMany('possible_pairs', ['listing_id', 'tyre_id', 'probability', 'conflict'], rows)
}

/** Learns the spellings of model lines from new listings that an identifier joined with a tyre. */
async function learn(
  sql: Sql,
  list: readonly DraftTyre[],
  found: readonly Identified[],
  aliases: AliasBook,
): Promise<void> {
  for (const [index, { tyre, how, listing }] of found.entries()) {
    if (!tyre || listing || (how !== 'gtin' && how !== 'article')) continue
    const { specs } = list[index] as DraftTyre
    if (specs.name === tyre.specs.name) continue
    const [a, b] = [parseListing(tyre.specs), parseListing(specs)]
    if (!contradictionOf(a, b)) aliases.learn(a, b)
  }
  await writeAliases(sql, aliases.learned())
}
