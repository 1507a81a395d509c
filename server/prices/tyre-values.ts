import { SPEC_FILTERS, SPEC_OF_FILTER, type SpecFilter } from '../../contract/reports/filters.ts'
import type { CatalogTyre } from './tyre-catalog.ts'

/**
 * Values of one attribute of a list of tyres, numbered: numbers are compared and counted in a fraction of the time of
 * texts.
 */
export interface TyreValues {
  /** number of the value by the tyre's index in the list */
  numbers: Uint32Array
  numberOf: ReadonlyMap<string, number>
}

/** Values of the attributes that filters use. */
export type FilterValuesOfTyres = Readonly<Record<SpecFilter, TyreValues>>

/** Number of tyres per step of about a millisecond. */
const STEP = 5_000

/** Numbers the values in steps. */
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

/** Separate function: within a generator V8 takes twice as long for this loop. */
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
