import { ImportError } from '../errors.ts'
import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { addNote, type UnreadRow } from '../list-reading.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { Columns, headerNames, type RawCell, spreadsheetNames } from './columns.ts'
import { fillMerged } from './merged-blocks.ts'
import {
  ENOUGH,
  type JoinOptions,
  type ReadSheet,
  type RecordOptions,
  type RecordSink,
  type Sheets,
  untilEnough,
} from './reader.ts'
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
  let titles: readonly string[] = []
  const onFill = (value: string) => options.alterations?.add('merged', value)
  const takeHeader = (names: readonly string[]) => {
    width = names.length
    titles = names
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
    const counts = await readSimilarSheets(book, options, sink, takeHeader, addJoined, onFill)
    await addContainers(book, options, counts)
    return
  }
  let records = 0
  const take = (cells: RawCell[], row: number) => {
    records++
    sink.record(cells, row)
  }
  const blocks = options.blocks && createBlocks(options.blocks, take, options.limits)
  const table = createRowFilter(options, takeHeader, blocks)
  const sheet = options.sheet ?? book.visible[0] ?? 1
  await addNotes(book, nameOf(book, sheet), options)
  await book.read(sheet, (row, cells, merged) => {
    if (!table.isRecord(row, cells)) return
    fillMerged(cells, merged, titles, onFill)
    if (blocks) {
      blocks.row(cells, row)
      return
    }
    // Cells beyond the header are notes, not fields.
    if (cells.length > width) cells.length = width
    addJoined(cells)
    take(cells, row)
  })
  blocks?.end()
  if (!table.started()) throw new ImportError('В листе нет строк')
  await addContainers(book, options, new Map([[nameOf(book, sheet), records]]))
}

/** Adds the name of a sheet that is read, and the texts beside its cells. */
async function addNotes(book: Sheets, name: string, { notes }: RecordOptions): Promise<void> {
  for (const text of [name, ...((notes && (await book.notes?.(name))) ?? [])]) addNote(notes, [text])
}

const nameOf = ({ names }: Sheets, sheet: string | number): string =>
  typeof sheet === 'number' ? (names[sheet - 1] ?? '') : sheet

/** Why a sheet is not read that nobody sees who opens the workbook. */
const HIDDEN = 'скрыт'

/** Number of first rows of a sheet that is not read, and the number up to which its rows are counted. */
const HEAD_ROWS = 60
const COUNTED_ROWS = 2_000

/**
 * Adds the sheets of a workbook to the containers of the account; nothing for a workbook of one sheet.
 * @param counts number of records by the name of a read sheet
 */
async function addContainers(
  book: Sheets,
  { containers, join }: RecordOptions,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (!containers || book.names.length < 2) return
  for (const name of book.names) {
    const records = counts.get(name)
    const isRead = records !== undefined || (join !== undefined && name === nameOf(book, join.sheet))
    if (isRead) containers.push({ kind: 'sheet', name, isRead, records: records ?? null })
    else {
      const why = book.visible.includes(name) ? {} : { why: HIDDEN }
      containers.push({ kind: 'sheet', name, isRead, ...(await rowsOf(book, name)), ...why })
    }
  }
}

async function rowsOf(book: Sheets, name: string): Promise<{ records: number; rows: UnreadRow[] }> {
  const rows: UnreadRow[] = []
  let records = 0
  await untilEnough(() =>
    book.read(name, (row, cells) => {
      if (cells.every((cell) => cell === '' || cell === undefined)) return
      if (rows.length < HEAD_ROWS) rows.push({ row, cells: [...cells] })
      if (++records === COUNTED_ROWS) throw ENOUGH
    }),
  )
  return { records, rows }
}

/** Reads several sheets as one table with the columns of all of them. */
async function readSimilarSheets(
  book: Sheets,
  options: RecordOptions,
  sink: RecordSink,
  takeHeader: (names: readonly string[]) => void,
  addJoined: (cells: RawCell[]) => void,
  onFill: (value: string) => void,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const { sheets, names } = await findSimilarSheets(book, options)
  takeHeader(names)
  const sheetAt = sink.columns.slot(SHEET_FIELD)
  for (const { name, last, slots, titles } of sheets) {
    counts.set(name, 0)
    await addNotes(book, name, options)
    await book.read(name, (row, found, merged) => {
      if (row <= last - (options.headerRows ?? 1)) addNote(options.notes, found)
      if (row <= last || !found.some((cell) => cell !== '' && cell !== undefined)) return
      fillMerged(found, merged, titles, onFill)
      const cells: RawCell[] = Array.from({ length: names.length }, () => '')
      for (const [at, slot] of slots.entries()) cells[slot] = found[at] ?? ''
      addJoined(cells)
      while (cells.length < sheetAt) cells.push('')
      cells[sheetAt] = name
      counts.set(name, (counts.get(name) ?? 0) + 1)
      sink.record(cells, row)
    })
  }
  return counts
}

async function readJoined(read: ReadSheet, join: JoinOptions, options: RecordOptions): Promise<JoinedSheet> {
  const { limits = USUAL_LIMITS } = options
  const rows = new Map<string, RawCell[]>()
  const columns = new Columns(limits)
  let keyAt = -1
  let titles: readonly string[] = []
  const table = createRowFilter(join, (names) => {
    titles = names
    columns.setHeader(names)
    keyAt = requireColumn(columns, join.key)
  })
  await read(join.sheet, (row, cells, merged) => {
    if (!table.isRecord(row, cells)) return
    fillMerged(cells, merged, titles)
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
  { header = 1, headerRows = 1, notes }: Pick<RecordOptions, 'header' | 'headerRows' | 'notes'>,
  takeHeader: (names: string[]) => void,
  blocks?: Blocks,
): { isRecord(row: number, cells: readonly RawCell[]): boolean; started(): boolean } {
  const rows: (readonly RawCell[])[] = []
  let started = false
  return {
    started: () => started,
    isRecord(row, cells) {
      if (row < header) {
        addNote(notes, cells)
        blocks?.above(cells)
        return false
      }
      if (!started) {
        if (header > 0) rows.push([...cells])
        if (header > 0 && rows.length < headerRows) return false
        const names = header === 0 ? spreadsheetNames(cells.length) : headerNames(rows)
        takeHeader(blocks?.header(names) ?? names)
        started = true
        if (header > 0) return false
      }
      return cells.some((cell) => cell !== '' && cell !== undefined)
    },
  }
}
