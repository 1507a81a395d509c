/** An attribute of a tyre, as used by readers, columns, filters, the catalog, price lists, and rows sent to clients. */

import { recordOf } from '../lib/record-of.ts'

interface TyreSpec {
  /** label of the column (specification 4.17) */
  label: string
  /** column in the table of tyres, and in price lists in the project's own format */
  column: string
  /** names in answers; the first one present counts (specification 7.7) */
  read: readonly string[]
  /** name in the companion server's answers: in analytics items and in price-change rows */
  wire: { analytics: string; changes: string }
  /** its filter, if it has one (specification 4.4) */
  filter?: {
    /** name in the query of lists and in the body of downloads */
    name: string
    label: string
    /**
     * names under which the answer with filter options may list the values; the first one present counts (specification
     * 7.3)
     */
    options: readonly string[]
  }
}

/**
 * Attributes in column order. Only plain data and calls marked as pure, so that the worker's bundle can leave them out.
 */
export const TYRE_SPECS = {
  article: {
    label: 'Артикул производителя',
    column: 'article',
    read: ['article', 'brand_article'],
    wire: { analytics: 'brand_article', changes: 'article' },
  },
  brand: {
    label: 'Бренд',
    column: 'brand',
    read: ['brand', 'manufacturer'],
    wire: { analytics: 'brand', changes: 'brand' },
    filter: { name: 'brand', label: 'Бренд', options: ['brand'] },
  },
  name: { label: 'Название', column: 'name', read: ['name'], wire: { analytics: 'name', changes: 'name' } },
  width: {
    label: 'Ширина',
    column: 'width',
    read: ['width'],
    wire: { analytics: 'width', changes: 'width' },
    filter: { name: 'width', label: 'Ширина', options: ['width'] },
  },
  height: {
    label: 'Высота',
    column: 'height',
    read: ['height'],
    wire: { analytics: 'height', changes: 'height' },
    filter: { name: 'height', label: 'Высота', options: ['height'] },
  },
  diameter: {
    label: 'Диаметр',
    column: 'diameter',
    read: ['diameter'],
    wire: { analytics: 'diameter', changes: 'diameter' },
    filter: { name: 'diameter', label: 'Диаметр', options: ['diameter'] },
  },
  season: {
    label: 'Сезон',
    column: 'season',
    read: ['season'],
    wire: { analytics: 'season', changes: 'season' },
    filter: { name: 'season', label: 'Сезон', options: ['season'] },
  },
  vehicleType: {
    label: 'Тип авто',
    column: 'vehicle_type',
    read: ['vehicle_type', 'type'],
    wire: { analytics: 'vehicle_type', changes: 'type' },
    filter: { name: 'vehicle', label: 'Тип', options: ['vehicle_type', 'type'] },
  },
  speedIndex: {
    label: 'Индекс скорости',
    column: 'speed_index',
    read: ['speed_index'],
    wire: { analytics: 'speed_index', changes: 'speed_index' },
    filter: { name: 'speed', label: 'Индекс скорости', options: ['speed_index'] },
  },
  loadIndex: {
    label: 'Индекс нагрузки',
    column: 'load_index',
    read: ['weight_index', 'load_index'],
    wire: { analytics: 'weight_index', changes: 'load_index' },
    filter: { name: 'load', label: 'Индекс нагрузки', options: ['weight_index', 'load_index'] },
  },
} as const satisfies Record<string, TyreSpec>

export type SpecName = keyof typeof TYRE_SPECS
export const SPEC_NAMES = /* @__PURE__ */ Object.keys(TYRE_SPECS) as SpecName[]

/** Builds a record with a value for each attribute, in column order. */
export const ofEachSpec = <Value>(make: (name: SpecName) => Value): Record<SpecName, Value> =>
  recordOf(SPEC_NAMES, make)
