import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { titleOf } from '../../../contract/tyre/tyre-words.ts'
import { type Market, numbersOf } from '../market/market.ts'
import type { ShownTable } from '../report-choice/shown-table.ts'
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
/** The choices of the dialog. */
type Chosen = Pick<Wanted, 'kind' | 'city'>
/** A choice of one city is compared with that city, whatever the screen compares. */
const askedOf = (chosen: Chosen, joined: boolean): Asked => ({
  ...chosen,
  joined: joined && chosen.city === null,
})

/** What prices are to be decided of: a report's rows, or one tyre. */
export interface Subject {
  title: string
  /** one or more, the first chosen at first */
  scopes: readonly { scope: Scope; name: string }[]
  kinds: readonly ComparedPrice[]
  first: Chosen
  /** the screen compares all cities together, and so do all of them chosen here */
  joined: boolean
  /** with something to decide, in order */
  citiesOf(kind: ComparedPrice): string[]
  /** what is at hand; null where pages must be read first */
  near(scope: Scope, chosen: Chosen): DecisionBasis[] | null
  /** @throws OfflineMissError, HttpError, ReadError, or what fetch throws */
  all(chosen: Chosen, signal: AbortSignal, onProgress: (progress: ReadProgress) => void): Promise<ReadBases>
}

const KINDS: readonly ComparedPrice[] = ['retail', 'wholesale']
const byAlphabet = new Intl.Collator('ru').compare
/** The cities of prices, in order. */
export const citiesOfBases = (bases: readonly DecisionBasis[]): string[] =>
  [...new Set(bases.map(({ city }) => city))].sort(byAlphabet)

const number = new Intl.NumberFormat('ru-RU')

export function subjectOfTable(table: ShownTable, isOwnSite: IsOwnSite): Subject {
  const { rows, totalRows, compared, joined, grid } = table
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
          ...askedOf(chosen, joined),
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
    citiesOf: citiesFor,
    near,
    all: (chosen, signal, onProgress) =>
      basesOfReport(table, { ...askedOf(chosen, joined), isOwnSite }, signal, onProgress),
  }
}

/**
 * @param city the one that is looked at; null for all of them
 * @param proposedIn what the report beside the card proposes
 */
export function subjectOfTyre(
  market: Market,
  city: string | null,
  kind: ComparedPrice,
  proposedIn?: ProposedIn,
): Subject {
  // The card shows cities beside each other, not together.
  const joined = false
  const near = (_: Scope, chosen: Chosen) => basesOf(market, askedOf(chosen, joined), proposedIn)
  const own = market.places.filter((place) => place.own)
  const kinds = KINDS.filter((one) => numbersOf(own, one).length > 0)
  return {
    title: `Решить цену: ${titleOf(market.specs)}`,
    scopes: [{ scope: 'page', name: 'Эта шина' }],
    kinds: kinds.length > 0 ? kinds : KINDS,
    first: { kind: kinds.includes(kind) ? kind : (kinds[0] ?? kind), city },
    joined,
    citiesOf: (of) => citiesOfBases(near('page', { kind: of, city: null })),
    near,
    all: async (chosen) => ({ bases: near('page', chosen), isWhole: true }),
  }
}
