import type { ReadSql } from '../db/db.ts'
import { DayComparisons } from './compare/day-comparisons.ts'
import { DayIndexes } from './day-indexes.ts'
import { Orders } from './order/orders.ts'
import type { PriceReader } from './report-query.ts'

/** A reader with caches of its own: one for each server. */
export function createPriceReader(
  sql: ReadSql,
  parts: Pick<PriceReader, 'isOwnSite' | 'matching'>,
): PriceReader {
  return {
    sql,
    indexes: new DayIndexes(sql),
    comparisons: new DayComparisons(sql),
    orders: new Orders(),
    ...parts,
  }
}
