import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { fold } from '../../matching/text-parts.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { listingSpecs } from '../../prices/listings/listing-store.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'

const MAX_FOUND = 30

interface SearchedListing {
  id: number
  host: string
  /** digest of the description from which `name` is */
  digest: string
  /** folded brand and name */
  name: string
  /** name and numbers, in which each word of a search has to be */
  text: string
}

/**
 * Creates a search of listings of which every word of the text is in the name, brand, article, code or GTIN. It holds the
 * folded texts of all listings, and after an import reads only the descriptions that have changed.
 * @returns function that returns the ids of the first listings; its `site` is a host name, '' for all sites
 */
export function createListingSearch(sql: ReadSql): (text: string, site: string) => Promise<number[]> {
  let known = new Map<number, SearchedListing>()
  const listings = untilNextImport(sql, async (reader) => {
    known = await readListings(reader, known)
    return [...known.values()]
  })
  return async (text, site) => {
    const words = fold(text).split(' ').filter(Boolean)
    if (words.length === 0) return []
    const found: number[] = []
    for (const { id, host, text: searched } of await listings()) {
      if ((site !== '' && host !== site) || !words.every((word) => searched.includes(word))) continue
      found.push(id)
      if (found.length === MAX_FOUND) break
    }
    return found
  }
}

async function readListings(
  sql: ReadSql,
  known: ReadonlyMap<number, SearchedListing>,
): Promise<Map<number, SearchedListing>> {
  const rows = await sql.all<
    Pick<SearchedListing, 'id' | 'host' | 'digest'> & { article: string; code: string; gtin: string }
  >(
    `SELECT l.id, s.host, l.digest, l.article, l.code, l.gtin FROM listings l JOIN sites s ON s.id = l.site_id
     ORDER BY l.id`,
  )
  const changed = rows.filter(({ id, digest }) => known.get(id)?.digest !== digest)
  const specs = await listingSpecs(
    sql,
    changed.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ id, host, digest, article, code, gtin }) => {
      const described = specs.get(id)
      const name = described ? fold(`${described.brand} ${described.name}`) : (known.get(id)?.name ?? '')
      const text = `${name} ${article} ${normaliseArticle(code)} ${gtin}`
      return [id, { id, host, digest, name, text }]
    }),
  )
}
