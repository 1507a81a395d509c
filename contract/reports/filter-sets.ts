import { chosenNames, FILTER_NAMES, type FilterName, type FilterValues } from './filters.ts'

/** Selection or exclusion of several values of a filter (specification 10.27). */
export interface FilterSet {
  /** at least one value, without duplicates */
  values: readonly string[]
  /** whether the values are excluded: rows with another value, or none, remain */
  except: boolean
}

/** Sets by filter; a missing one accepts everything. */
export type FilterSets = Readonly<Partial<Record<FilterName, FilterSet>>>

/** Maximum number of values of one filter. */
export const MAX_VALUES = 100

/** Name of a filter's excluded values on the wire and in addresses. */
export type ExceptName = `not.${FilterName}`

export const exceptName = (name: FilterName): ExceptName => `not.${name}`

/** Decoded query of an address. */
interface Query {
  getAll(name: string): string[]
}

/** Returns the values of a query parameter, without empty ones and duplicates. */
export const valuesIn = (query: Query, name: FilterName | ExceptName): string[] => [
  ...new Set(query.getAll(name).filter(Boolean)),
]

/** Reads the sets of an address. If a filter has both kinds, the selected values count. */
export function readSets(query: Query): FilterSets {
  const sets: Partial<Record<FilterName, FilterSet>> = {}
  for (const name of FILTER_NAMES) {
    const wanted = valuesIn(query, name)
    const values = wanted.length > 0 ? wanted : valuesIn(query, exceptName(name))
    const except = wanted.length === 0
    if (values.length > Number(!except)) sets[name] = { values, except }
  }
  return sets
}

/** Returns the parameters of sets for calls and addresses. */
export const setParameters = (sets: FilterSets): [ExceptName | FilterName, readonly string[]][] =>
  FILTER_NAMES.flatMap((name) => {
    const set = sets[name]
    return set ? [[set.except ? exceptName(name) : name, set.values]] : []
  })

/** Returns whether a filter accepts a value; undefined (no set) accepts all. */
export const isWithin = (set: FilterSet | undefined, value: string): boolean =>
  !set || set.values.includes(value) !== set.except

/** Returns the filters with a value, several values, or excluded values. */
export function filterNamesOf({ filters, sets }: { filters: FilterValues; sets: FilterSets }): FilterName[] {
  const single = chosenNames(filters)
  return FILTER_NAMES.filter((name) => single.includes(name) || sets[name])
}
