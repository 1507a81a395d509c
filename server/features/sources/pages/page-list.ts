import { writeFile } from 'node:fs/promises'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import { SPEC_NAMES } from '../../../../contract/tyre/tyre-specs.ts'
import type { Mapping } from '../../../import/mapping.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { pageCode } from './page-address.ts'
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
  const specs = await listingSpecsOf(sql, sourceId)
  const lines = pages.map((page) => JSON.stringify(recordOf(page, specs.get(page.listing_id) as TyreSpecs)))
  const text = `${lines.join('\n')}\n`
  const name = files.newName()
  await writeFile(files.path(name), text, { mode: 0o600, flag: 'wx' })
  return { name, size: Buffer.byteLength(text) }
}

const isCurrent = ({ state, priced_at: pricedAt }: PageRow, now: number): boolean =>
  state === 'ok' && pricedAt !== null && Number(pricedAt) > now - CURRENT_MS

async function listingSpecsOf(sql: ReadSql, sourceId: string): Promise<Map<number, TyreSpecs>> {
  const rows = await sql.all<{ id: number; specs: string }>(
    `SELECT l.id, l.specs FROM listings l WHERE l.id IN (SELECT listing_id FROM shop_pages WHERE source_id = ?)`,
    sourceId,
  )
  return new Map(rows.map(({ id, specs }) => [id, JSON.parse(specs) as TyreSpecs]))
}

function recordOf({ address, city, price, stock }: PageRow, specs: TyreSpecs): Record<string, unknown> {
  return {
    code: pageCode(address),
    ...Object.fromEntries(SPECS.map((name) => [name, specs[name]])),
    city: city || NO_CITY,
    retail: price,
    stock,
  }
}
