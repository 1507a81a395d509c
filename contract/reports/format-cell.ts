import { MINUS, withMinus } from '../lib/minus.ts'
import type { ColumnKind } from './columns.ts'
import type { Cell } from './report-row.ts'

const fixed = (digits: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options })

/** Format of numbers in text columns, such as widths and indices: unchanged. */
const AS_IT_CAME = { format: (value: number): string => String(value) }

type Writer = Pick<Intl.NumberFormat, 'format'>

const ON_SCREEN: Readonly<Record<ColumnKind, Writer>> = {
  text: AS_IT_CAME,
  price: fixed(2, { minimumFractionDigits: 0 }),
  money2: fixed(2),
  stock: fixed(0),
  percent: fixed(1, { signDisplay: 'exceptZero' }),
}

/** Formats a cell for the table; a text in a number column stays unchanged. */
export function formatCell(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? cell : withMinus(ON_SCREEN[kind].format(cell))
}

export type Trend = 'rise' | 'fall'

const TRENDS: Readonly<Record<string, Trend>> = { '+': 'rise', [MINUS]: 'fall' }

/** Returns the direction of a percent cell from its displayed text; undefined if the change rounds to zero. */
export function trendOf(text: string, kind: ColumnKind): Trend | undefined {
  return kind === 'percent' ? TRENDS[text.charAt(0)] : undefined
}
