import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { withoutFormulas } from '../../../contract/spreadsheet/formulas.ts'
import { folded, normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import type { TyreSpecs } from '../../prices/offer.ts'

/** Listing as a file of pairs can name it. */
export interface KnownListing {
  id: number
  tyreId: number
  /** brand and name of the tyre, the latter as nameKey returns it */
  brand: string
  tyreName: string
  isOwn: boolean
  /** whether the site has given its number to another tyre */
  isReplaced: boolean
}

type Listings = ReadonlyMap<string, readonly KnownListing[]>

/** Listings that a file of pairs names, so that its lines are looked up in memory. */
export interface ListingIndex {
  /** listings by host: by code, article and key as numberKey returns them, and by nameKey */
  sites: ReadonlyMap<string, { byNumber: Listings; byName: Listings }>
  /** listings of all sites by numberKey of the article, own sites first */
  byArticle: Listings
  /** listings of tyres without an article by nameKey of the tyre */
  byTyreName: Listings
}

/** Host names, and keys of the articles and tyres' names in a file. */
interface Wanted {
  hosts: ReadonlySet<string>
  articles: ReadonlySet<string>
  tyres: ReadonlySet<string>
}

/** Key of a name: an export writes names without formulas. */
export const nameKey = (name: string): string => folded(withoutFormulas(name))

export const numberKey = (number: string): string => normaliseArticle(number.replace(/^'/, ''))

interface Row {
  id: number
  host: string
  key: string
  code: string
  article: string
  specs: string
  tyre_id: number
  brand: string
  name: string
}

/** Number of listings per query. */
const CHUNK = 1_000

/** Reads the listings that a file names in one pass over all listings. Yields to the event loop after every query. */
export async function readListingIndex(
  sql: ReadSql,
  isOwnSite: IsOwnSite,
  { hosts, articles, tyres }: Wanted,
): Promise<ListingIndex> {
  const sites = new Map([...hosts].map((host) => [host, { byNumber: new Grouped(), byName: new Grouped() }]))
  const [byArticle, byTyreName] = [new Grouped(), new Grouped()]
  const withArticle = new Set<number>()
  for (let last = 0; ; ) {
    const rows = await sql.all<Row>(
      `SELECT l.id, s.host, l.key, l.code, l.article, l.specs, l.tyre_id, t.brand, t.name
       FROM listings l JOIN sites s ON s.id = l.site_id JOIN tyres t ON t.id = l.tyre_id
       WHERE l.id > ? ORDER BY l.id LIMIT ${CHUNK}`,
      last,
    )
    for (const { id, host, key, code, article, specs, tyre_id: tyreId, brand, name } of rows) {
      const isReplaced = key.endsWith(`~${id}`)
      const listing = { id, tyreId, brand, tyreName: nameKey(name), isOwn: isOwnSite(host), isReplaced }
      if (article !== '') withArticle.add(tyreId)
      if (articles.has(article)) byArticle.add(article, listing)
      if (tyres.has(listing.tyreName)) byTyreName.add(listing.tyreName, listing)
      const site = sites.get(host)
      if (!site) continue
      for (const number of new Set([numberKey(code), article, key])) site.byNumber.add(number, listing)
      site.byName.add(nameKey((JSON.parse(specs) as TyreSpecs).name), listing)
    }
    if (rows.length < CHUNK) break
    last = (rows.at(-1) as Row).id
    await nextTurn()
  }
  return {
    sites,
    byArticle: byArticle.filtered(() => true),
    byTyreName: byTyreName.filtered(({ tyreId }) => !withArticle.has(tyreId)),
  }
}

/** Listings by a text; '' has none. */
class Grouped extends Map<string, KnownListing[]> {
  add(text: string, listing: KnownListing): void {
    if (text === '') return
    const known = this.get(text)
    if (known) known.push(listing)
    else this.set(text, [listing])
  }

  /** Returns the listings that `keep` admits, own sites first. */
  filtered(keep: (listing: KnownListing) => boolean): Listings {
    return new Map(
      [...this].map(([text, listings]) => [
        text,
        listings.filter(keep).sort((a, b) => Number(b.isOwn) - Number(a.isOwn)),
      ]),
    )
  }
}
