import { TYRE_COLUMN } from '../../../../../contract/reports/columns.ts'
import type { Cell, ReportRow } from '../../../../../contract/reports/report-row.ts'
import { tyreText } from '../../../../../contract/tyre/tyre-text.ts'
import { orderRows } from '../../../grid/order.ts'
import type { Order } from '../../../report-choice/view.ts'
import type { RowPrices } from '../row-prices.ts'

interface ListOrder {
  /** id of the same column in the market layout; the order therefore survives a change of layout */
  column: string
  label: string
  value(row: ReportRow, prices: RowPrices): Cell
}

export const LIST_ORDERS: readonly ListOrder[] = [
  { column: TYRE_COLUMN, label: 'По названию', value: ({ specs }) => tyreText(specs) },
  { column: 'market.own', label: 'По нашей цене', value: (_, { own }) => own },
  { column: 'market.min', label: 'По минимальной', value: (_, { statistics }) => statistics?.min ?? null },
  { column: 'market.median', label: 'По медиане', value: (_, { statistics }) => statistics?.median ?? null },
  { column: 'market.percent', label: 'По отклонению', value: (_, { percent }) => percent },
]

/** Sorts rows. @param order if its column is not in LIST_ORDERS, the rows keep their order */
export function inListOrder(
  rows: readonly ReportRow[],
  of: (row: ReportRow) => RowPrices,
  order: Order | null,
): readonly ReportRow[] {
  const columns = LIST_ORDERS.map(({ column: id, label, value }) => ({
    id,
    label,
    kind: 'price' as const,
    group: { city: '', site: '', warehouse: '' },
    cell: (row: ReportRow) => value(row, of(row)),
  }))
  return orderRows(rows, columns, order)
}
