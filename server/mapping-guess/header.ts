import type { RawCell } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import { lenientNumber } from '../import/values/number.ts'
import { cleanText } from '../import/values/text.ts'
import { meaningsOfWords, nameMeanings } from './name-meanings.ts'
import { cityOfName } from './places.ts'

/** A row of a table, with its number from 1. */
export interface TableRow {
  row: number
  cells: readonly RawCell[]
}

/** Where a table's header is. */
export interface Header {
  /** from 1; 0 without one */
  header: number
  headerRows: number
}

/** Titles and addresses stand above a header, rarely more of them. */
const DEEPEST = 40
const LEAST = 1.4
/** Minimum contribution of a second header row. */
const ADDED = 0.8

const textOf = (cell: RawCell) => cleanText(String(cell ?? '').slice(0, 200))

/** How surely each of the names is that of a column. */
function worthOf(names: readonly string[]): number {
  const seen = new Set<string>()
  let worth = 0
  for (const name of names) {
    if (name === '' || seen.has(name) || name.length > 80) continue
    seen.add(name)
    const city = cityOfName(name)
    const named = city ? meaningsOfWords(city.rest) : nameMeanings(name)
    const sureness = Math.max(0, ...Object.values(named))
    worth += city ? 0.5 + sureness / 2 : sureness
  }
  return worth
}

/** Rows of data have numbers and sizes, which no header has. */
function isData(cells: readonly RawCell[]): boolean {
  const texts = cells.map(textOf).filter(Boolean)
  const data = texts.filter(
    (text) => Number.isFinite(lenientNumber(text) ?? Number.NaN) || /\d{2,3}\/\d{2}/.test(text),
  )
  return data.length > Math.max(1, texts.length * 0.25)
}

/** Finds the header of a table: the row whose cells are names of columns, with the row below it if that belongs to it. */
export function findHeader(rows: readonly TableRow[]): Header {
  let best: Header & { worth: number } = { header: 0, headerRows: 1, worth: LEAST }
  for (const [i, { row, cells }] of rows.slice(0, DEEPEST).entries()) {
    if (isData(cells)) continue
    const one = worthOf(headerNames([cells]))
    if (one > best.worth) best = { header: row, headerRows: 1, worth: one }
    const next = rows[i + 1]
    // The second row of a header must follow directly: readers count empty rows too.
    if (!next || next.row !== row + 1 || isData(next.cells)) continue
    const filled = next.cells.map(textOf).filter(Boolean).length
    if (filled < 2 || !headsSeveral(cells, next.cells)) continue
    const two = worthOf(headerNames([cells, next.cells]))
    // A title above a header is no part of it: the lower row says as much alone.
    if (two > Math.max(one, worthOf(headerNames([next.cells]))) + ADDED && two > best.worth) {
      best = { header: row, headerRows: 2, worth: two }
    }
  }
  if (best.header > 0) return { header: best.header, headerRows: best.headerRows }
  return strangeHeader(rows)
}

/** Whether a name of the upper row stands above several of the lower one, or leaves the place to it. */
function headsSeveral(upper: readonly RawCell[], lower: readonly RawCell[]): boolean {
  return lower.some((cell, at) => textOf(cell) !== '' && textOf(upper[at]) === '')
}

/** A first row of short texts above columns of numbers is a header, even in an unknown language. */
function strangeHeader(rows: readonly TableRow[]): Header {
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
