import { basename } from 'node:path'
import { Columns, spreadsheetNames } from '../import/readers/columns.ts'
import { headerNames } from '../import/readers/header-names.ts'
import { findHeader, type Header, type TableRow } from './header.ts'
import type { Material } from './material.ts'

/** Columns that are looked at; no price list has as many. */
export const MOST_COLUMNS = 400

/** How much of what stands above a table may name its city. */
const MOST_TITLE = 500

/** Makes records of a table's rows. */
export function tableMaterial(
  all: readonly TableRow[],
  fileName: string,
  hint: Partial<Header> = {},
): { material: Material; header: Header } {
  const rows = all.map(({ row, cells }) => ({ row, cells: cells.slice(0, MOST_COLUMNS) }))
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
  const title = above.flatMap(({ cells }) => cells.map((cell) => String(cell ?? ''))).join(' ')
  return {
    header,
    material: {
      names: columns.names,
      records: data.map(({ row, cells }) => ({ line: row, cells: cells.slice(0, names.length), items: [] })),
      itemNames: [],
      isTable: true,
      nameless: header.header === 0,
      around: `${title.slice(0, MOST_TITLE)} ${basename(fileName)}`,
    },
  }
}
