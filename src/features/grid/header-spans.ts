import type { ColumnGroup } from '../../../contract/reports/columns.ts'
import type { GridColumn } from './grid-column.ts'

/** Level at which a new group of columns begins. A city's line is the strongest, a warehouse's the weakest. */
type Level = 'city' | 'site' | 'warehouse'

/** Adjacent columns under one header cell of an upper row. */
export interface HeaderSpan {
  first: number
  /** index of the last column, inclusive */
  last: number
  /** names in the header cell, from the outermost to the innermost */
  parts: string[]
  /** whether this is the second part of a span that was split at the edge of the sticky columns */
  continued: boolean
}

const LEVELS: readonly Level[] = ['city', 'site', 'warehouse']

const PRODUCT = 'Товар'
const OWN = 'Наша цена'
/** Prefix of the ids of columns with own prices (contract/reports/columns.ts). */
const OWN_ID = 'own.'

/** Returns a column's city; for columns outside any city, the name of their group. */
const cityOf = ({ id, group, over }: GridColumn): string =>
  group.city || over || (id.startsWith(OWN_ID) ? OWN : PRODUCT)

/** Returns the names of a column in one upper row; [] if it has none in that row. */
type PartsOf = (column: GridColumn) => string[]

/** Names of the upper header rows: the city, then site and warehouse, so that neither name truncates the other. */
const PLACE_ROWS: readonly PartsOf[] = [
  (column) => [[cityOf(column), column.currency].filter(Boolean).join(', ')],
  ({ group }) => [group.site, group.warehouse].filter((name) => name !== ''),
]

/** Returns whether two columns belong to the same city, site and warehouse, or to the same group outside any city. */
const isSamePlace = (a: GridColumn, b: GridColumn): boolean =>
  cityOf(a) === cityOf(b) && a.group.site === b.group.site && a.group.warehouse === b.group.warehouse

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index])

/** Builds one upper header row: a span for each sequence of columns with the same names, none without a name. */
function headerSpans(columns: readonly GridColumn[], partsOf: PartsOf): HeaderSpan[] {
  const spans: HeaderSpan[] = []
  let before: readonly string[] = []
  columns.forEach((column, index) => {
    const parts = partsOf(column)
    const names = [cityOf(column), ...parts]
    const goesOn = isSame(names, before)
    before = names
    if (parts.length === 0) return
    const open = spans.at(-1)
    if (open && goesOn) open.last = index
    else spans.push({ first: index, last: index, parts, continued: false })
  })
  return spans
}

export const upperRows = (columns: readonly GridColumn[]): HeaderSpan[][] =>
  PLACE_ROWS.map((partsOf) => headerSpans(columns, partsOf))

/** Splits spans at the edges of the sticky columns. @param breaks indexes of new spans' first columns, ascending */
export const splitSpans = (spans: readonly HeaderSpan[], breaks: readonly number[]): HeaderSpan[] =>
  spans.flatMap((span) => {
    const within = breaks.filter((at) => span.first < at && at <= span.last)
    if (within.length === 0) return span
    const ends = [...within, span.last + 1]
    return [span.first, ...within].map((first, index) => ({
      ...span,
      first,
      last: (ends[index] ?? first) - 1,
      continued: index > 0,
    }))
  })

/** Returns the outermost level that changes before each column; null if none changes, and for the first column. */
export function linesBefore(columns: readonly GridColumn[]): (Level | null)[] {
  return columns.map((column, index) => {
    const before = columns[index - 1]
    return before && !isSamePlace(before, column) ? levelOf(column.group, before.group) : null
  })
}

/** Returns the outermost level in which two groups differ; that of groups outside any city is the city. */
const levelOf = (group: ColumnGroup, before: ColumnGroup): Level =>
  LEVELS.find((level) => group[level] !== before[level]) ?? 'city'

/** Formats 'Москва · 4tochki.ru · Склад 1'. */
export const placeTitle = ({ city, site, warehouse }: ColumnGroup): string =>
  [city, site, warehouse].filter((name) => name !== '').join(' · ')
