import { type Column, pageColumns } from '../../contract/reports/columns.ts'
import {
  type Cell,
  emptyCity,
  emptySite,
  emptyWarehouse,
  type ReportRow,
  type SitePrices,
} from '../../contract/reports/report-row.ts'
import { REPORTS } from '../../contract/reports/reports.ts'

/** Returns a row of a test table: two cities with two sites each; one of the sites has two warehouses. */
export function sampleRow(index: number, changes: Partial<ReportRow> = {}): ReportRow {
  const warehouse = (stock: number) => ({
    ...emptyWarehouse(),
    retail: 1000 + index,
    wholesale: 900.5,
    stock,
  })
  const city = () => ({
    ...emptyCity(),
    sites: new Map([
      [
        '4tochki.ru',
        { ...emptySite(), warehouses: new Map([1, 2].map((n) => [`Склад ${n}`, warehouse(n)])) },
      ],
      ['shina.ru', { ...emptySite(), retail: 12345.5, change: index % 2 === 0 ? 12.46 : -3, stock: 4 }],
    ]),
  })
  return {
    specs: {
      article: `A${index}`,
      brand: 'Cordiant',
      name: `Winter Drive ${index}`,
      width: 205,
      height: 55,
      diameter: 'R16',
      season: 'Зимняя',
      vehicleType: 'Легковой',
      speedIndex: 'T',
      loadIndex: 91,
    },
    own: { price: 5000, wholesale: 4500, diffPercent: null },
    cities: new Map([
      ['Казань', city()],
      ['Москва', city()],
    ]),
    highlighted: false,
    highlightedCities: [],
    ...changes,
  }
}

/** Returns the prices of a site: the retail price and further fields. */
export const sitePrices = (retail: Cell, more: Partial<SitePrices> = {}): SitePrices => ({
  ...emptySite(),
  retail,
  ...more,
})

/** Creates a tyre with these sites' prices in one city. */
export const rowIn = (city: string, sites: Record<string, SitePrices>, index = 0): ReportRow =>
  sampleRow(index, {
    cities: new Map([[city, { ...emptyCity(), sites: new Map(Object.entries(sites)) }]]),
  })

export const sampleRows = (count: number): ReportRow[] =>
  Array.from({ length: count }, (_, index) => sampleRow(index))

/** Returns all columns of the price-change report for these rows. */
export const sampleColumns = (rows: readonly ReportRow[] = sampleRows(1)): Column[] =>
  pageColumns(REPORTS['price-changes'], 'opt', rows)

/** Returns the index of a column by its key, because labels are repeated for every site. */
export const indexOf = (columns: readonly Column[], ...key: string[]): number =>
  columns.findIndex(({ id }) => id === (key.length > 1 ? JSON.stringify(key) : key[0]))
