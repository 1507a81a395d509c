import { isDaikon } from './host-name.ts'
import {
  type Cell,
  type CityPrices,
  type ReportRow,
  type SitePrices,
  SPEC_NAMES,
  SPECS,
  type WarehousePrices,
} from './report-row.ts'
import { type PriceType, priceTypesOf, type Report, type Statistic } from './reports.ts'

/** How a column's cells are written and aligned: 'price' as it came, 'money2' with two decimals, 'percent' with a sign. */
export type ColumnKind = 'text' | 'price' | 'money2' | 'stock' | 'percent'

/** Where a column belongs; '' where the level does not apply. */
export interface ColumnGroup {
  city: string
  site: string
  warehouse: string
}

export interface Column {
  /** unique in its table and stable from page to page */
  id: string
  label: string
  kind: ColumnKind
  group: ColumnGroup
  cell(row: ReportRow): Cell
}

/** The cities, sites and warehouses that a table has columns for, each level sorted. */
export type Places = Map<string, Map<string, Set<string>>>

const PRODUCT: ColumnGroup = { city: '', site: '', warehouse: '' }
const ALWAYS = new Set(['article', 'brand', 'name'])

const byAlphabet = new Intl.Collator('ru').compare
const sorted = (keys: Iterable<string>): string[] => [...keys].sort(byAlphabet)

/** The places that occur in these rows; '' among the warehouses stands for a site's prices outside any warehouse. */
export function placesOf(rows: readonly ReportRow[]): Places {
  const places: Places = new Map()
  for (const row of rows) {
    for (const [cityName, city] of row.cities) {
      const sites = places.get(cityName) ?? new Map<string, Set<string>>()
      places.set(cityName, sites)
      for (const [siteName, site] of city.sites) {
        const warehouses = sites.get(siteName) ?? new Set<string>()
        sites.set(siteName, warehouses)
        if (site.warehouses.size === 0 || site.retail !== null || site.opt !== null) warehouses.add('')
        for (const name of site.warehouses.keys()) warehouses.add(name)
      }
    }
  }
  return places
}

/**
 * All columns of document 2 §2 for these places, in order: product, own price, then by city, site and warehouse.
 * @param priceType the switchable report's choice; the report's own type otherwise
 */
export function columnsFor(report: Report, priceType: PriceType, places: Places): Column[] {
  const columns = productColumns()
  if (report.layout === 'changes') columns.push(...ownColumns())
  for (const cityName of sorted(places.keys())) {
    columns.push(...cityColumns(report, priceType, cityName))
    const sites = places.get(cityName) ?? new Map<string, Set<string>>()
    for (const siteName of sorted(sites.keys()))
      columns.push(...siteColumns(report, cityName, siteName, sites))
  }
  return columns
}

/** The columns of one page: those with a value in at least one row (document 2 §2). */
export function pageColumns(report: Report, priceType: PriceType, rows: readonly ReportRow[]): Column[] {
  const filled = columnsFor(report, priceType, placesOf(rows)).filter((column) =>
    rows.some((row) => column.cell(row) !== null),
  )
  const product = filled.some((column) => column.group === PRODUCT)
  return product ? filled : [...productColumns().filter((column) => ALWAYS.has(column.id)), ...filled]
}

function productColumns(): Column[] {
  return SPEC_NAMES.map((name) => ({
    id: name,
    label: SPECS[name],
    kind: 'text',
    group: PRODUCT,
    cell: (row) => row.specs[name],
  }))
}

function ownColumns(): Column[] {
  const group = { ...PRODUCT }
  return [
    { id: 'own.price', label: 'Наша цена', kind: 'price', group, cell: (row) => row.own.price },
    { id: 'own.opt', label: 'Опт. цена', kind: 'price', group, cell: (row) => row.own.opt },
    { id: 'own.diff', label: 'Отклонение, %', kind: 'percent', group, cell: (row) => row.own.diffPercent },
  ]
}

const STATISTIC_LABELS: Readonly<Record<Statistic, string>> = {
  min: 'Минимальная',
  max: 'Максимальная',
  median: 'Медианная',
  proposed: 'Новая',
}

