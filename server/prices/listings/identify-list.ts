import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import { yearOf } from '../../matching/condition.ts'
import { namesStuds } from '../../matching/parse.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { TyreSpecs } from '../offer.ts'
import type { DraftTyre } from '../snapshot-draft.ts'
import { readCatalog } from '../tyre-catalog.ts'
import { formerIdentity } from './former-identity.ts'
import { formerListings, type IdentificationResult, identifyListings, type KnownTyre } from './identify.ts'
import { type Listing, specsDigest } from './listing.ts'
import { listingSpecs, listingsOf, readAliases, tyreIdentifiers, tyresByGtin } from './listing-store.ts'
import { type NumberKind, numberKind } from './number-kind.ts'

/** A site's list, identified: which tyre each listing is. */
export interface IdentifiedList {
  /** listings in the order of the draft; numbers that are suppliers' codes are no articles here */
  list: readonly DraftTyre[]
  found: IdentificationResult[]
  /** digest of each entry's description */
  digests: readonly string[]
  /** whether the list names studs */
  saysStuds: () => boolean
  /** listings of the site so far */
  listings: readonly Listing[]
  /** identities of all tyres in the catalog */
  identities: ReadonlyMap<string, number>
  aliases: AliasBook
}

/** Identifies a site's list with what the database knows. Writes nothing. @param day ISO date of the list */
export async function identifyList(
  sql: Sql,
  siteId: number,
  draft: readonly DraftTyre[],
  day: string,
): Promise<IdentifiedList> {
  const catalog = await readCatalog(sql)
  const listings = await listingsOf(sql, siteId)
  // Only new listings are compared, which most days have few of.
  const identifiers = isWhollyKnown(draft, listings) ? null : await tyreIdentifiers(sql)
  const tyres = catalog.map(({ id, specs }): KnownTyre => {
    const known = identifiers?.get(id)
    return {
      id,
      specs,
      article: known ? known.article : normaliseArticle(specs.article),
      code: known?.code ?? '',
      saysStuds: known?.saysStuds ?? false,
      year: known?.year || yearOf(specs.name),
    }
  })
  const kind = identifiers ? kindOfNumbers(draft, tyres, listings) : formerKind(listings)
  const list = withCodes(draft, kind ?? 'article')
  const aliases = new AliasBook(await readAliases(sql))
  const gtins = await tyresByGtin(sql, [
    ...new Set(list.map(({ gtin }) => gtin).filter((gtin) => gtin !== '')),
  ])
  const former = listings.length === 0 ? await formerTyres(sql, siteId, catalog) : new Map<string, number>()
  const known = formerListings(list, listings)
  const digests = list.map(({ specs }) => specsDigest(specs))
  const changed = known.flatMap((listing, index) =>
    listing && listing.digest !== digests[index] ? [listing.id] : [],
  )
  let namesThem: boolean | undefined
  const saysStuds = () => {
    namesThem ??= namesStuds(list.map(({ specs }) => specs))
    return namesThem
  }
  const found = identifyListings(list, {
    formerSpecs: await listingSpecs(sql, changed),
    catalog: tyres,
    listings: known,
    siteListings: listings,
    gtins,
    aliases,
    day,
    saysStuds,
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
    digests,
    saysStuds,
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
  if (!(await sql.get`SELECT 1 AS found FROM snapshots WHERE site_id = ${siteId}`)) return new Map()
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
  const others = tyres.filter(({ id, article, code }) => (article || code) !== '' && !own.has(id))
  const sizeOf = ({ brand, width, height, diameter }: TyreSpecs) =>
    `${parseBrand(brand).family}|${width}|${height}|${diameter}`
  const sizeByArticle = new Map(others.map(({ article, code, specs }) => [article || code, sizeOf(specs)]))
  const sizes = new Set(sizeByArticle.values())
  return numberKind(draft, {
    isKnown: ({ specs }) => sizeByArticle.get(normaliseArticle(specs.article)) === sizeOf(specs),
    hasRivals: ({ specs }) => sizes.has(sizeOf(specs)),
    former: formerKind(listings),
  })
}

/** Returns the kind of a site's numbers so far; null for a new site. */
function formerKind(listings: readonly Listing[]): NumberKind | null {
  if (listings.length === 0) return null
  const coded = listings.filter(({ code, article }) => code !== '' && article === '').length
  return coded > listings.length / 2 ? 'code' : 'article'
}

function isWhollyKnown(draft: readonly DraftTyre[], listings: readonly Listing[]): boolean {
  const keys = new Set(listings.map(({ key }) => key))
  return draft.every(({ key }) => keys.has(key) || keys.has(`#${key}`))
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

/** Returns the ids that enterListings would assign to the tyres of a draft, undefined for new tyres. Writes nothing. */
export async function recogniseTyres(
  sql: Sql,
  { site, day }: { site: string; day: string },
  draft: readonly DraftTyre[],
): Promise<(number | undefined)[]> {
  const row = await sql.get<{ id: number }>`SELECT id FROM sites WHERE host = ${site}`
  const { found } = await identifyList(sql, row?.id ?? 0, draft, day)
  return found.map(({ tyre }) => tyre?.id)
}
