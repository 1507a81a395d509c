import { ImportError } from '../errors.ts'
import { Columns, headerNames, type RawCell, spreadsheetNames } from './columns.ts'
import { ENOUGH, type RecordOptions, type Sheets, untilEnough } from './reader.ts'

/** Field with the name of a record's sheet if several sheets are read. */
export const SHEET_FIELD = '$sheet'

/** Number of first rows that are searched for a sheet's header. */
const HEAD_ROWS = 60
/** Share of the first sheet's columns that another sheet must have to count as similar. */
const MIN_COMMON_SHARE = 0.5

interface SheetRow {
  row: number
  cells: readonly RawCell[]
}

interface FoundHeader {
  /** number of the header's last row; 0 without a header */
  last: number
  names: readonly string[]
}

/** One of several sheets that are read as a single table. */
interface SimilarSheet {
  name: string
  /** number of the last row before the records */
  last: number
  /** for each column of the sheet, its index among the columns of all sheets */
  slots: readonly number[]
  /** names of the sheet's columns; '' for those without a name */
  titles: readonly string[]
}

/**
 * Finds the header of each of the mapping's `sheets`. In the first sheet it is the row that the mapping names; with
 * '*', the sheet with the most columns in that row serves as the first. In the other sheets it is the row most
 * similar to that header. With '*', hidden sheets and those without such a row are ignored.
 * @throws ImportError if a sheet that the mapping names is missing or has other columns
 */
export async function findSimilarSheets(
  book: Sheets,
  { sheets: selection, header = 1, headerRows = 1, join }: RecordOptions,
): Promise<{ sheets: SimilarSheet[]; names: readonly string[] }> {
  const names =
    selection === '*' || selection === undefined
      ? book.visible.filter((name) => name !== join?.sheet && book.names.indexOf(name) + 1 !== join?.sheet)
      : [...new Set(selection.map((sheet) => nameOf(book, sheet)))]
  const heads: { name: string; rows: SheetRow[] }[] = []
  for (const name of names) {
    const rows = await firstRows(book, name)
    if (rows.length > 0) heads.push({ name, rows })
  }
  if (heads.length === 0) throw new ImportError('В листах нет строк')
  if (header === 0) return mergeColumns(heads.map(({ name, rows }) => ({ name, ...letterHeader(rows) })))

  const models = heads.map(({ name, rows }) => ({ name, ...headerAt(rows, header, headerRows) }))
  const model =
    selection === '*'
      ? models.reduce((best, next) => (titles(next.names) > titles(best.names) ? next : best))
      : (models[0] as (typeof models)[number])
  const found = heads.flatMap(({ name, rows }) => {
    if (name === model.name) return [model]
    const own = findSimilarHeader(rows, model.names, headerRows)
    if (own) return [{ name, ...own }]
    if (selection === '*') return []
    throw new ImportError(`На листе «${name}» нет таких же колонок, как на листе «${model.name}»`)
  })
  return mergeColumns(found)
}

function nameOf({ names }: Sheets, sheet: string | number): string {
  const name = typeof sheet === 'number' ? names[sheet - 1] : sheet
  if (name === undefined || !names.includes(name)) throw new ImportError(`В файле нет листа «${sheet}»`)
  return name
}

async function firstRows(book: Sheets, name: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await untilEnough(() =>
    book.read(name, (row, cells) => {
      rows.push({ row, cells: [...cells] })
      if (rows.length >= HEAD_ROWS) throw ENOUGH
    }),
  )
  return rows
}

const letterHeader = (rows: readonly SheetRow[]): FoundHeader => ({
  last: 0,
  names: spreadsheetNames(Math.max(0, ...rows.map(({ cells }) => cells.length))),
})

function headerAt(rows: readonly SheetRow[], header: number, headerRows: number): FoundHeader {
  return joinedRows(rows.filter(({ row }) => row >= header).slice(0, headerRows))
}

function joinedRows(rows: readonly SheetRow[]): FoundHeader {
  return { last: rows.at(-1)?.row ?? 0, names: headerNames(rows.map(({ cells }) => cells)) }
}

const nameKey = (name: string) => name.trim().toLowerCase()
/** Returns the cells that may be column names: texts, not numbers. */
export const titlesOf = (names: readonly string[]) =>
  new Set(names.map(nameKey).filter((name) => /\p{L}/u.test(name) && name.length < 100))
const titles = (names: readonly string[]) => titlesOf(names).size

/**
 * Finds a header with the same columns, in any order and in any of the first rows.
 * @param model column names of another sheet
 * @returns null if no row has enough of them
 */
export function findSimilarHeader(
  rows: readonly SheetRow[],
  model: readonly string[],
  headerRows: number,
): FoundHeader | null {
  const expected = titlesOf(model)
  let best: FoundHeader | null = null
  let most = Math.max(1, expected.size * MIN_COMMON_SHARE - 1e-9)
  for (let at = 0; at + headerRows <= Math.min(rows.length, HEAD_ROWS); at++) {
    const found = joinedRows(rows.slice(at, at + headerRows))
    const common = [...titlesOf(found.names)].filter((name) => expected.has(name)).length
    if (common > most) {
      best = found
      most = common
    }
  }
  return best
}

/** Merges the columns of all sheets, starting with those of the first one. */
export function mergeColumns(found: readonly (FoundHeader & { name: string })[]): {
  sheets: SimilarSheet[]
  names: readonly string[]
} {
  const all = new Columns()
  const sheets = found.map(({ name, last, names }) => {
    const own = new Columns()
    own.setHeader(names)
    return { name, last, titles: names, slots: own.names.map((column) => all.slot(column)) }
  })
  return { sheets, names: all.names }
}
