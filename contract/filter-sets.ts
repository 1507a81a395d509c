import type { FilterName } from './filters.ts'

/** Several values of a filter, or all but some (specification 10.27). */
export interface FilterSet {
  /** at least one, each once */
  values: readonly string[]
  /** whatever has another value, or none, rather than what has one of these */
  except: boolean
}

/** By filter; a missing one lets everything through. */
export type FilterSets = Readonly<Partial<Record<FilterName, FilterSet>>>

/** Of one filter. */
export const MOST_VALUES = 100

/** The name on the wire, and in addresses, of the values that a filter leaves out. */
export type ExceptName = `not.${FilterName}`

export const exceptName = (name: FilterName): ExceptName => `not.${name}`

/** As given, without empty ones and repetitions. */
export const distinct = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
]
