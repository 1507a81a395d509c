import { chosenNames, FILTER_NAMES, type FilterName, type FilterValues } from './filters.ts'

/** Selection or exclusion of several values of a filter (specification 10.27). */
export interface FilterSet {
  /** at least one value, without duplicates */
  values: readonly string[]
  /** whether rows with one of the values are excluded, instead of all other rows */
  except: boolean
}

/** Sets by filter; a filter without a set accepts everything. */
export type FilterSets = Readonly<Partial<Record<FilterName, FilterSet>>>

export const MAX_VALUES = 100

/** Name of a filter's excluded values in requests and URLs. */
export type ExceptName = `not.${FilterName}`

export const exceptName = (name: FilterName): ExceptName => `not.${name}`

/** Decoded query of a URL. */
interface Query {
  getAll(name: string): string[]
}

/** Returns the values of a query parameter, without empty ones and duplicates. */
export const valuesIn = (query: Query, name: FilterName | ExceptName): string[] => [
  ...new Set(query.getAll(name).filter(Boolean)),
]

/** Reads the sets from a URL's query. Selected values replace excluded ones; a single selected one is no set. */
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

/** Converts sets to query parameters of requests and URLs. */
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
