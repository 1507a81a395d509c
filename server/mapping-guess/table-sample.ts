import { basename } from 'node:path'
import { cleanCells, decodeColumns, escapedColumns } from '../import/readers/clean-records.ts'
import { Columns, spreadsheetNames } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import { fillMerged } from '../import/readers/merged-blocks.ts'
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
  const header = { header: hint.header ?? found.header, headerRows: hint.headerRows ?? found.headerRows }
  const last = header.header === 0 ? 0 : header.header + header.headerRows - 1
  const above = rows.filter(({ row }) => row < header.header)
  const named = rows.filter(({ row }) => row >= header.header && row <= last)
  const data = rows.filter(
    ({ row, cells }) => row > last && cells.some((cell) => cell !== undefined && cell !== ''),
  )
  const columns = new Columns()
  const names =
    header.header === 0
      ? spreadsheetNames(Math.max(0, ...data.slice(0, 1).map(({ cells }) => cells.length)))
      : headerNames(named.map(({ cells }) => cells))
  columns.setHeader(names)
  for (const { cells, merged = [] } of data) fillMerged(cells, merged, names)
  const cells = data.map((one) => one.cells)
  for (const row of cells) cleanCells(row)
  const escaped = escapedColumns(cells)
  for (const row of cells) decodeColumns(row, escaped)
  const title = above.flatMap(({ cells }) => cells.map((cell) => String(cell ?? ''))).join(' ')
  return {
    header,
    sample: {
      names: columns.names,
      records: data.map(({ row, cells }) => ({ line: row, cells: cells.slice(0, names.length), items: [] })),
      itemNames: [],
      isTable: true,
      nameless: header.header === 0,
      title: `${title.slice(0, MAX_TITLE_CHARS)} ${basename(fileName)}`,
    },
  }
}
