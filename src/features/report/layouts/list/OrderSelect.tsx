import type { Order } from '../../../report-choice/view.ts'
import { LIST_ORDERS } from './card-orders.ts'

interface OrderSelectProps {
  order: Order | null
  /** whether the server has sorted all rows of the result set */
  isWhole: boolean
  /** whether the server can sort all rows of the result set */
  offered: boolean
  onChange(order: Order | null): void
}

const REPORTS = ''
const DIRECTIONS = [
  { descending: false, sign: '↑', words: 'по возрастанию' },
  { descending: true, sign: '↓', words: 'по убыванию' },
]
const codeOf = (column: string, descending: boolean): string => `${descending ? '-' : '+'}${column}`

/** Dropdown for the order of all rows, or of this page's rows if the server cannot sort. */
export function OrderSelect({ order, isWhole, offered, onChange }: OrderSelectProps) {
  const isKnown = LIST_ORDERS.some(({ column }) => column === order?.column)
  const isOther = order !== null && isWhole && !isKnown
  const isOfPage = order === null ? !offered : !isWhole
  return (
    <select
      className="input"
      aria-label={isOfPage ? 'Порядок на этой странице' : 'Порядок всех строк'}
      value={order && (isKnown || isOther) ? codeOf(order.column, order.descending) : REPORTS}
      onChange={({ target: { value } }) =>
        onChange(value === REPORTS ? null : { column: value.slice(1), descending: value.startsWith('-') })
      }
    >
      {isOther && <option value={codeOf(order.column, order.descending)}>По другому столбцу</option>}
      <option value={REPORTS}>Порядок отчёта</option>
      {LIST_ORDERS.map(({ column, label }) =>
        DIRECTIONS.map(({ descending, sign, words }) => (
          <option key={sign + column} value={codeOf(column, descending)} aria-label={`${label}, ${words}`}>
            {label} {sign}
          </option>
        )),
      )}
    </select>
  )
}
