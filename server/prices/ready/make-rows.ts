import type { ReadSql } from '../../platform/db/db.ts'
import { isAnalysed, type ReportQuery, rowSettings } from '../report-query.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import { loadTyrePrices } from '../tyre-prices.ts'
import { WIRE_ROW } from '../wire-rows.ts'
import { makePart, type PackedParts, pack } from './gzip-parts.ts'

/** What the rows of a list depend on besides the tyre, without a comparison and filters of places. */
export type RowsOf = Pick<
  ReportQuery,
  'day' | 'layout' | 'priceType' | 'analytics' | 'multiplier' | 'threshold'
>

/** What the rows depend on, and nothing else: the shares of a person count only where cities are marked. */
export function rowsOf({ day, layout, priceType, analytics, multiplier, threshold }: ReportQuery): RowsOf {
  const analysed = isAnalysed({ analytics, layout })
  return {
    day,
    layout,
    priceType,
    analytics,
    multiplier: analysed ? multiplier : null,
    threshold: analysed ? threshold : 0,
  }
}

/** Consecutive ones of a list of tyres. */
export type Group = readonly [first: number, count: number]

/** Tyres whose rows are asked for; plain data, which can be handed to another thread. */
export interface AskedTyres {
  of: RowsOf
  tyres: readonly CatalogTyre[]
  /** hosts of the day's sites by id, as its index has them */
  hosts: ReadonlyMap<number, string>
  /** those that are the own site's */
  own: readonly string[]
}

/** Rows of at most PRICES_CHUNK tyres. */
export interface RowsRequest extends AskedTyres {
  /** those of them that share a part each */
  groups: readonly Group[]
}

/** The tyres' rows as JSON, those of a group with commas between them: each group is a part of a compressed answer. */
export async function makeRows(
  sql: ReadSql,
  { of, tyres, groups, hosts, own }: RowsRequest,
): Promise<PackedParts> {
  const isOwnSite = (host: string) => own.includes(host)
  const positions = Uint32Array.from(tyres.keys())
  const prices = await loadTyrePrices(sql, { tyres, hosts }, of.day, positions, {}, isOwnSite)
  const settings = rowSettings({ isOwnSite }, of)
  const rows = prices.map((tyre) => JSON.stringify(WIRE_ROW[of.layout](tyre, settings)))
  return pack(groups.map(([first, count]) => makePart(rows.slice(first, first + count).join(','))))
}
