import { ImportError } from '../errors.ts'
import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { Columns, type RawCell, spreadsheetNames } from './columns.ts'
import { headerNames } from './header-names.ts'
import type { JoinOptions, ReadSheet, RecordOptions, RecordSink, Sheets } from './reader.ts'
import { findSimilarSheets, SHEET_FIELD } from './similar-sheets.ts'

interface JoinedSheet {
  names: string[]
  rows: ReadonlyMap<string, RawCell[]>
}

/**
 * Reads the rows of a sheet, or of several sheets with the same columns, as records, and adds the columns of a joined
 * sheet. Empty rows are skipped.
 * @throws ImportError
 */
export async function readSheetRecords(
  book: Sheets,
  options: RecordOptions,
  sink: RecordSink,
): Promise<void> {
  const { join } = options
  const joined = join && (await readJoined(book.read, join, options))
  let keyAt = -1
  let width = 0
  const takeHeader = (names: readonly string[]) => {
    width = names.length
    const others = joined?.names.map((name) => `${join?.sheet}!${name}`) ?? []
    sink.columns.setHeader([...names, ...others])
    if (join) keyAt = requireColumn(sink.columns, join.own ?? join.key)
  }
  const addJoined = (cells: RawCell[]) => {
    if (!joined) return
    while (cells.length < width) cells.push('')
    cells.push(...(joined.rows.get(keyOf(cells[keyAt])) ?? []))
  }
  if (options.sheets !== undefined) {
    await readSimilarSheets(book, options, sink, takeHeader, addJoined)
    return
  }
  const table = createRowFilter(options, takeHeader)
  await book.read(options.sheet ?? 1, (row, cells) => {
    if (!table.isRecord(row, cells)) return
    // Cells beyond the header are notes, not fields.
    if (cells.length > width) cells.length = width
    addJoined(cells)
    sink.record(cells, row)
  })
  if (!table.started()) throw new ImportError('В листе нет строк')
}

/** Reads several sheets as one table with the columns of all of them. */
async function readSimilarSheets(
  book: Sheets,
  options: RecordOptions,
  sink: RecordSink,
  takeHeader: (names: readonly string[]) => void,
  addJoined: (cells: RawCell[]) => void,
): Promise<void> {
  const { sheets, names } = await findSimilarSheets(book, options)
  takeHeader(names)
  const sheetAt = sink.columns.slot(SHEET_FIELD)
  for (const { name, last, slots } of sheets) {
    await book.read(name, (row, found) => {
      if (row <= last || !found.some((cell) => cell !== '' && cell !== undefined)) return
      const cells: RawCell[] = Array.from({ length: names.length }, () => '')
      for (const [at, slot] of slots.entries()) cells[slot] = found[at] ?? ''
      addJoined(cells)
      while (cells.length < sheetAt) cells.push('')
      cells[sheetAt] = name
      sink.record(cells, row)
    })
  }
}

async function readJoined(read: ReadSheet, join: JoinOptions, options: RecordOptions): Promise<JoinedSheet> {
  const { limits = USUAL_LIMITS } = options
  const rows = new Map<string, RawCell[]>()
  const columns = new Columns(limits)
  let keyAt = -1
  const table = createRowFilter(join, (names) => {
    columns.setHeader(names)
    keyAt = requireColumn(columns, join.key)
  })
  await read(join.sheet, (row, cells) => {
    if (!table.isRecord(row, cells)) return
    const key = keyOf(cells[keyAt])
    if (key === '' || rows.has(key)) return
    rows.set(key, cells)
    if (rows.size > limits.records) throw limitExceeded('records', limits)
  })
  return { names: columns.names, rows }
}

function requireColumn(columns: Columns, name: string): number {
  if (columns.has(name)) return columns.slot(name)
  throw new ImportError(
    `В листе нет колонки «${name}», по которой соединяются листы. Колонки: ${columns.names.slice(0, 30).join(', ')}`,
  )
}

const keyOf = (cell: RawCell): string => String(cell ?? '').trim()

/** Distinguishes records from the header and the rows above it. */
function createRowFilter(
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
