import { BRANDS } from './brands.ts'
import type { RawCell } from './readers/columns.ts'
import { SEASONS, VEHICLE_TYPES } from './spellings.ts'
import { spellingFinder, withoutAbbreviations } from './values/spelling.ts'
import { cleanText } from './values/text.ts'

/** Field with the headings above a record: 'NOKIAN / Зимние шины'. */
export const SECTION_FIELD = '$section'

const SEPARATOR = ' / '
/** A heading has one or two different texts; merged cells may repeat them. */
const MAX_TEXTS = 2
const MAX_HEADING_LENGTH = 120
/** More levels are not headings. */
const MAX_LEVELS = 6

const TOTAL =
  /^(?:итог(?:о|и)?|всего|общ(?:ий|ая) (?:итог|сумма)|под-?итог|разом|(?:grand |sub-?)?total)(?![\p{L}\d])/iu
const PAGE = /^(?:стр\.?|страница|лист|page)\s{0,9}№?\s{0,9}\d/iu

/** Label of a row that sums up tyres of a size, which has a price but is no tyre. */
const SUMMARY =
  /^(?:(?:итого|всего|средн\p{L}{2,3}|минимальн\p{L}{2,3}|максимальн\p{L}{2,3}|мин|макс)(?![\p{L}\d]))|(?:средняя|минимальная|максимальная)\s{1,3}цена|(?<![\p{L}\d])(?:всего|итого)\s{0,3}$/iu

/** Returns true for a row that sums up: 'Итого шин 205/55 R16', 'Средняя цена R14'. */
export const isSummary = (text: string): boolean => SUMMARY.test(text.trim())

/** Returns true for the label of a total row: 'Итого', 'Всего по NOKIAN'. */
export const isTotal = (text: string): boolean => TOTAL.test(text)

/**
 * Collects the headings above the current record of a table. Headings directly below each other form a group of several levels. A group that follows records replaces as many of
 * the innermost headings, and every outer heading from the first one of the same kind on: a brand ends the section of
 * the previous brand.
 */
export function createSections() {
  let levels: string[] = []
  let group: string[] = []
  let text = ''
  return {
    /** Adds a row without a price as a heading; returns false if it is none. */
    heading(cells: readonly RawCell[]): boolean {
      const own = headingOf(cells)
      if (own !== '') group.push(own)
      return own !== ''
    },
    /** Returns the headings above the next record, outermost first; '' without any. */
    above(): string {
      if (group.length === 0) return text
      const kinds = group.flatMap(kindsIn)
      const left = levels.slice(0, Math.max(0, levels.length - group.length))
      const ended = left.findIndex((level) => kindsIn(level).some((kind) => kinds.includes(kind)))
      levels = [...(ended === -1 ? left : left.slice(0, ended)), ...group].slice(-MAX_LEVELS)
      group = []
      text = levels.join(SEPARATOR)
      return text
    },
  }
}

function headingOf(cells: readonly RawCell[]): string {
  const texts = new Set<string>()
  for (const cell of cells) {
    const text = cell === undefined || cell === '' ? '' : cleanText(String(cell))
    if (text !== '') texts.add(text)
    if (texts.size > MAX_TEXTS) return ''
  }
  const heading = [...texts].join(' ')
  const isNoHeading =
    heading.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(heading) || isTotal(heading) || PAGE.test(heading)
  // A tyre without a price is not a heading either.
  return isNoHeading || /\d{3}\s?\/\s?\d{2}/.test(heading) ? '' : heading.replaceAll(SEPARATOR, ', ')
}

const FINDERS = [BRANDS, withoutAbbreviations(SEASONS), withoutAbbreviations(VEHICLE_TYPES)].map((table) =>
  spellingFinder(table),
)

const kindsIn = (text: string): number[] => FINDERS.flatMap((find, kind) => (find(text) === '' ? [] : [kind]))
