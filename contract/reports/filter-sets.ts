import { chosenNames, FILTER_NAMES, type FilterName, type FilterValues } from './filters.ts'

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

/** Of an address, decoded. */
interface Query {
  getAll(name: string): string[]
}

/** The values of a parameter of an address, without empty ones and repetitions. */
export const valuesIn = (query: Query, name: FilterName | ExceptName): string[] => [
  ...new Set(query.getAll(name).filter(Boolean)),
]

/** The sets of an address; where a filter has both, the values that it wants count. */
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

/** As calls and addresses have them. */
export const setParameters = (sets: FilterSets): [ExceptName | FilterName, readonly string[]][] =>
  FILTER_NAMES.flatMap((name) => {
    const set = sets[name]
    return set ? [[set.except ? exceptName(name) : name, set.values]] : []
  })

/** Whether a filter lets a value through; undefined, no set, lets all of them. */
export const isWithin = (set: FilterSet | undefined, value: string): boolean =>
  !set || set.values.includes(value) !== set.except

/** The filters that have a value, several, or leave some out. */
export function namesOf({ filters, sets }: { filters: FilterValues; sets: FilterSets }): FilterName[] {
  const single = chosenNames(filters)
  return FILTER_NAMES.filter((name) => single.includes(name) || sets[name])
}
