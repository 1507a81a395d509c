import { compileRecord } from '../../../server/import/compile/record.ts'
import { Rejection } from '../../../server/import/errors.ts'
import type { Mapping } from '../../../server/import/mapping.ts'
import { collectRecords } from '../../../server/import/readers/collect.ts'
import type { RawCell } from '../../../server/import/readers/columns.ts'
import { openPriceFile } from '../../../server/import/readers/open.ts'
import { readOptions } from '../../../server/import/readers/read-options.ts'
import type { ListingIds, OfferedState } from '../../../server/prices/listings/listing.ts'
import type { Offer, TyreSpecs } from '../../../server/prices/offer.ts'

/** A record as read by a mapping. */
export interface Arrived {
  specs: TyreSpecs
  ids: ListingIds & OfferedState
  offers: readonly Offer[]
}

/** A record of a feed: its cells, and the result of reading them. */
export interface FeedRecord extends Arrived {
  cells: Readonly<Record<string, RawCell>>
  items: readonly Readonly<Record<string, RawCell>>[]
}

export interface Feed {
  name: string
  path: string
  mapping: Mapping
  records: FeedRecord[]
}

/**
 * Returns the records of a file by line number. Records of XML and JSON, whose lines have no meaning, are numbered from
 * 0.
 */
export async function arrivals(
  path: string,
  mapping: Mapping,
  most: number,
): Promise<
  { line: number; arrived: Arrived | null; cells: FeedRecord['cells']; items: FeedRecord['items'] }[]
> {
  const file = await openPriceFile(path)
  try {
    const { records, columns, itemColumns } = await collectRecords(file, readOptions(mapping, file), most)
    const named = (cells: readonly RawCell[], names: readonly string[]) =>
      Object.fromEntries(names.flatMap((name, at) => (cells[at] === undefined ? [] : [[name, cells[at]]])))
    const raw = records.map(({ cells, items }) => ({
      cells: named(cells, columns.names),
      items: items.map((item) => named(item, itemColumns.names)),
    }))
    const read = compileRecord(mapping, columns, itemColumns)
    return records.map(({ line, cells, items }, i) => {
      let arrived: Arrived | null = null
      try {
        const found = read(cells, items)
        if (found && 'offers' in found && found.offers.length > 0) arrived = found
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
      }
      return { line, arrived, ...(raw[i] as { cells: FeedRecord['cells']; items: FeedRecord['items'] }) }
    })
  } finally {
    await file.close()
  }
}

/** Reads a feed with its correct mapping. */
export async function readFeed(name: string, path: string, mapping: Mapping, most: number): Promise<Feed> {
  const all = await arrivals(path, mapping, most)
  const records = all.flatMap(({ arrived, cells, items }) => (arrived ? [{ ...arrived, cells, items }] : []))
  return { name, path, mapping, records }
}
