import type { ColumnGroup } from '../../../contract/columns.ts'
import type { GridColumn } from './grid-column.ts'

/** Level of the place that begins with a column: the higher the level, the stronger the line before it. */
type Level = 'city' | 'site' | 'warehouse'

/** Neighbouring columns under one upper header. */
export interface HeaderSpan {
  first: number
  /** inclusive */
  last: number
  /** the names in it, from the outermost to the innermost */
  parts: string[]
  /** it continues a span across the border of the sticky columns */
  continued: boolean
}

const LEVELS: readonly Level[] = ['city', 'site', 'warehouse']

const PRODUCT = 'Товар'
const OWN = 'Наша цена'
/** How the ids of its columns begin (contract/columns.ts). */
const OWN_ID = 'own.'

/** Name of the city, or of a group outside any place. */
const cityOf = ({ id, group, over }: GridColumn): string =>
  group.city || over || (id.startsWith(OWN_ID) ? OWN : PRODUCT)

/** The names of a column in an upper row; none if it has none there. */
type PartsOf = (column: GridColumn) => string[]

/**
 * The upper rows: the city has its own, because it spans all its sites, and below it are site and warehouse. Neither is
 * truncated because of the other.
 */
export const PLACE_ROWS: readonly PartsOf[] = [
  (column) => [cityOf(column)],
  ({ group }) => [group.site, group.warehouse].filter((name) => name !== ''),
]

/** Equal for columns of the same city, site and warehouse, or of the same group outside any place. */
const keyOf = (column: GridColumn): string =>
  [cityOf(column), column.group.site, column.group.warehouse].join('\n')

/**
 * Builds one upper header row: a span for each run of columns with the same names, none without a name.
 * @param breaks columns that always begin another span, because both parts scroll separately
 */
export function headerSpans(
  columns: readonly GridColumn[],
  partsOf: PartsOf,
  breaks: ReadonlySet<number> = new Set(),
): HeaderSpan[] {
  const spans: HeaderSpan[] = []
  let before: string | undefined
  columns.forEach((column, index) => {
    const parts = partsOf(column)
    const key = [cityOf(column), ...parts].join('\n')
    const continued = key === before
    before = key
    const open = spans.at(-1)
    if (parts.length === 0) return
    if (open && continued && !breaks.has(index)) open.last = index
    else spans.push({ first: index, last: index, parts, continued })
  })
  return spans
}

/** For each column the outermost level that changes before it; null within a place, and before the first column. */
export function linesBefore(columns: readonly GridColumn[]): (Level | null)[] {
  return columns.map((column, index) => {
    const before = columns[index - 1]
    return before && keyOf(before) !== keyOf(column) ? levelOf(column.group, before.group) : null
  })
}

/** A group outside any place is separated like a city. */
const levelOf = (group: ColumnGroup, before: ColumnGroup): Level =>
  LEVELS.find((level) => group[level] !== before[level]) ?? 'city'

/** 'Москва · 4tochki.ru · Склад 1' */
export const placeTitle = ({ city, site, warehouse }: ColumnGroup): string =>
  [city, site, warehouse].filter((name) => name !== '').join(' · ')
