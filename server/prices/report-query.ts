import type { FilterValues } from '../../contract/filters.ts'
import type { PriceType, Report, ReportLayout } from '../../contract/reports.ts'
import type { Sql } from '../db/db.ts'
import type { DayIndex } from './day-index.ts'
import { selectTyres } from './day-index.ts'
import type { DayIndexes } from './day-indexes.ts'
import { comparedPrice } from './price-kinds.ts'
import type { PresenceKind } from './site-cities.ts'
import { loadTyrePrices, PRICES_CHUNK, type TyrePrices } from './tyre-prices.ts'
import { type RowSettings, WIRE_ROW } from './wire-rows.ts'

/** A query for a report; reports that share a path send the same one. */
export interface ReportQuery {
  layout: ReportLayout
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  day: string
  filters: FilterValues
  /** 1 + percent / 100 from the proposals page; null without a percent */
  multiplier: number | null
  /** the asking user's percent */
  threshold: number
}

export interface PriceReader {
  sql: Sql
  indexes: DayIndexes
  isOwnSite(host: string): boolean
}

export interface WirePage {
  items: object[]
  total_rows: number
  current_page: number
  /** the total number of pages, under both names of specification 7.6 */
  page: number
  total_pages: number
  has_more: boolean
}

const PAGE_SIZE = PRICES_CHUNK

const KINDS: Readonly<Record<PriceType, readonly PresenceKind[]>> = {
  all: ['retail', 'opt', 'cost'],
  retail: ['retail'],
  opt: ['opt'],
}

/** The price-change report lists tyres by whether a price moved, whichever kind. */
function kindsOf(query: ReportQuery): readonly PresenceKind[] {
  return query.layout === 'changes' ? ['changed'] : KINDS[query.priceType]
}

/** The part of a query that the contract's table of reports determines. */
export function queryOf(report: Report, priceType: PriceType) {
  return { layout: report.layout, priceType, analytics: report.statistics.length > 0 }
}

export async function reportPage(reader: PriceReader, query: ReportQuery, page: number): Promise<WirePage> {
  const selection = await select(reader, query)
  const total = selection?.positions.length ?? 0
  const pages = Math.ceil(total / PAGE_SIZE)
  const items = selection ? await wireRows(reader, query, selection, page) : []
  return {
    items,
    total_rows: total,
    current_page: page,
    page: pages,
    total_pages: pages,
    has_more: page < pages,
  }
}

export interface SelectedTyres {
  index: DayIndex
  positions: Uint32Array
}

/** @returns undefined for a day without prices */
export async function select(reader: PriceReader, query: ReportQuery): Promise<SelectedTyres | undefined> {
  const index = await reader.indexes.of(query.day)
  return index && { index, positions: selectTyres(index, query.filters, kindsOf(query)) }
}

async function wireRows(
  reader: PriceReader,
  query: ReportQuery,
  { index, positions }: SelectedTyres,
  page: number,
): Promise<object[]> {
  const settings = rowSettings(reader, query)
  const wanted = positions.subarray((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const tyres = await pricesAt(reader, query, index, wanted)
  return tyres.map((tyre) => WIRE_ROW[query.layout](tyre, settings))
}

function pricesAt(
  reader: PriceReader,
  query: ReportQuery,
  index: DayIndex,
  positions: Uint32Array,
): Promise<TyrePrices[]> {
  return loadTyrePrices(reader.sql, index, query.day, positions, query.filters, reader.isOwnSite)
}

/** Tyres that a download loads at once: few, so that a chunk's garbage is cheap to collect. */
const DOWNLOAD_CHUNK = 10

/** The prices of the whole selection, chunk by chunk, for downloads. */
export async function* allPrices(
  reader: PriceReader,
  query: ReportQuery,
  { index, positions }: SelectedTyres,
): AsyncGenerator<TyrePrices[]> {
  for (let from = 0; from < positions.length; from += DOWNLOAD_CHUNK) {
    yield await pricesAt(reader, query, index, positions.subarray(from, from + DOWNLOAD_CHUNK))
  }
}

/** The selection in storage order, in which it is read fastest. */
export function inStoredOrder({ index, positions }: SelectedTyres): SelectedTyres {
  const idAt = (position: number) => (index.tyres[position] as DayIndex['tyres'][number]).id
  return { index, positions: positions.toSorted((a, b) => idAt(a) - idAt(b)) }
}

export function rowSettings(reader: PriceReader, query: ReportQuery): RowSettings {
  return { ...query, price: comparedPrice(query.priceType), isOwnSite: reader.isOwnSite }
}
