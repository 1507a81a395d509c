import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { fold } from '../../matching/fold.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { LISTING_COLUMNS, type ListingRow } from './listing-answers.ts'

/** Number of listings that are found, and of those that are looked through. */
const MOST_FOUND = 30
const CHUNK = 5_000

/**
 * Finds listings of which every word of the text is in the name, brand, article, code or GTIN.
 * @param site host name; '' for all sites
 */
export async function searchListings(sql: Sql, text: string, site: string): Promise<ListingRow[]> {
  const words = fold(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const found: ListingRow[] = []
  for (let last = 0; ; ) {
    const rows = await sql.all<ListingRow>(
      `SELECT ${LISTING_COLUMNS} FROM listings l JOIN sites s ON s.id = l.site_id
       WHERE l.id > ? AND (? = '' OR s.host = ?) ORDER BY l.id LIMIT ${CHUNK}`,
      last,
      site,
      site,
    )
    for (const row of rows) {
      if (!matchesWords(row, words)) continue
      found.push(row)
      if (found.length === MOST_FOUND) return found
    }
    if (rows.length < CHUNK) return found
    last = (rows.at(-1) as ListingRow).id
  }
}

function matchesWords({ specs, article, code, gtin }: ListingRow, words: readonly string[]): boolean {
  const { name, brand } = JSON.parse(specs) as TyreSpecs
  const text = `${fold(`${brand} ${name}`)} ${article} ${normaliseArticle(code)} ${gtin}`
  return words.every((word) => text.includes(word))
}
