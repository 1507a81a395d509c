import { type DecisionBasis, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { titleOf } from '../../../contract/tyre/tyre-text.ts'
import { type Market, numbersOf, rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { listRequest } from '../report-choice/report-address.ts'
import { pagesOfResultSet } from '../report-choice/run-pages.ts'
import { type BasisSelection, basesOf, basesOfRows, type ProposedIn } from './bases.ts'

type IsOwnSite = Wanted['isOwnSite']
/** Kind of price and city that are selected in the dialog. */
type Chosen = Pick<Wanted, 'kind' | 'city'>
/** Returns the selection of prices. For a single city, only competitors' prices in that city are compared. */
const askedOf = (
  chosen: Chosen,
  { joined, competitors }: Pick<Subject, 'joined' | 'competitors'>,
): BasisSelection => ({
  ...chosen,
  joined: joined && chosen.city === null,
  competitors,
})

/** Prices that a dialog can decide: those of a report's rows, or of one tyre. */
export interface Subject {
  title: string
  /** selectable scopes, at least one; the first is preselected */
  scopes: readonly { scope: Scope; name: string }[]
  kinds: readonly ComparedPrice[]
  first: Chosen
  /** whether the table compares the prices of all cities together; if so, decisions for all cities do the same */
  joined: boolean
  /** competitors that the table compares; null for all */
  competitors: Competitors | null
  /** returns the cities with prices that can be decided, sorted */
  citiesOf(kind: ComparedPrice): string[]
  /** returns the prices of a scope; null if pages must be read first */
  near(scope: Scope, chosen: Chosen): DecisionBasis[] | null
  /**
   * Reads all prices.
   * @throws OfflineMissError, HttpError, ReadError, or an error of fetch
   */
  all(chosen: Chosen, signal: AbortSignal, onProgress: (progress: ReadProgress) => void): Promise<ReadBases>
}

const KINDS: readonly ComparedPrice[] = ['retail', 'wholesale']
const byAlphabet = new Intl.Collator('ru').compare
export const citiesOfBases = (bases: readonly DecisionBasis[]): string[] =>
  [...new Set(bases.map(({ city }) => city))].sort(byAlphabet)

const number = new Intl.NumberFormat('ru-RU')

export function subjectOfTable(table: DisplayedTable, isOwnSite: IsOwnSite): Subject {
  const { rows, totalRows, compared, joined, grid } = table
  const { competitors } = compared
  const selected = grid.current?.selectedRows() ?? []
  const chosenRows = selected.flatMap((index) => rows[index] ?? [])
  const hasMore = totalRows === null || totalRows > rows.length
  const scopes = [
    chosenRows.length > 0 && {
      scope: 'selected' as const,
      name: `Выделенные: ${number.format(chosenRows.length)}`,
    },
    { scope: 'page' as const, name: `Эта страница: ${number.format(rows.length)}` },
    hasMore && {
      scope: 'all' as const,
      name: totalRows === null ? 'Весь отчёт' : `Весь отчёт: ${number.format(totalRows)}`,
    },
  ].filter((scope) => scope !== false)
  const near = (scope: Scope, chosen: Chosen) =>
    scope === 'all'
      ? null
      : basesOfTable(table, scope === 'selected' ? chosenRows : rows, {
          ...askedOf(chosen, { joined, competitors }),
          isOwnSite,
        })
  const citiesFor = (kind: ComparedPrice) => citiesOfBases(near('page', { kind, city: null }) ?? [])
  const kinds = KINDS.filter((kind) => kind === compared.kind || citiesFor(kind).length > 0)
  return {
    title: 'Решить цены',
    scopes,
    kinds,
    first: { kind: compared.kind, city: compared.city },
    joined,
    competitors,
    citiesOf: citiesFor,
    near,
    all: (chosen, signal, onProgress) =>
      basesOfReport(table, { ...askedOf(chosen, { joined, competitors }), isOwnSite }, signal, onProgress),
  }
}

/**
 * Returns the prices of one tyre that a dialog can decide.
 * @param city the selected city; null for all cities
 * @param proposedIn returns prices proposed by the report beside the card
 */
export function subjectOfTyre(
  market: Market,
  city: string | null,
  kind: ComparedPrice,
  proposedIn?: ProposedIn,
): Subject {
  // The card displays the prices of each city separately, and those of all competitors.
  const compared = { joined: false, competitors: null }
  const near = (_: Scope, chosen: Chosen) => basesOf(market, askedOf(chosen, compared), proposedIn)
  const own = market.places.filter((place) => place.own)
  const kinds = KINDS.filter((one) => numbersOf(own, one).length > 0)
  return {
    title: `Решить цену: ${titleOf(market.specs)}`,
    scopes: [{ scope: 'page', name: 'Эта шина' }],
    kinds: kinds.length > 0 ? kinds : KINDS,
    first: { kind: kinds.includes(kind) ? kind : (kinds[0] ?? kind), city },
    ...compared,
    citiesOf: (of) => citiesOfBases(near('page', { kind: of, city: null })),
    near,
    all: async (chosen) => ({ bases: near('page', chosen), isWhole: true }),
  }
}

/** Rows whose prices are decided: the selected rows, the displayed page, or all pages. */
export type Scope = 'selected' | 'page' | 'all'

/** Prices to decide, and the rule that recognises own sites. */
interface Wanted extends BasisSelection {
  isOwnSite(host: string): boolean
}

const basesOfTable = (
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
interface ReadBases {
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
  for await (const { page, totalPages, rows } of pagesOfResultSet(request, signal)) {
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
