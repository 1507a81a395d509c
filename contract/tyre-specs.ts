/** What a tyre is made of, once for everybody: readers, columns, filters, catalog, price lists and rows of the wire. */

interface TyreSpec {
  /** of the column (specification 4.17) */
  label: string
  /** in the table of tyres, and in price lists of the project's own form */
  column: string
  /** names under which answers may carry it, the first present one counts (specification 7.7) */
  read: readonly string[]
  /** name under which the companion server answers it: in analytics items and in price-change rows */
  wire: { analytics: string; changes: string }
  /** what it is filtered by, where it is (specification 4.4) */
  filter?: {
    /** in the query of lists and in the body of downloads */
    name: string
    label: string
    /** lists of the filters answer that may hold its values, the first present one counts (specification 7.3) */
    options: readonly string[]
  }
}

/** In the order of the columns. Plain data, and calls marked as pure: the worker does without, and its build leaves it out then. */
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

/** A value for each attribute, in the order of the columns. */
export function ofEachSpec<Value>(make: (name: SpecName) => Value): Record<SpecName, Value> {
  // No entries in between: catalogs of a hundred thousand tyres pass by.
  const values = {} as Record<SpecName, Value>
  for (const name of SPEC_NAMES) values[name] = make(name)
  return values
}