function cityColumns(report: Report, priceType: PriceType, cityName: string): Column[] {
  const group = { city: cityName, site: '', warehouse: '' }
  const of = (row: ReportRow): CityPrices | undefined => row.cities.get(cityName)
  const price = priceType === 'opt' ? 'опт. цена' : 'розн. цена'
  return [
    {
      id: JSON.stringify([cityName]),
      label: 'Город',
      kind: 'text',
      group,
      cell: (row) => (of(row) ? cityName : null),
    },
    ...report.statistics.map(
      (statistic): Column => ({
        id: JSON.stringify([cityName, statistic]),
        label: `${STATISTIC_LABELS[statistic]} ${price}`,
        kind: 'money2',
        group,
        cell: (row) => of(row)?.statistics[statistic] ?? null,
      }),
    ),
  ]
}

type PriceField = keyof WarehousePrices | 'optRest'

const FIELD_LABELS: Readonly<Record<PriceField, string>> = {
  retail: 'Розн. цена',
  opt: 'Опт. цена',
  cost: 'Себестоимость',
  rest: 'Остаток',
  optRest: 'Остаток (опт.)',
  change: 'Изменение, %',
}

const FIELD_KINDS: Readonly<Record<PriceField, ColumnKind>> = {
  retail: 'price',
  opt: 'price',
  cost: 'price',
  rest: 'stock',
  optRest: 'stock',
  change: 'percent',
}

/** The price columns of a site (without warehouses) and of a warehouse, by layout (document 2 §2). */
const SITE_FIELDS = {
  analytics: ['retail', 'opt', 'rest', 'optRest'],
  proposals: ['retail', 'opt', 'cost', 'rest', 'optRest'],
  changes: ['retail', 'opt', 'cost', 'change', 'rest', 'optRest'],
} as const satisfies Record<Report['layout'], readonly (keyof SitePrices)[]>

const WAREHOUSE_FIELDS = {
  analytics: ['retail', 'opt', 'rest'],
  proposals: ['retail', 'opt', 'rest'],
  changes: ['retail', 'opt', 'cost', 'change', 'rest'],
} as const satisfies Record<Report['layout'], readonly (keyof WarehousePrices)[]>

function siteColumns(
  report: Report,
  cityName: string,
  siteName: string,
  sites: Map<string, Set<string>>,
): Column[] {
  const of = (row: ReportRow) => row.cities.get(cityName)?.sites.get(siteName)
  const columns: Column[] = [
    {
      id: JSON.stringify([cityName, siteName]),
      label: 'Сайт',
      kind: 'text',
      group: { city: cityName, site: siteName, warehouse: '' },
      cell: (row) => (of(row) ? siteName : null),
    },
  ]
  for (const name of sorted(sites.get(siteName) ?? [])) {
    const warehouse = name === '' ? of : (row: ReportRow) => of(row)?.warehouses.get(name)
    columns.push(...placeColumns(report, { city: cityName, site: siteName, warehouse: name }, warehouse))
  }
  return columns
}

function placeColumns(
  report: Report,
  group: ColumnGroup,
  pricesOf: (row: ReportRow) => Partial<Record<PriceField, Cell>> | undefined,
): Column[] {
  const inWarehouse = group.warehouse !== ''
  const fields: readonly PriceField[] = (inWarehouse ? WAREHOUSE_FIELDS : SITE_FIELDS)[report.layout]
  const key = [group.city, group.site, group.warehouse]
  const columns = fields.map(
    (field): Column => ({
      id: JSON.stringify([...key, field]),
      label:
        inWarehouse && field === 'retail' ? warehousePriceLabel(report, group.site) : FIELD_LABELS[field],
      kind: FIELD_KINDS[field],
      group,
      cell: (row) => pricesOf(row)?.[field] ?? null,
    }),
  )
  if (!inWarehouse) return columns
  const name: Column = {
    id: JSON.stringify(key),
    label: 'Склад',
    kind: 'text',
    group,
    cell: (row) => (pricesOf(row) ? group.warehouse : null),
  }
  return [name, ...columns]
}

/** Document 2 §2: the own site's warehouses give their cost on wholesale pages. */
function warehousePriceLabel(report: Report, site: string): string {
  if (report.layout === 'changes') return FIELD_LABELS.retail
  const wholesalePage = priceTypesOf(report)[0] === 'opt'
  return wholesalePage && isDaikon(site) ? FIELD_LABELS.cost : 'Рекоменд. Розн. цена'
}
