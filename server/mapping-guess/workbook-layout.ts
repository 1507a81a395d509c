import type { ImportLimits } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import type { RawCell } from '../import/readers/columns.ts'
import { ENOUGH, type Sheets, untilEnough } from '../import/readers/reader.ts'
import { findSimilarHeader, mergeColumns, SHEET_FIELD, titlesOf } from '../import/readers/similar-sheets.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { openXls } from '../import/readers/xls.ts'
import { openXlsx } from '../import/readers/xlsx/read.ts'
import type { FileHead } from './file-head.ts'
import {
  blockNote,
  type FileReading,
  type HeaderPosition,
  type RecordSample,
  sampleTable,
  type TableRow,
} from './table-sample.ts'

type Records = NonNullable<Mapping['records']>

/** Maximum number of rows per sheet. */
const MAX_ROWS = 1_500
/** Maximum number of sheets that are tried in pairs. */
const MAX_PAIRED_SHEETS = 8
/** Minimum shares of common columns. */
const SAME_SHARE = 0.8
const SIMILAR_SHARE = 0.6

interface SampledSheet {
  name: string
  rows: readonly TableRow[]
  sample: RecordSample
  header: HeaderPosition
}

/** Returns a reading for each sheet or group of similar sheets, and for each pair of sheets that can be joined. */
export async function workbookReadings(
  head: FileHead,
  hint: Partial<Records>,
  limits: ImportLimits,
  checkTime: CheckTime,
): Promise<{ sheets: string[]; found: FileReading[] }> {
  async function* chunks() {
    yield head.bytes
  }
  const book: Sheets =
    head.format === 'xls'
      ? await openXls(chunks(), limits, MAX_ROWS)
      : await openXlsx(chunks(), limits, checkTime, MAX_ROWS)
  const wanted = typeof hint.sheet === 'number' ? book.names[hint.sheet - 1] : hint.sheet
  const sheets: SampledSheet[] = []
  for (const name of wanted === undefined ? severalOf(book, hint) : [wanted]) {
    const rows = await firstRows(book, name, checkTime)
    if (rows.length > 0) sheets.push({ name, rows, ...sampleTable(rows, head.name, hint) })
  }
  const groups = groupSimilarSheets(sheets)
  const several = groups.map((group) => groupReading(group, sheets))
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ sheet }) => sheet)))
  if (hint.sheets !== undefined && several.length > 0) return { sheets: book.names, found: several }
  const found: FileReading[] = [
    ...several,
    ...sheets.filter((sheet) => !grouped.has(sheet)).map((sheet) => sheetReading(sheet, book)),
  ]
  const paired = sheets.slice(0, MAX_PAIRED_SHEETS)
  for (const sheet of paired) {
    for (const other of paired) {
      const apart =
        other !== sheet && !groups.some((group) => includesSheet(group, sheet) && includesSheet(group, other))
      const both = apart ? joinedReading(sheet, other, book) : null
      if (both) found.push(both)
    }
  }
  return { sheets: book.names, found: found.length > 0 ? found : [empty(book)] }
}

function severalOf({ names, visible }: Sheets, { sheets = '*' }: Partial<Records>): readonly string[] {
  if (sheets === '*') return visible
  const wanted = sheets.map((sheet) => (typeof sheet === 'number' ? names[sheet - 1] : sheet))
  return wanted.filter((name) => name !== undefined)
}

async function firstRows(book: Sheets, name: string, checkTime: CheckTime): Promise<TableRow[]> {
  const rows: TableRow[] = []
  await untilEnough(() =>
    book.read(name, (row, cells, merged) => {
      checkTime()
      rows.push({ row, cells, merged })
      if (rows.length >= MAX_ROWS) throw ENOUGH
    }),
  )
  return rows
}

const headerOf = ({ header, headerRows, blocks }: HeaderPosition) => ({
  header,
  ...(blocks ? { blocks } : {}),
  ...(headerRows > 1 ? { headerRows } : {}),
})

function sheetReading({ name, sample, header }: SampledSheet, book: Sheets): FileReading {
  // The first visible sheet is read by its position, so that it may be renamed.
  const sheet = name === book.visible[0] ? {} : { sheet: name }
  return { records: { ...headerOf(header), ...sheet }, sample, ...blockNote(header) }
}

/** Sheet of a group, with the position of its header. */
interface GroupMember {
  sheet: SampledSheet
  last: number
  names: readonly string[]
}

/** At least two sheets with the same columns. */
interface SheetGroup {
  header: HeaderPosition
  members: readonly GroupMember[]
}

