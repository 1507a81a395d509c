import type { RawCell } from '../readers/columns.ts'
import { textOf } from './source.ts'

/** Fewer numbers in a row may be a tyre's. */
const MIN_NUMBERS = 3
const NUMBER = /^\(?(\d{1,3})[.)]?$/
/** Letters that forms print above their texts, before the numbers: А, Б, В, 1, 2. */
const LETTER = /^[А-ГA-D]$/

/** Returns true for the row of a form that numbers its columns: '1', '2', '3', '4'. */
export function areColumnNumbers(cells: readonly RawCell[]): boolean {
  const texts = cells.map((cell) => textOf(cell).trim()).filter((text) => text !== '')
  const first = texts.findIndex((text) => !LETTER.test(text))
  const numbers = texts.slice(Math.max(0, first)).map((text) => Number(NUMBER.exec(text)?.[1] ?? Number.NaN))
  return (
    first !== -1 &&
    numbers.length >= MIN_NUMBERS &&
    (numbers[0] as number) <= 1 &&
    numbers.every((number, at) => number === (numbers[0] as number) + at)
  )
}
