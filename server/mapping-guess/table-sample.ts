import { basename } from 'node:path'
import type { Mapping } from '../import/mapping.ts'
import { type Block, createBlocks } from '../import/readers/blocks.ts'
import { cleanCells, decodeColumns, escapedColumns } from '../import/readers/clean-records.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { Columns, type RawCell, spreadsheetNames } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import { fillMerged } from '../import/readers/merged-blocks.ts'
import { cleanText } from '../import/values/text.ts'
import { findHeader, type HeaderPosition, type TableRow } from './header.ts'
import { nameMeanings } from './name-meanings.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

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
