import type { ReadSql } from '../platform/db/db.ts'
import { DayComparisons } from './compare/day-comparisons.ts'
import { DayIndexes } from './day-indexes.ts'
import { Orders } from './order/orders.ts'
import { createOrderedTyres } from './ordered-tyres.ts'
import type { PriceReader } from './report-query.ts'

/** Creates a reader with its own caches; a server needs one. */
export function createPriceReader(
  sql: ReadSql,
  parts: Pick<PriceReader, 'isOwnSite' | 'matching'>,
): PriceReader {
  const orderedTyres = createOrderedTyres(sql)
  return {
    sql,
    indexes: new DayIndexes(sql, orderedTyres),
    comparisons: new DayComparisons(sql, orderedTyres),
    orders: new Orders(),
    ...parts,
  }
}
