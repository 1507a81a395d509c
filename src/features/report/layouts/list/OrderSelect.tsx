import type { Order } from '../../../report-choice/view.ts'
import { LIST_ORDERS } from './list-order.ts'

interface OrderSelectProps {
  order: Order | null
  /** the server has sorted the whole selection */
  isWhole: boolean
  /** the server can sort the whole selection */
  offered: boolean
  onChange(order: Order | null): void
}

const REPORTS = ''
const DIRECTIONS = [
  { descending: false, sign: '↑', words: 'по возрастанию' },
  { descending: true, sign: '↓', words: 'по убыванию' },
]
const codeOf = (column: string, descending: boolean): string => `${descending ? '-' : '+'}${column}`

/** Sorts the whole selection, or the rows of this page. */
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
