/** The filters of specification 4.4 in the order of the form: their labels, their names in the query and in the options. */

import type { SpecName } from './report-row.ts'

export interface FilterDefinition {
  label: string
  /** lists of the filters answer that may hold its options, the first present one counts (specification 7.3) */
  options: readonly string[]
}

/** Keyed by the name that the paged GETs and the download bodies use (specification 4.10 and 5.2). */
export const FILTERS = {
  site: { label: 'Вебсайт', options: ['website'] },
  brand: { label: 'Бренд', options: ['brand'] },
  vehicle: { label: 'Тип', options: ['vehicle_type', 'type'] },
  season: { label: 'Сезон', options: ['season'] },
  diameter: { label: 'Диаметр', options: ['diameter'] },
  city: { label: 'Город', options: ['city'] },
  width: { label: 'Ширина', options: ['width'] },
  height: { label: 'Высота', options: ['height'] },
  speed: { label: 'Индекс скорости', options: ['speed_index'] },
  load: { label: 'Индекс нагрузки', options: ['weight_index', 'load_index'] },
} as const satisfies Record<string, FilterDefinition>

/** What a filter on the tyre itself compares; the others, site and city, choose places. */
export const SPEC_OF_FILTER = {
  brand: 'brand',
  vehicle: 'vehicleType',
  season: 'season',
  diameter: 'diameter',
  width: 'width',
  height: 'height',
  speed: 'speedIndex',
  load: 'loadIndex',
} as const satisfies Record<Exclude<FilterName, 'site' | 'city'>, SpecName>

export type SpecFilter = keyof typeof SPEC_OF_FILTER

export const SPEC_FILTERS = Object.keys(SPEC_OF_FILTER) as SpecFilter[]

export type FilterName = keyof typeof FILTERS

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/** Chosen filters; a missing or empty one means 'Все'. */
export type FilterValues = Partial<Record<FilterName, string>>

/** Only non-empty filters are sent (specification 4.10). */
export function nonEmpty(values: FilterValues): FilterValues {
  const sent: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const value = values[name]?.trim()
    if (value) sent[name] = value
  }
  return sent
}