const includesSheet = ({ members }: SheetGroup, sheet: SampledSheet) =>
  members.some((member) => member.sheet === sheet)

/** Groups sheets whose headers the reader considers similar; each group is as large as possible. */
function groupSimilarSheets(sheets: readonly SampledSheet[]): SheetGroup[] {
  const groups: SheetGroup[] = []
  for (const sheet of sheets) {
    const { header, headerRows } = sheet.header
    if (header === 0 || sheet.header.blocks || groups.some((group) => includesSheet(group, sheet))) continue
    const members = sheets.flatMap((other): GroupMember[] => {
      if (other.header.blocks || groups.some((group) => includesSheet(group, other))) return []
      if (other === sheet) return [{ sheet, last: header + headerRows - 1, names: sheet.sample.names }]
      const own = findSimilarHeader(other.rows, sheet.sample.names, headerRows)
      return own && isSameKind(sheet.sample, other.sample, own.names) ? [{ sheet: other, ...own }] : []
    })
    if (members.length > 1) groups.push({ header: sheet.header, members })
  }
  return groups
}

/**
 * Returns true if sheets are parts of one table. Sheets of the same tyres with a few other columns are joined
 * instead.
 */
function isSameKind(own: RecordSample, other: RecordSample, names: readonly string[]): boolean {
  const [mine, others] = [titlesOf(own.names), titlesOf(names)]
  const share = [...mine].filter((name) => others.has(name)).length / Math.max(mine.size, others.size)
  return share >= SAME_SHARE || (share >= SIMILAR_SHARE && !commonKey(own, other))
}

/**
 * Reads a group of sheets as one table. If all sheets belong to it, they are given as '*', so that new sheets are
 * read too.
 */
function groupReading({ header, members }: SheetGroup, sheets: readonly SampledSheet[]): FileReading {
  const { sheets: merged, names } = mergeColumns(
    members.map(({ sheet, ...found }) => ({ ...found, name: sheet.name })),
  )
  const records = members.flatMap(({ sheet, last }, i) => {
    const slots = merged[i]?.slots ?? []
    return sheet.rows
      .filter(({ row, cells }) => row > last && cells.some((cell) => cell !== undefined && cell !== ''))
      .map(({ row, cells: found }) => {
        const cells: RawCell[] = Array.from({ length: names.length }, () => '')
        for (const [at, slot] of slots.entries()) cells[slot] = found[at] ?? ''
        return { line: row, cells: [...cells, sheet.name], items: [] }
      })
  })
  const tables = sheets.filter(({ header: { header: row } }) => row > 0)
  const [first] = members as [GroupMember, ...GroupMember[]]
  const sheetNames = members.map(({ sheet }) => sheet.name)
  return {
    records: { ...headerOf(header), sheets: members.length === tables.length ? '*' : sheetNames },
    sample: { ...first.sheet.sample, names: [...names, SHEET_FIELD], records },
    notes: [`Листы с одинаковыми колонками читаются вместе: ${sheetNames.join(', ')}`],
  }
}

function empty(book: Sheets): FileReading {
  const { sample } = sampleTable([], book.names[0] ?? '')
  return { records: {}, sample }
}

/** Joins two sheets if a column of each has the same distinct values; returns null otherwise. */
function joinedReading(sheet: SampledSheet, other: SampledSheet, book: Sheets): FileReading | null {
  const key = commonKey(sheet.sample, other.sample)
  if (!key || sheet.header.blocks || other.header.blocks) return null
  const rows = new Map(other.sample.records.map(({ cells }) => [textOf(cells[key.other]), cells]))
  const width = sheet.sample.names.length
  const names = [...sheet.sample.names, ...other.sample.names.map((name) => `${other.name}!${name}`)]
  const records = sheet.sample.records.map((record) => {
    const own: RawCell[] = Array.from({ length: width }, (_, at) => record.cells[at] ?? '')
    return { ...record, cells: [...own, ...(rows.get(textOf(record.cells[key.own])) ?? [])] }
  })
  const ownName = sheet.sample.names[key.own] as string
  const otherName = other.sample.names[key.other] as string
  const join = {
    sheet: other.name,
    key: otherName,
    ...(ownName === otherName ? {} : { own: ownName }),
    ...headerOf(other.header),
  }
  const alone = sheetReading(sheet, book)
  return { records: { ...alone.records, join }, sample: { ...sheet.sample, names, records } }
}

const textOf = (cell: RawCell) => String(cell ?? '').trim()

function commonKey(own: RecordSample, other: RecordSample): { own: number; other: number } | null {
  const valuesOf = ({ names, records }: RecordSample) =>
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
