import { MAPPED_PRICES } from '../../../contract/offers/offer-values.ts'
import { ImportError } from '../errors.ts'
import { arePricesByLocation, type Mapping, type SourcesValue } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { textOf } from './source.ts'

/**
 * Checks that a table's header has the columns that every offer needs; without the check, every row would be rejected.
 * @throws ImportError
 */
export function checkHeader({ fields, offers = {} }: Mapping, columns: Columns): void {
  const needed = [
    { what: 'артикула или названия', sources: [fields.article, fields.name] },
    { what: 'цены', sources: MAPPED_PRICES.map((name) => fields[name]) },
  ]
  for (const { what, sources } of needed) {
    const names = sources.flatMap(columnNames)
    if (what === 'цены' && arePricesByLocation(offers)) continue
    if (names.length === 0 || names.some((name) => name.startsWith('$') || columns.has(name))) continue
    const found = columns.names.slice(0, 30).join(', ')
    throw new ImportError(
      `В таблице нет колонки ${what} (${names.join(', ')}). Колонки файла: ${found}. Верно ли указано описание?`,
    )
  }
}

/** Returns the columns that the sources read; '$' for a constant, which needs no column. */
function columnNames(sources: SourcesValue | undefined): string[] {
  return [sources ?? []].flat().flatMap((source) => {
    if (typeof source === 'string') return [source]
    if ('join' in source) return columnNames(source.join)
    return 'from' in source ? [source.from] : ['$']
  })
}

const normalised = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Minimum number of cells equal to their columns' names; a single one is a coincidence. */
const MIN_EQUAL_CELLS = 2
const MIN_SHARE = 0.6

/**
 * Returns a function that recognises rows repeating the table's header, or a row of it, as on printed pages; 'other' if
 * one of its names stands above another column, or is another one. Documents have no header.
 */
export function repeatedHeader({
  names,
  headerWidth,
}: Columns): (cells: readonly RawCell[]) => 'same' | 'other' | undefined {
  if (headerWidth === Number.POSITIVE_INFINITY) return () => undefined
  const titles = names
    .slice(0, headerWidth)
    .map((name) => new Set([name, ...name.split(' / ')].map(normalised)))
  const all = new Set(titles.flatMap((title) => [...title]))
  return (cells) => {
    const filled = titles
      .map((title, at) => ({ title, text: normalised(textOf(cells[at])) }))
      .filter(({ text }) => text !== '')
    const same = filled.filter(({ title, text }) => title.has(text)).length
    const known = filled.filter(({ text }) => all.has(text)).length
    if (known < MIN_EQUAL_CELLS || known < filled.length * MIN_SHARE) return undefined
    return same === filled.length ? 'same' : 'other'
  }
}

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
