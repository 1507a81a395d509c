import type { ReportLayout } from '../../contract/lib/lists.ts'
import { MAPPED_PRICES } from '../../contract/offers/offer-values.ts'
import { MOVES, type Move, type MoveCounts } from '../../contract/reports/moves.ts'
import type { PriceType, Report } from '../../contract/reports/reports.ts'
import type { ReadSql } from '../platform/db/db.ts'
import { DayComparisons } from './compare/day-comparisons.ts'
import { type DayCity, selectTyres } from './day-index.ts'
import { DayIndexes } from './day-indexes.ts'
import type { Filters } from './filter-fit.ts'
import { comparedPrice } from './offer.ts'
import { Orders } from './order/orders.ts'
import { createOrderedTyres } from './ordered-tyres.ts'
import type { BitSet } from './positions.ts'
import type { PresenceKind } from './site-cities.ts'
import type { CatalogTyre } from './tyre-catalog.ts'
import { loadComparedPrices, loadTyrePrices, type PricedTyres, type TyrePrices } from './tyre-prices.ts'
import { versionsOf } from './versions.ts'
import type { RowSettings } from './wire-rows.ts'

/** Query for a report's rows. Reports with the same path send the same query. */
export interface ReportQuery {
  layout: ReportLayout
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  day: string
  /** comparison day of price changes; null to compare each site with its own previous day */
  comparison: ChosenComparison | null
  filters: Filters
  /** search text that restricts the tyres; '' for none (specification 16.4) */
  search: string
  /** 1 + percent / 100 from the proposals page; null without a percent */
  multiplier: number | null
  /** the user's threshold in percent */
  threshold: number
}

export interface ChosenComparison {
  /** YYYY-MM-DD */
  day: string
  /** restricts the result to tyres with this kind of change; null for tyres with any change */
  moved: Move | null
}

export interface PriceReader {
  sql: ReadSql
  indexes: DayIndexes
  comparisons: DayComparisons
  orders: Orders
  isOwnSite(host: string): boolean
  /** returns the ids of all tyres that a search finds */
  matching(search: string): Promise<BitSet>
}

const KINDS: Readonly<Record<PriceType, readonly PresenceKind[]>> = {
  all: MAPPED_PRICES,
  retail: ['retail'],
  opt: ['opt'],
}

/** Returns the kinds of price of which a listed tyre has one; price changes list tyres with any changed price. */
function kindsOf(query: ReportQuery): readonly PresenceKind[] {
  return query.layout === 'changes' ? ['changed'] : KINDS[query.priceType]
}

/** Returns the properties of a query that the contract's table of reports defines. */
export function toReportQuery(report: Report, priceType: PriceType) {
  return { layout: report.layout, priceType, analytics: report.statistics.length > 0 }
}

export const NO_MOVES: MoveCounts = { up: 0, down: 0, new: 0, gone: 0 }

export interface SelectedTyres {
  index: PricedTyres
  positions: Uint32Array
  /** versions of the days (versions.ts) */
  versions: string | undefined
  /** sites and cities of the day; undefined for a comparison */
  siteCities?: readonly DayCity[]
  /** for a comparison: hosts of the sites with prices of both days */
  sites?: ReadonlySet<string>
  counts?: MoveCounts
}

/** @returns undefined for a day without prices */
export async function select(reader: PriceReader, query: ReportQuery): Promise<SelectedTyres | undefined> {
  if (query.comparison) return selectMoved(reader, query, query.comparison)
  const index = await reader.indexes.of(query.day)
  if (!index) return undefined
  const found = await searched(reader, query, index)
  const positions = found(selectTyres(index, query.filters, kindsOf(query)))
  return { index, positions, versions: String(index.version), siteCities: index.siteCities }
}

async function selectMoved(
  reader: PriceReader,
  query: ReportQuery,
  { day: compare, moved }: ChosenComparison,
): Promise<SelectedTyres | undefined> {
  const comparison = await reader.comparisons.of({ day: query.day, compare })
  if (!comparison) return undefined
  const { index, sites, versions } = comparison
  const found = await searched(reader, query, index)
  const having = (kinds: readonly Move[]) => found(selectTyres(index, query.filters, kinds))
  const counts = { ...NO_MOVES }
  for (const move of MOVES) counts[move] = having([move]).length
  return { index, sites, counts, versions, positions: having(moved ? [moved] : MOVES) }
}

/** Returns whether the days' prices are unchanged since the selection, so that prices read since are consistent. */
export async function isCurrent(
  { sql }: Pick<PriceReader, 'sql'>,
  { day, comparison }: ReportQuery,
  { versions }: SelectedTyres,
): Promise<boolean> {
  return versions === (await versionsOf(sql, comparison ? [day, comparison.day] : [day]))
}

/** Restricts the positions to the tyres that the search finds. */
async function searched(
  reader: PriceReader,
  { search }: ReportQuery,
  { tyres }: PricedTyres,
): Promise<(positions: Uint32Array) => Uint32Array> {
  if (search === '') return (positions) => positions
  const found = await reader.matching(search)
  const isFound = (id: number) => id < found.size && found.has(id)
  return (positions) => positions.filter((at) => isFound((tyres[at] as CatalogTyre).id))
}

export function pricesAt(
  reader: PriceReader,
  query: ReportQuery,
  { index, sites }: SelectedTyres,
  positions: Uint32Array,
): Promise<TyrePrices[]> {
  const { day, comparison, filters } = query
  const { sql, isOwnSite } = reader
  if (!comparison || !sites)
    return loadTyrePrices(sql, index, day, positions, filters, isAnalysed(query) ? isOwnSite : isNone)
  const pair = { day, compare: comparison.day }
  return loadComparedPrices(sql, index, pair, sites, positions, filters, isOwnSite)
}

/** Returns whether rows contain figures that need the own site's prices even if the filters exclude that site. */
export const isAnalysed = ({ analytics, layout }: Pick<ReportQuery, 'analytics' | 'layout'>): boolean =>
  analytics || layout === 'changes'

const isNone = (): boolean => false

/** Number of tyres that a download loads per query: few, so that their objects are cheap to collect as garbage. */
const DOWNLOAD_CHUNK = 10

/** Yields the prices of the whole selection, chunk by chunk, for downloads. */
export async function* allPrices(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
): AsyncGenerator<TyrePrices[]> {
  const { positions } = selection
  for (let from = 0; from < positions.length; from += DOWNLOAD_CHUNK) {
    yield await pricesAt(reader, query, selection, positions.subarray(from, from + DOWNLOAD_CHUNK))
  }
}

/** Returns the selection sorted by tyre id, the order of storage, which is the fastest to read. */
export function inStoredOrder(selection: SelectedTyres): SelectedTyres {
  const { index, positions } = selection
  const idAt = (position: number) => (index.tyres[position] as CatalogTyre).id
  return { ...selection, positions: positions.toSorted((a, b) => idAt(a) - idAt(b)) }
}

export function rowSettings(
  { isOwnSite }: Pick<PriceReader, 'isOwnSite'>,
  query: Omit<RowSettings, 'price' | 'isOwnSite'>,
): RowSettings {
  return { ...query, price: comparedPrice(query.priceType), isOwnSite }
}

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
