import type { ImportLimits } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import type { RawCell } from '../import/readers/columns.ts'
import type { Sheets } from '../import/readers/reader.ts'
import { findSimilarHeader, mergeColumns, SHEET_FIELD, titlesOf } from '../import/readers/similar-sheets.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { openXls } from '../import/readers/xls.ts'
import { openXlsx } from '../import/readers/xlsx/read.ts'
import type { Head } from './head.ts'
import type { Header, TableRow } from './header.ts'
import type { Material, Reading } from './material.ts'
import { tableMaterial } from './table-material.ts'

type Records = NonNullable<Mapping['records']>

/** Rows of a sheet that are looked at. */
const MOST_ROWS = 1_500
/** Sheets that are looked at. */
const MOST_SHEETS = 24
/** Sheets that are tried in pairs. */
const MOST_PAIRED = 8
/** Shares of common columns. */
const SAME = 0.8
const SIMILAR = 0.6

const ENOUGH = Symbol('enough')

interface Sheet {
  name: string
  rows: readonly TableRow[]
  material: Material
  header: Header
}

/** Each sheet of a workbook, and each with another one whose rows belong to its own. */
export async function workbookReadings(
  head: Head,
  hint: Partial<Records>,
  limits: ImportLimits,
  checkTime: CheckTime,
): Promise<{ sheets: string[]; found: Reading[] }> {
  async function* chunks() {
    yield head.bytes
  }
  const book: Sheets =
    head.format === 'xls'
      ? await openXls(chunks(), limits, MOST_ROWS)
      : await openXlsx(chunks(), limits, checkTime, MOST_ROWS)
  const wanted = typeof hint.sheet === 'number' ? book.names[hint.sheet - 1] : hint.sheet
  const sheets: Sheet[] = []
  for (const name of wanted === undefined ? severalOf(book, hint) : [wanted]) {
    const rows = await firstRows(book, name, checkTime)
    if (rows.length > 0) sheets.push({ name, rows, ...tableMaterial(rows, head.name, hint) })
  }
  const groups = alikeGroups(sheets)
  const several = groups.map((group) => alikeReading(group, sheets))
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ sheet }) => sheet)))
  if (hint.sheets !== undefined && several.length > 0) return { sheets: book.names, found: several }
  const found: Reading[] = [
    ...several,
    ...sheets.filter((sheet) => !grouped.has(sheet)).map((sheet) => reading(sheet, book)),
  ]
  const paired = sheets.slice(0, MOST_PAIRED)
  for (const sheet of paired) {
    for (const other of paired) {
      const apart = other !== sheet && !groups.some((group) => holds(group, sheet) && holds(group, other))
      const both = apart ? joinedReading(sheet, other, book) : null
      if (both) found.push(both)
    }
  }
  return { sheets: book.names, found: found.length > 0 ? found : [empty(book)] }
}

function severalOf({ names }: Sheets, { sheets = '*' }: Partial<Records>): readonly string[] {
  if (sheets === '*') return names.slice(0, MOST_SHEETS)
  const wanted = sheets.map((sheet) => (typeof sheet === 'number' ? names[sheet - 1] : sheet))
  return wanted.filter((name) => name !== undefined)
}

async function firstRows(book: Sheets, name: string, checkTime: CheckTime): Promise<TableRow[]> {
  const rows: TableRow[] = []
  try {
    await book.read(name, (row, cells) => {
      checkTime()
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

/** A sheet among others with the same columns, and where its header is. */
interface Member {
  sheet: Sheet
  last: number
  names: readonly string[]
}

/** At least two sheets with the same columns. */
interface Group {
  header: Header
  members: readonly Member[]
}

const holds = ({ members }: Group, sheet: Sheet) => members.some((member) => member.sheet === sheet)

/** Sheets whose headers the reader takes for alike; each group as large as it can be. */
function alikeGroups(sheets: readonly Sheet[]): Group[] {
  const groups: Group[] = []
  for (const sheet of sheets) {
    const { header, headerRows } = sheet.header
    if (header === 0 || groups.some((group) => holds(group, sheet))) continue
    const members = sheets.flatMap((other): Member[] => {
      if (groups.some((group) => holds(group, other))) return []
      if (other === sheet) return [{ sheet, last: header + headerRows - 1, names: sheet.material.names }]
      const own = findSimilarHeader(other.rows, sheet.material.names, headerRows)
      return own && isSameKind(sheet.material, other.material, own.names) ? [{ sheet: other, ...own }] : []
    })
    if (members.length > 1) groups.push({ header: sheet.header, members })
  }
  return groups
}

/** Sheets of the same tyres with a few other columns complete each other. */
function isSameKind(own: Material, other: Material, names: readonly string[]): boolean {
  const [mine, others] = [titlesOf(own.names), titlesOf(names)]
  const share = [...mine].filter((name) => others.has(name)).length / Math.max(mine.size, others.size)
  return share >= SAME || (share >= SIMILAR && !commonKey(own, other))
}

/** Sheets with the same columns as one table. All of a workbook are named so that those of tomorrow come in too. */
function alikeReading({ header, members }: Group, sheets: readonly Sheet[]): Reading {
  const { sheets: placed, names } = mergeColumns(
    members.map(({ sheet, ...found }) => ({ ...found, name: sheet.name })),
  )
  const records = members.flatMap(({ sheet, last }, i) => {
    const slots = placed[i]?.slots ?? []
    return sheet.rows
      .filter(({ row, cells }) => row > last && cells.some((cell) => cell !== undefined && cell !== ''))
      .map(({ row, cells: found }) => {
        const cells: RawCell[] = Array.from({ length: names.length }, () => '')
        for (const [at, slot] of slots.entries()) cells[slot] = found[at] ?? ''
        return { line: row, cells: [...cells, sheet.name], items: [] }
      })
  })
  const tables = sheets.filter(({ header: { header: row } }) => row > 0)
  const [first] = members as [Member, ...Member[]]
  const told = members.map(({ sheet }) => sheet.name)
  return {
    records: { ...headerOf(header), sheets: members.length === tables.length ? '*' : told },
    material: { ...first.sheet.material, names: [...names, SHEET_FIELD], records },
    notes: [`Листы с одинаковыми колонками читаются вместе: ${told.join(', ')}`],
  }
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
