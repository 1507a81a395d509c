import type { Column, ColumnGroup } from '../../../contract/columns.ts'
import { TYRE_SPECS } from '../../../contract/tyre-specs.ts'

/** Which place begins with a column: the higher it is, the stronger the line before it. */
type Level = 'city' | 'site' | 'warehouse'

/** Neighbouring columns under one upper header. */
export interface HeaderSpan {
  first: number
  /** inclusive */
  last: number
  /** the names in it, the outer before the inner one */
  parts: string[]
  /** it merely goes on after the columns that stay in place, or after those before them */
  continued: boolean
}

const LEVELS: readonly Level[] = ['city', 'site', 'warehouse']

const PRODUCT = 'Товар'
const OWN = 'Наша цена'

/** What the city, or a group outside any place, is called. */
const cityOf = ({ id, group }: Column): string =>
  group.city || (Object.hasOwn(TYRE_SPECS, id) ? PRODUCT : OWN)

/** The names that one upper row gives a column; none where it has nothing to say there. */
type PartsOf = (column: Column) => string[]

/**
 * The upper rows: the city in one of its own, since it goes on over all its sites, and below it site and warehouse. So
 * neither has to be cut for the other's sake.
 */
export const PLACE_ROWS: readonly PartsOf[] = [
  (column) => [cityOf(column)],
  ({ group }) => [group.site, group.warehouse].filter((name) => name !== ''),
]

/** Equal for columns of the same city, site and warehouse, or of the same group outside any place. */
const keyOf = (column: Column): string =>
  [cityOf(column), column.group.site, column.group.warehouse].join('\n')

/**
 * One upper header row: a span for each run of columns with the same names, none where there is no name.
 * @param breaks columns that begin another span whatever their names are, since the halves scroll apart
 */
export function headerSpans(
  columns: readonly Column[],
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

/** For each column the place that begins with it: the outermost name that changes; none within a place, and before the first. */
export function linesBefore(columns: readonly Column[]): (Level | null)[] {
  return columns.map((column, index) => {
    const before = columns[index - 1]
    return before && keyOf(before) !== keyOf(column) ? levelOf(column.group, before.group) : null
  })
}

/** A group outside any place stands as apart as a city. */
const levelOf = (group: ColumnGroup, before: ColumnGroup): Level =>
  LEVELS.find((level) => group[level] !== before[level]) ?? 'city'

/** 'Москва · 4tochki.ru · Склад 1' */
export const placeTitle = ({ city, site, warehouse }: ColumnGroup): string =>
  [city, site, warehouse].filter((name) => name !== '').join(' · ')
