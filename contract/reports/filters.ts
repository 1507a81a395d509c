/** Filters of specification 4.4 in form order: labels, names in the query, and names in the options answer. */

import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'

interface FilterDefinition {
  label: string
  /** lists of the filters answer that may contain its options; the first one present counts (specification 7.3) */
  options: readonly string[]
}

/** Filters by the name that the paged GETs and the download bodies use (specification 4.10 and 5.2). */
export const FILTERS = /* @__PURE__ */ inFormOrder()

// A function, because reading the table at module level would keep it in the worker's bundle.
function inFormOrder() {
  return {
    site: { label: 'Вебсайт', options: ['website'] },
    brand: TYRE_SPECS.brand.filter,
    vehicle: TYRE_SPECS.vehicleType.filter,
    season: TYRE_SPECS.season.filter,
    diameter: TYRE_SPECS.diameter.filter,
    city: { label: 'Город', options: ['city'] },
    width: TYRE_SPECS.width.filter,
    height: TYRE_SPECS.height.filter,
    speed: TYRE_SPECS.speedIndex.filter,
    load: TYRE_SPECS.loadIndex.filter,
  } as const satisfies Record<string, FilterDefinition>
}

export type SpecFilter = Exclude<FilterName, 'site' | 'city'>

/** Tyre attribute that each filter compares; site and city have none, because they are no attributes of a tyre. */
export const SPEC_OF_FILTER: Readonly<Record<SpecFilter, SpecName>> = /* @__PURE__ */ specsByFilter()

function specsByFilter() {
  const byFilter = {} as Record<SpecFilter, SpecName>
  for (const spec of SPEC_NAMES) {
    const definition = TYRE_SPECS[spec]
    if ('filter' in definition) byFilter[definition.filter.name] = spec
  }
  return byFilter
}

export const SPEC_FILTERS = /* @__PURE__ */ Object.keys(SPEC_OF_FILTER) as SpecFilter[]

export type FilterName = keyof typeof FILTERS

export const FILTER_NAMES = /* @__PURE__ */ Object.keys(FILTERS) as FilterName[]

/** Selected filters; a missing or empty one means 'Все'. */
export type FilterValues = Partial<Record<FilterName, string>>

export const chosenNames = (values: FilterValues): FilterName[] =>
  Object.keys(nonEmpty(values)) as FilterName[]

/** Returns the non-empty filters; only these are sent (specification 4.10). */
export function nonEmpty(values: FilterValues): FilterValues {
  const sent: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const value = values[name]?.trim()
    if (value) sent[name] = value
  }
  return sent
}
