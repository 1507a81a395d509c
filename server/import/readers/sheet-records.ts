import { ImportError } from '../import-error.ts'
import { beyond, USUAL_LIMITS } from '../limits.ts'
import { Columns, type RawCell, spreadsheetNames } from './columns.ts'
import { headerNames } from './header-names.ts'
import type { JoinOptions, RecordOptions, RecordSink } from './reader.ts'

/** @param row from 1; `cells` are '' where the row has none */
export type TakeRow = (row: number, cells: RawCell[]) => void

/** Calls `take` for each row of a workbook's sheet, by name or number from 1. */
export type ReadSheet = (sheet: string | number, take: TakeRow) => Promise<void> | void

/** An opened workbook. */
export interface Sheets {
  names: string[]
  read: ReadSheet
}

interface Joined {
  names: string[]
  rows: ReadonlyMap<string, RawCell[]>
}

/**
 * Reads a sheet's rows as records, skipping empty rows, with the columns of a second sheet if one is joined.
 * @throws ImportError
 */
export async function readSheetRecords(
  read: ReadSheet,
  options: RecordOptions,
  sink: RecordSink,
): Promise<void> {
  const { join } = options
  const joined = join && (await readJoined(read, join, options))
  let keyAt = -1
  let width = 0
  const table = tableOf(options, (names) => {
    width = names.length
    const others = joined?.names.map((name) => `${join?.sheet}!${name}`) ?? []
    sink.columns.setHeader([...names, ...others])
    if (join) keyAt = existing(sink.columns, join.own ?? join.key)
  })
  await read(options.sheet ?? 1, (row, cells) => {
    if (!table.isRecord(row, cells)) return
    // Cells beyond the header are notes, not fields.
    if (cells.length > width) cells.length = width
    if (joined) {
      while (cells.length < width) cells.push('')
      cells.push(...(joined.rows.get(keyOf(cells[keyAt])) ?? []))
    }
    sink.record(cells, row)
  })
  if (!table.started()) throw new ImportError('В листе нет строк')
}

async function readJoined(read: ReadSheet, join: JoinOptions, options: RecordOptions): Promise<Joined> {
  const { limits = USUAL_LIMITS } = options
  const rows = new Map<string, RawCell[]>()
  const columns = new Columns(limits)
  let keyAt = -1
  const table = tableOf(join, (names) => {
    columns.setHeader(names)
    keyAt = existing(columns, join.key)
  })
  await read(join.sheet, (row, cells) => {
    if (!table.isRecord(row, cells)) return
    const key = keyOf(cells[keyAt])
    if (key === '' || rows.has(key)) return
    rows.set(key, cells)
    if (rows.size > limits.records) throw beyond('records', limits)
  })
  return { names: columns.names, rows }
}

function existing(columns: Columns, name: string): number {
  if (columns.has(name)) return columns.slot(name)
  throw new ImportError(
    `В листе нет колонки «${name}», по которой соединяются листы. Колонки: ${columns.names.slice(0, 30).join(', ')}`,
  )
}

const keyOf = (cell: RawCell): string => String(cell ?? '').trim()

/** Tells records from the header and from what stands above it. */
function tableOf(
  { header = 1, headerRows = 1 }: Pick<RecordOptions, 'header' | 'headerRows'>,
  takeHeader: (names: string[]) => void,
): { isRecord(row: number, cells: readonly RawCell[]): boolean; started(): boolean } {
  const rows: (readonly RawCell[])[] = []
  let started = false
  return {
    started: () => started,
    isRecord(row, cells) {
      if (row < header) return false
      if (!started) {
        if (header > 0) rows.push([...cells])
        if (header > 0 && rows.length < headerRows) return false
        takeHeader(header === 0 ? spreadsheetNames(cells.length) : headerNames(rows))
        started = true
        if (header > 0) return false
      }
      return cells.some((cell) => cell !== '' && cell !== undefined)
    },
  }
}
