import { basename } from 'node:path'
import { createBlocks } from '../import/readers/blocks.ts'
import { cleanCells, decodeColumns, escapedColumns } from '../import/readers/clean-records.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { Columns, type RawCell, spreadsheetNames } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import { fillMerged } from '../import/readers/merged-blocks.ts'
import { findBlocks } from './block-layout.ts'
import type { RecordSample } from './file-reading.ts'
import { findHeader, type HeaderPosition, type TableRow } from './header.ts'

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
