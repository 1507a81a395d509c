import { type DecisionBasis, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { listRequest } from '../report-choice/report-address.ts'
import { pagesOfRun } from '../report-choice/run-rows.ts'
import { type Asked, basesOfRows } from './bases.ts'

/** Rows whose prices are decided: the selected rows, the displayed page, or all pages. */
export type Scope = 'selected' | 'page' | 'all'

/** Prices to decide, and the rule that recognises own sites. */
export interface Wanted extends Asked {
  isOwnSite(host: string): boolean
}

export const basesOfTable = (
  table: DisplayedTable,
  rows: readonly ReportRow[],
  { isOwnSite, ...asked }: Wanted,
): DecisionBasis[] => basesOfRows(rows, rowOrigin(table, isOwnSite), asked)

export interface ReadProgress {
  pages: number
  /** number of all pages; null if unknown */
  of: number | null
}

/** Prices to decide, as read from the pages of a report. */
export interface ReadBases {
  bases: DecisionBasis[]
  /** false if the report has more prices than can be decided at once */
  isWhole: boolean
}

/**
 * Reads the prices that can be decided on all pages of a report, at most MAX_DECISIONS.
 * @throws OfflineMissError, HttpError, ReadError, or an error of fetch
 */
export async function basesOfReport(
  table: DisplayedTable,
  wanted: Wanted,
  signal: AbortSignal,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadBases> {
  const bases: DecisionBasis[] = []
  // Applies the table's quick filters: in the request if the server supports them, on the device otherwise.
  const request = { ...listRequest(table.report, table.choice), arranged: table.arranged }
  for await (const { page, totalPages, rows } of pagesOfRun(request, signal)) {
    bases.push(...basesOfTable(table, table.narrow?.(rows) ?? rows, wanted))
    onProgress({ pages: page, of: totalPages })
    if (bases.length > MAX_DECISIONS) return { bases: bases.slice(0, MAX_DECISIONS), isWhole: false }
  }
  return { bases, isWhole: true }
}

/** Number of cities that are named if the list is shortened. */
const NAMED = 2

/**
 * Lists the cities of the decisions: 'Город: Томск.', 'Города: Омск, Томск и ещё 3.'; '' if there are none.
 * @param cities sorted
 */
export function citiesText(cities: readonly string[]): string {
  if (cities.length === 0) return ''
  if (cities.length === 1) return `Город: ${cities[0] === NO_CITY ? 'не указан' : cities[0]}.`
  // Three cities are all named: 'и ещё 1' would be no shorter than the third name.
  const named = cities.length <= NAMED + 1 ? cities : cities.slice(0, NAMED)
  const more = cities.length - named.length
  return `Города: ${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}.`
}

/**
 * Returns notes if own prices are not compared with all competitors of their city; '' otherwise.
 * @param joined whether own prices are compared with those of all cities, as in the table or card
 * @param competitors compared competitors, as in the table; null for all
 */
export function comparedText(
  cities: readonly string[],
  joined: boolean,
  competitors: Competitors | null = null,
): string {
  const isWithoutCity = cities.includes(NO_CITY) && (!joined || cities.length === 1)
  return [
    isWithoutCity && 'Наши цены без города сравниваются с ценами всех городов.',
    joined &&
      !isWithoutCity &&
      cities.length > 0 &&
      'Наши цены сравниваются с ценами всех городов, как на экране.',
    competitors && 'Цены конкурентов — только в наличии, как на экране.',
  ]
    .filter(Boolean)
    .join(' ')
}
