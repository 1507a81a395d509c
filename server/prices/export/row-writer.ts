import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { ReportColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { RowSettings } from '../wire-rows.ts'
import { ByPlace } from './by-place.ts'
import { type RowValues, TELL_ROW } from './row-values.ts'

/**
 * Builds rows of cells in column order. Each value is assigned directly to its column, because most columns of a wide
 * table are empty in a given row.
 */
export function rowWriter(
  columns: readonly ReportColumn[],
  layout: ReportLayout,
  settings: RowSettings,
  day: string,
): (tyre: TyrePrices) => Cell[] {
  const indexOf = new Map(columns.map(({ id }, index) => [id, index]))
  const empty: Cell[] = columns.map(({ kind }) => (kind === 'date' ? day : null))
  const places = new ByPlace((city, site, warehouse) => {
    const index = (field: string) => indexOf.get(JSON.stringify([city, site, warehouse, field]))
    return {
      retail: index('retail'),
      wholesale: index('wholesale'),
      cost: index('cost'),
      stock: index('stock'),
      change: index('change'),
    }
  })
  let cells = empty
  const put = (index: number | undefined, value: Cell) => {
    if (index !== undefined) cells[index] = value
  }
  const values: RowValues = {
    spec: (name, value) => put(indexOf.get(name), value === '' ? null : value),
    own: (name, value) => put(indexOf.get(`own.${name}`), value),
    statistic: (city, name, value) => put(indexOf.get(`${JSON.stringify([city])}.${name}`), value),
    prices(offer, { retail, wholesale, cost, stock, change }) {
      const place = places.at(offer)
      put(place.retail, retail)
      put(place.wholesale, wholesale)
      put(place.cost, cost)
      put(place.stock, stock)
      put(place.change, change)
    },
  }
  return (tyre) => {
    cells = empty.slice()
    TELL_ROW[layout](tyre, settings, values)
    return cells
  }
}
