/** A filter of the form (specification 4.4). */

import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'

interface FilterDefinition {
  label: string
  /** names of the list of values in the answer with filter options; the first present counts (specification 7.3) */
  options: readonly string[]
}

/** Filters in form order, by their name in the paged GETs and the download bodies (specification 4.10 and 5.2). */
export const FILTERS = /* @__PURE__ */ inFormOrder()

// A function, because reading TYRE_SPECS at module level would prevent its removal from the worker's bundle.
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

/** Tyre attribute that each filter compares. The filters site and city compare none. */
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
