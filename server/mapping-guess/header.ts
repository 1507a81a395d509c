import type { Block } from '../import/readers/blocks.ts'
import type { RawCell } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import type { MergedCell } from '../import/readers/reader.ts'
import { lenientNumber } from '../import/values/number.ts'
import { cleanText } from '../import/values/text.ts'
import { cityOfName } from './locations.ts'
import { meaningsOfWords, nameMeanings } from './name-meanings.ts'

/** Row of a table. */
export interface TableRow {
  row: number
  cells: readonly RawCell[]
  /** values of merged blocks, for the row's empty cells */
  merged?: readonly MergedCell[]
}

/** Position of a table's header. */
export interface HeaderPosition {
  /** number of the first header row, from 1; 0 without a header */
  header: number
  headerRows: number
  /** tables beside each other */
  blocks?: Block[]
}

/** Number of first rows that are searched for the header, below titles and addresses. */
const MAX_ROWS = 40
const MIN_SCORE = 1.4
/** Score that a second row must add to count as part of the header. */
const MIN_GAIN = 0.8

const textOf = (cell: RawCell) => cleanText(String(cell ?? '').slice(0, 200))

/** Sums the confidence of each name being that of a column. */
function headerScore(names: readonly string[]): number {
  const seen = new Set<string>()
  let score = 0
  for (const name of names) {
    if (name === '' || seen.has(name) || name.length > 80) continue
    seen.add(name)
    const city = cityOfName(name)
    const named = city ? meaningsOfWords(city.rest) : nameMeanings(name)
    const sureness = Math.max(0, ...Object.values(named))
    score += city ? 0.5 + sureness / 2 : sureness
  }
  return score
}

/** Returns true for a row with numbers or sizes, which no header has. */
function isData(cells: readonly RawCell[]): boolean {
  const texts = cells.map(textOf).filter(Boolean)
  const data = texts.filter(
    (text) => Number.isFinite(lenientNumber(text) ?? Number.NaN) || /\d{2,3}\/\d{2}/.test(text),
  )
  return data.length > Math.max(1, texts.length * 0.25)
}

/**
 * Finds the header of a table: the row whose cells are column names, with the row below it if it belongs to the
 * header.
 */
export function findHeader(rows: readonly TableRow[]): HeaderPosition {
  let best: HeaderPosition & { score: number } = { header: 0, headerRows: 1, score: MIN_SCORE }
  for (const [i, { row, cells }] of rows.slice(0, MAX_ROWS).entries()) {
    if (isData(cells)) continue
    const one = headerScore(headerNames([cells]))
    if (one > best.score) best = { header: row, headerRows: 1, score: one }
    const next = rows[i + 1]
    // The second header row must follow directly, since readers count empty rows too.
    if (!next || next.row !== row + 1 || isData(next.cells)) continue
    const filled = next.cells.map(textOf).filter(Boolean).length
    if (filled < 2 || !spansSeveral(cells, next.cells)) continue
    const two = headerScore(headerNames([cells, next.cells]))
    // The upper row may be only a title; then the lower row alone has as high a score.
    if (two > Math.max(one, headerScore(headerNames([next.cells]))) + MIN_GAIN && two > best.score) {
      best = { header: row, headerRows: 2, score: two }
    }
  }
  if (best.header > 0) return { header: best.header, headerRows: best.headerRows }
  return headerByValues(rows)
}

/** Returns true if the upper row has empty cells above names of the lower row, as merged cells leave them. */
function spansSeveral(upper: readonly RawCell[], lower: readonly RawCell[]): boolean {
  return lower.some((cell, at) => textOf(cell) !== '' && textOf(upper[at]) === '')
}

/** Recognises a header in an unknown language: a first row of short texts above columns of numbers. */
function headerByValues(rows: readonly TableRow[]): HeaderPosition {
  const [first, ...others] = rows
  const none = { header: 0, headerRows: 1 }
  if (!first || others.length < 2 || isData(first.cells)) return none
  const texts = first.cells.map(textOf)
  const short = texts.filter((text) => text !== '' && text.length < 40)
  if (short.length < 3 || new Set(short).size < short.length) return none
  const numeric = texts.filter((text, at) => {
    const below = others
      .slice(0, 20)
      .map(({ cells }) => textOf(cells[at]))
      .filter(Boolean)
    const numbers = below.filter((value) => Number.isFinite(lenientNumber(value) ?? Number.NaN))
    return text !== '' && !/\d/.test(text) && below.length > 0 && numbers.length > below.length * 0.8
  })
  return numeric.length > 0 ? { header: first.row, headerRows: 1 } : none
}
