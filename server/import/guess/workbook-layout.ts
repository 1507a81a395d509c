import type { ImportLimits } from '../limits.ts'
import type { Mapping } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import type { Sheets } from '../readers/sheet-records.ts'
import { openXls } from '../readers/xls.ts'
import { openXlsx } from '../readers/xlsx/read.ts'
import type { Head } from './head.ts'
import type { Header, TableRow } from './header.ts'
import type { Material, Reading } from './material.ts'
import { tableMaterial } from './table-material.ts'

type Records = NonNullable<Mapping['records']>

/** Rows of a sheet that are looked at. */
const MOST_ROWS = 1_500
/** Sheets that are looked at. */
const MOST_SHEETS = 8

const ENOUGH = Symbol('enough')

interface Sheet {
  name: string
  material: Material
  header: Header
}

/** Each sheet of a workbook, and each with another one whose rows belong to its own. */
export async function workbookReadings(
  head: Head,
  hint: Partial<Records>,
  limits: ImportLimits,
): Promise<{ sheets: string[]; found: Reading[] }> {
  async function* chunks() {
    yield head.bytes
  }
  const book: Sheets =
    head.format === 'xls'
      ? await openXls(chunks(), limits, MOST_ROWS)
      : await openXlsx(chunks(), limits, undefined, MOST_ROWS)
  const wanted = typeof hint.sheet === 'number' ? book.names[hint.sheet - 1] : hint.sheet
  const sheets: Sheet[] = []
  for (const name of wanted === undefined ? book.names.slice(0, MOST_SHEETS) : [wanted]) {
    const rows = await firstRows(book, name)
    if (rows.length > 0) sheets.push({ name, ...tableMaterial(rows, head.name, hint) })
  }
  const found: Reading[] = sheets.map((sheet) => ({
    ...reading(sheet, book),
    notes: alikeNotes(sheet, sheets),
  }))
  for (const sheet of sheets) {
    for (const other of sheets) {
      const both = other === sheet ? null : joinedReading(sheet, other, book)
      if (both) found.push(both)
    }
  }
  return { sheets: book.names, found: found.length > 0 ? found : [empty(book)] }
}

async function firstRows(book: Sheets, name: string): Promise<TableRow[]> {
  const rows: TableRow[] = []
  try {
    await book.read(name, (row, cells) => {
      rows.push({ row, cells })
      if (rows.length >= MOST_ROWS) throw ENOUGH
    })
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return rows
}

const headerOf = ({ header, headerRows }: Header) => ({ header, ...(headerRows > 1 ? { headerRows } : {}) })

function reading({ name, material, header }: Sheet, book: Sheets): Reading {
  // The first sheet keeps its place, whatever it is called tomorrow.
  const sheet = name === book.names[0] ? {} : { sheet: name }
  return { records: { ...headerOf(header), ...sheet }, material }
}

/** One sheet is read: of others with the same columns people must know. */
function alikeNotes(sheet: Sheet, sheets: readonly Sheet[]): string[] {
  const header = JSON.stringify(sheet.material.names)
  const alike = sheets.filter((other) => other !== sheet && JSON.stringify(other.material.names) === header)
  if (alike.length === 0) return []
  return [
    `Такие же колонки на других листах: ${alike.map(({ name }) => name).join(', ')}. Читается один лист`,
  ]
}

function empty(book: Sheets): Reading {
  const { material } = tableMaterial([], book.names[0] ?? '')
  return { records: {}, material }
}

/** Two sheets belong together if a column of each holds the same different values. */
function joinedReading(sheet: Sheet, other: Sheet, book: Sheets): Reading | null {
  const key = commonKey(sheet.material, other.material)
  if (!key) return null
  const rows = new Map(other.material.records.map(({ cells }) => [textOf(cells[key.other]), cells]))
  const width = sheet.material.names.length
  const names = [...sheet.material.names, ...other.material.names.map((name) => `${other.name}!${name}`)]
  const records = sheet.material.records.map((record) => {
    const own: RawCell[] = Array.from({ length: width }, (_, at) => record.cells[at] ?? '')
    return { ...record, cells: [...own, ...(rows.get(textOf(record.cells[key.own])) ?? [])] }
  })
  const ownName = sheet.material.names[key.own] as string
  const otherName = other.material.names[key.other] as string
  const join = {
    sheet: other.name,
    key: otherName,
    ...(ownName === otherName ? {} : { own: ownName }),
    ...headerOf(other.header),
  }
  const alone = reading(sheet, book)
  return { records: { ...alone.records, join }, material: { ...sheet.material, names, records } }
}

const textOf = (cell: RawCell) => String(cell ?? '').trim()

function commonKey(own: Material, other: Material): { own: number; other: number } | null {
  const valuesOf = ({ names, records }: Material) =>
    names.map(
      (_, at) => new Set(records.map(({ cells }) => textOf(cells[at])).filter((text) => text.length > 2)),
    )
  const [mine, others] = [valuesOf(own), valuesOf(other)]
  let best: { own: number; other: number; shared: number } | null = null
  for (const [i, values] of mine.entries()) {
    if (values.size < own.records.length * 0.7) continue
    for (const [j, candidates] of others.entries()) {
      if (candidates.size < other.records.length * 0.7) continue
      const shared = [...values].filter((text) => candidates.has(text)).length
      if (shared >= values.size * 0.5 && shared > (best?.shared ?? 0)) best = { own: i, other: j, shared }
    }
  }
  return best
}
