import type { Column, ColumnGroup } from '../../../contract/columns.ts'
import { SPECS } from '../../../contract/report-row.ts'

/** Which place begins with a column: the higher it is, the stronger the line before it. */
type Level = 'city' | 'site' | 'warehouse'

/** Neighbouring columns under one upper header. */
export interface HeaderSpan {
  first: number
  /** inclusive */
  last: number
  /** city, site and warehouse, or the one name of a group outside any place */
  parts: string[]
  /** null where the span merely goes on after the sticky columns */
  level: Level | null
}

const LEVELS: readonly Level[] = ['city', 'site', 'warehouse']

const PRODUCT = 'Товар'
const OWN = 'Наша цена'

function partsOf({ id, group }: Column): string[] {
  const place = LEVELS.map((level) => group[level]).filter((name) => name !== '')
  if (place.length > 0) return place
  return [Object.hasOwn(SPECS, id) ? PRODUCT : OWN]
}

/** The outermost name that changes; a group outside any place stands as apart as a city. */
const levelOf = (group: ColumnGroup, before: ColumnGroup | undefined): Level =>
  LEVELS.find((level) => group[level] !== (before?.[level] ?? '')) ?? 'city'

/**
 * The upper header row: one span for each run of columns with the same city, site and warehouse.
 * @param frozen where the sticky columns end; no span crosses it, so that each half scrolls by itself
 */
export function headerSpans(columns: readonly Column[], frozen: number): HeaderSpan[] {
  const spans: HeaderSpan[] = []
  columns.forEach((column, index) => {
    const parts = partsOf(column)
    const open = spans.at(-1)
    const goesOn = open?.parts.join('\n') === parts.join('\n')
    if (open && goesOn && index !== frozen) {
      open.last = index
      return
    }
    const level = goesOn ? null : levelOf(column.group, columns[index - 1]?.group)
    spans.push({ first: index, last: index, parts, level })
  })
  return spans
}

/** 'Москва · 4tochki.ru · Склад 1' */
export const spanTitle = (span: HeaderSpan): string => span.parts.join(' · ')
