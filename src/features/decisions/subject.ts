import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { titleOf } from '../../../contract/tyre/tyre-text.ts'
import { type Market, numbersOf } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { type Asked, basesOf, type ProposedIn } from './bases.ts'
import {
  basesOfReport,
  basesOfTable,
  type ReadBases,
  type ReadProgress,
  type Scope,
  type Wanted,
} from './scope.ts'

type IsOwnSite = Wanted['isOwnSite']
/** Kind of price and city that are selected in the dialog. */
type Chosen = Pick<Wanted, 'kind' | 'city'>
/** Returns the selection of prices. For a single city, only competitors' prices in that city are compared. */
const askedOf = (
  chosen: Chosen,
  { joined, competitors }: Pick<Subject, 'joined' | 'competitors'>,
): Asked => ({
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
/** Returns the cities of prices, sorted. */
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
