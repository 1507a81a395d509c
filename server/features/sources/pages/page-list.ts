import { writeFile } from 'node:fs/promises'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import { SPEC_NAMES } from '../../../../contract/tyre/tyre-specs.ts'
import type { Mapping } from '../../../import/mapping.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { type PageRow, pagesOfSource } from './page-store.ts'

/** Attributes in a record; the listing is known by its code, not by an article. */
const SPECS = SPEC_NAMES.filter((name) => name !== 'article')

/** Mapping of the price lists that are written of tracked pages: one record per page. */
export const PAGES_MAPPING: Mapping = {
  format: 'jsonl',
  fields: {
    ...Object.fromEntries(SPECS.map((name) => [name, name])),
    code: 'code',
    city: 'city',
    retail: 'retail',
    stock: 'stock',
  },
  optional: [...SPECS, 'stock'],
}

/** Time in ms for which a price counts as today's: a page is read once a day, at a slightly different time. */
const CURRENT_MS = 36 * 60 * 60_000

/**
 * Writes the current prices of a source's pages as a price list for the import.
 * @returns the file; null if no page has a price
 */
export async function writePageList(
  sql: ReadSql,
  files: SourceFiles,
  sourceId: string,
  now: number,
): Promise<SavedFile | null> {
  const pages = (await pagesOfSource(sql, sourceId)).filter((page) => isCurrent(page, now))
  if (pages.length === 0) return null
  const listings = await listingsOfPages(sql, sourceId)
  const lines = pages.map((page) =>
    JSON.stringify(recordOf(page, listings.get(page.listing_id) as PageListing)),
  )
  const text = `${lines.join('\n')}\n`
  const name = files.newName()
  await writeFile(files.path(name), text, { mode: 0o600, flag: 'wx' })
  return { name, size: Buffer.byteLength(text) }
}

const isCurrent = ({ state, priced_at: pricedAt }: PageRow, now: number): boolean =>
  state === 'ok' && pricedAt !== null && Number(pricedAt) > now - CURRENT_MS

interface PageListing {
  code: string
  specs: TyreSpecs
}

async function listingsOfPages(sql: ReadSql, sourceId: string): Promise<Map<number, PageListing>> {
  const rows = await sql.all<{ id: number; code: string; specs: string }>`
    SELECT l.id, l.code, l.specs FROM listings l WHERE l.id IN (SELECT listing_id FROM shop_pages
    WHERE source_id = ${sourceId})`
  return new Map(rows.map(({ id, code, specs }) => [id, { code, specs: JSON.parse(specs) as TyreSpecs }]))
}

function recordOf(
  { city, name, price, stock }: PageRow,
  { code, specs }: PageListing,
): Record<string, unknown> {
  return {
    code,
    ...Object.fromEntries(SPECS.map((spec) => [spec, specs[spec]])),
    name: name || specs.name,
    city: city || NO_CITY,
    retail: price,
    stock,
  }
}
