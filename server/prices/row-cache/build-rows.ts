import type { ReadSql } from '../../platform/db/db.ts'
import { makePart, type PackedParts, pack } from '../deflate-parts.ts'
import { isAnalysed, type ReportQuery, rowSettings } from '../report-query.ts'
import type { CatalogTyre } from '../tyre-catalog.ts'
import { loadTyrePrices } from '../tyre-prices.ts'
import { wireRow } from '../wire-rows.ts'

/** Parameters besides the tyre that determine a list's rows; without a comparison or filters by site or city. */
export type RowsOf = Pick<
  ReportQuery,
  'day' | 'layout' | 'priceType' | 'analytics' | 'multiplier' | 'threshold'
>

/** Returns the parameters that rows depend on; without statistics these are neither percent nor threshold. */
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

/** Consecutive tyres of a list: index of the first one and their number. */
export type Group = readonly [first: number, count: number]

/** Tyres whose rows are requested; plain data that can be transferred to another thread. */
export interface RequestedTyres {
  of: RowsOf
  tyres: readonly CatalogTyre[]
  /** hosts of the day's sites by id, as in its index */
  hosts: ReadonlyMap<number, string>
  /** hosts of the own site */
  own: readonly string[]
}

/** Request for the rows of at most PRICES_CHUNK tyres. */
export interface RowsRequest extends RequestedTyres {
  /** groups of `tyres`; the rows of each group become one part */
  groups: readonly Group[]
}

/** Builds the tyres' rows as JSON; the rows of each group become one compressed part of a response. */
export async function buildRows(
  sql: ReadSql,
  { of, tyres, groups, hosts, own }: RowsRequest,
): Promise<PackedParts> {
  const isOwnSite = (host: string) => own.includes(host)
  const positions = Uint32Array.from(tyres.keys())
  const prices = await loadTyrePrices(sql, { tyres, hosts }, of.day, positions, {}, isOwnSite)
  const settings = rowSettings({ isOwnSite }, of)
  const rows = prices.map((tyre) => JSON.stringify(wireRow(tyre, settings)))
  return pack(groups.map(([first, count]) => makePart(rows.slice(first, first + count).join(','))))
}
