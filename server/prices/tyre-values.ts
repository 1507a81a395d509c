import type { FilterSet } from '../../contract/reports/filter-sets.ts'
import { SPEC_FILTERS, SPEC_OF_FILTER, type SpecFilter } from '../../contract/reports/filters.ts'
import { groupIndexes } from './group-indexes.ts'
import { BitSet, PositionSet } from './positions.ts'
import type { CatalogTyre } from './tyre-catalog.ts'

/** One attribute of a list of tyres as numbers, which are compared and counted in a fraction of the time of texts. */
interface TyreValues {
  /** number of each tyre's value, by the tyre's index in the list */
  numbers: Uint32Array
  numberOf: ReadonlyMap<string, number>
}

/** Values of the attributes that filters use. */
export type FilterValuesOfTyres = Readonly<Record<SpecFilter, TyreValues>>

/** Number of tyres per step of about a millisecond. */
const STEP = 5_000

/** Numbers the values; yields to the caller about every millisecond. */
export function* numberValues(tyres: readonly CatalogTyre[]): Generator<void, FilterValuesOfTyres> {
  const values = {} as Record<SpecFilter, TyreValues>
  for (const filter of SPEC_FILTERS) {
    const numberOf = new Map<string, number>()
    const numbers = new Uint32Array(tyres.length)
    for (let from = 0; from < tyres.length; from += STEP) {
      numberSome(tyres, SPEC_OF_FILTER[filter], from, numbers, numberOf)
      yield
    }
    values[filter] = { numbers, numberOf }
  }
  return values
}

/** The loop has its own function because V8 runs it half as fast within a generator. */
function numberSome(
  tyres: readonly CatalogTyre[],
  spec: (typeof SPEC_OF_FILTER)[SpecFilter],
  from: number,
  numbers: Uint32Array,
  numberOf: Map<string, number>,
): void {
  const end = Math.min(from + STEP, tyres.length)
  for (let at = from; at < end; at++) {
    const value = (tyres[at] as CatalogTyre).specs[spec]
    let number = numberOf.get(value)
    if (number === undefined) {
      number = numberOf.size
      numberOf.set(value, number)
    }
    numbers[at] = number
  }
}

/** Index of positions by value of an attribute; its memory grows with the positions and the distinct values. */
export class ValueIndex {
  readonly #size: number
  readonly #numberOf: ReadonlyMap<string, number>
  /** positions grouped by value; `starts` has the start of each value's group */
  readonly #grouped: Uint32Array
  readonly #starts: Uint32Array
  readonly #frequent = new Map<number, PositionSet>()

  /** @param ordinals index of each position's tyre in the list of `numbers` */
  constructor({ numbers, numberOf }: TyreValues, ordinals: Uint32Array) {
    const values = ordinals.map((ordinal) => numbers[ordinal] as number)
    const { grouped, starts } = groupIndexes(values, numberOf.size)
    this.#size = ordinals.length
    this.#numberOf = numberOf
    this.#grouped = grouped
    this.#starts = starts
  }

  /** Removes from a set of the same size the positions whose value the filter does not accept. */
  limit(set: BitSet, { values, except }: FilterSet): void {
    const ids = values.flatMap((value) => this.#numberOf.get(value) ?? [])
    const [only] = ids
    // Most filters have one value, which needs no union.
    if (only !== undefined && ids.length === 1 && !except) {
      this.#having(only).limit(set)
      return
    }
    const named = new BitSet(this.#size)
    for (const id of ids) this.#having(id).addTo(named)
    if (except) set.removeAll(named)
    else set.keepOnly(named)
  }

  /** Returns the positions with a value. Dense sets are cached, because they are the values that filters use most. */
  #having(id: number): PositionSet {
    const known = this.#frequent.get(id)
    if (known) return known
    const members = this.#grouped.subarray(this.#starts[id], this.#starts[id + 1])
    const set = new PositionSet(this.#size, members)
    if (set.isDense) this.#frequent.set(id, set)
    return set
  }
}
