import { basename } from 'node:path'
import type { Mapping } from '../import/mapping.ts'
import { type Block, createBlocks } from '../import/readers/blocks.ts'
import { cleanCells, decodeColumns, escapedColumns } from '../import/readers/clean-records.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { Columns, headerNames, type RawCell, spreadsheetNames } from '../import/readers/columns.ts'
import { fillMerged } from '../import/readers/merged-blocks.ts'
import type { MergedCell } from '../import/readers/reader.ts'
import { lenientNumber } from '../import/values/number.ts'
import { cleanText } from '../import/values/text.ts'
import { cityOfName } from './locations.ts'
import { meaningsOfWords, nameMeanings } from './name-meanings.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

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
function findHeader(rows: readonly TableRow[]): HeaderPosition {
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

/** Sample of a file's records, as one reading of the file yields them. */
export interface RecordSample {
  names: readonly string[]
  records: readonly CollectedRecord[]
  itemNames: readonly string[]
  list?: string
  /** true if the file has no other columns; further records of XML and JSON may have more */
  isTable: boolean
  /** true for a table without a header, whose columns are named by letters */
  nameless: boolean
  /** file name and texts above the table */
  title: string
}

/** One possible reading of a file. */
export interface FileReading {
  /** the mapping's `records` */
  records: NonNullable<Mapping['records']>
  sample: RecordSample
  /** notes for the person, as text */
  notes?: string[]
}

/** Maximum number of profiled columns; no price list has as many. */
export const MAX_PROFILED_COLUMNS = 400

/** Maximum length of the text above a table that is searched for its city. */
const MAX_TITLE_CHARS = 500

/** Samples the records of a table's rows. */
export function sampleTable(
  all: readonly TableRow[],
  fileName: string,
  hint: Partial<HeaderPosition> = {},
): { sample: RecordSample; header: HeaderPosition } {
  const rows = all.map((one) => ({ ...one, cells: one.cells.slice(0, MAX_PROFILED_COLUMNS) }))
  const found = findHeader(rows)
  const chosen = { header: hint.header ?? found.header, headerRows: hint.headerRows ?? found.headerRows }
  const header = withBlocks(chosen, rows)
  const last = header.header === 0 ? 0 : header.header + header.headerRows - 1
  const above = rows.filter(({ row }) => row < header.header)
  const named = rows.filter(({ row }) => row >= header.header && row <= last)
  const data = rows.filter(
    ({ row, cells }) => row > last && cells.some((cell) => cell !== undefined && cell !== ''),
  )
  const columns = new Columns()
  const records: CollectedRecord[] = []
  const take = (cells: RawCell[], line: number) => records.push({ line, cells, items: [] })
  const blocks = header.blocks && createBlocks(header.blocks, take)
  for (const { cells } of blocks ? above : []) blocks?.above(cells)
  const names =
    header.header === 0
      ? spreadsheetNames(Math.max(0, ...data.slice(0, 1).map(({ cells }) => cells.length)))
      : headerNames(named.map(({ cells }) => cells))
  columns.setHeader(blocks?.header(names) ?? names)
  for (const { row, cells, merged = [] } of data) {
    fillMerged(cells, merged, names)
    if (blocks) blocks.row(cells, row)
    else take(cells.slice(0, names.length), row)
  }
  blocks?.end()
  const cells = records.map((one) => one.cells)
  for (const row of cells) cleanCells(row)
  const escaped = escapedColumns(cells)
  for (const row of cells) decodeColumns(row, escaped)
  const title = above.flatMap(({ cells }) => cells.map((cell) => String(cell ?? ''))).join(' ')
  return {
    header,
    sample: {
      names: columns.names,
      records,
      itemNames: [],
      isTable: true,
      nameless: header.header === 0,
      title: `${title.slice(0, MAX_TITLE_CHARS)} ${basename(fileName)}`,
    },
  }
}

/** Adds the tables beside each other; the rows above their header are their titles. */
function withBlocks(header: HeaderPosition, rows: readonly TableRow[]): HeaderPosition {
  const last = header.header + header.headerRows - 1
  const cells = header.header === 0 ? undefined : rows.find(({ row }) => row === last)?.cells
  const blocks = cells && findBlocks(cells)
  return blocks ? { header: last, headerRows: 1, blocks } : header
}

/** Maximum number of tables beside each other. */
const MAX_BLOCKS = 20
const MIN_NAMED = 0.5

/** Finds tables beside each other: a header whose names, with a tyre's and a price's among them, are repeated. */
function findBlocks(header: readonly RawCell[]): Block[] | null {
  const names = header.map((cell) => cleanText(String(cell ?? '').slice(0, 100)).toLowerCase())
  for (const [first, name] of names.entries()) {
    if (name === '') continue
    const starts = names.flatMap((other, at) => (other === name ? [at] : []))
    if (starts[0] !== first || starts.length < 2 || starts.length > MAX_BLOCKS) continue
    const parts = starts.map((from, i) => trimmed(names.slice(from, starts[i + 1])))
    const [own] = parts as [string[], ...string[][]]
    const isSame = parts.every((part) => signature(part) === signature(own))
    if (isSame && isTable(own)) return starts.map((from) => ({ from: from + 1, to: from + own.length }))
  }
  return null
}

/** Returns what the names mean, since 'Розн.' and 'Розница' are one column. */
const signature = (names: readonly string[]): string => names.map(meaningOf).join('\n')

function meaningOf(name: string): string {
  const [best] = Object.entries(nameMeanings(name)).sort(([, a], [, b]) => b - a)
  return best && best[1] > MIN_NAMED ? best[0] : name
}

const trimmed = (names: readonly string[]): string[] =>
  names.slice(0, names.findLastIndex((name) => name !== '') + 1)

function isTable(names: readonly string[]): boolean {
  const has = (...wanted: ColumnMeaning[]) =>
    names.some((name) => {
      const meanings = nameMeanings(name)
      return wanted.some((meaning) => (meanings[meaning] ?? 0) >= MIN_NAMED)
    })
  return has('name', 'article', 'model', 'size') && has('retail', 'opt', 'cost', 'price')
}

/** Returns the note about tables beside each other for the person. */
export const blockNote = ({ blocks }: { blocks?: readonly Block[] }): { notes?: string[] } =>
  blocks ? { notes: [`Таблицы рядом читаются одна за другой: ${blocks.length}`] } : {}
