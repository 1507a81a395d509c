import { ImportError } from '../import/errors.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { Columns, type RawCell } from '../import/readers/columns.ts'
import { csvReader, DELIMITERS } from '../import/readers/csv.ts'
import { TEXT_READERS } from '../import/readers/read.ts'
import { ENOUGH, type RecordOptions, type RecordSink, type TextReader } from '../import/readers/reader.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { decodeText, type FileHead } from './file-head.ts'
import { findRecordArrays, groupBySchema, listsOfLines } from './json-layout.ts'
import {
  blockNote,
  type FileReading,
  MAX_PROFILED_COLUMNS,
  type RecordSample,
  sampleTable,
  type TableRow,
} from './table-sample.ts'
import { workbookReadings } from './workbook-layout.ts'
import { findRecordElements } from './xml-layout.ts'

/** Length of the text from which the delimiter is detected. */
const SAMPLE_CHARS = 60_000

/** Columns that accept rows of any width. */
class ColumnsOfAnyWidth extends Columns {
  override setHeader(): void {}
}

/** Reads the first rows of CSV, without a row that is cut off by the end of the text. */
export function csvRows(text: string, delimiter: string, most: number, checkTime: CheckTime): TableRow[] {
  const rows: TableRow[] = []
  const reader = csvReader(
    { header: 0, delimiter },
    {
      columns: new ColumnsOfAnyWidth(),
      itemColumns: new Columns(),
      record(cells: RawCell[], line: number) {
        checkTime()
        rows.push({ row: line, cells })
        if (rows.length >= most) throw ENOUGH
      },
      broken() {},
    },
  )
  try {
    reader.push(text)
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return rows
}

/** Returns the delimiter with which the most rows have the same, large number of cells. */
export function findDelimiter(text: string, checkTime: CheckTime): string {
  const sample = text.length > SAMPLE_CHARS ? text.slice(0, SAMPLE_CHARS) : `${text}\n`
  const scores = DELIMITERS.map((delimiter) => {
    try {
      const widths = csvRows(sample, delimiter, 300, checkTime).map(({ cells }) => cells.length)
      return regularity(widths)
    } catch {
      return 0
    }
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] as string
}

function regularity(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const scores = [...counts].map(([width, count]) => (count / widths.length) * Math.log2(width))
  return Math.max(0, ...scores)
}

type Records = NonNullable<Mapping['records']>

interface PossibleReadings {
  encoding: { name: string; declared: boolean }
  delimiter: string
  sheets: string[]
  /** at least one */
  found: FileReading[]
}

/** Maximum number of records in a sample. */
const MAX_RECORDS = 3_000

/** Returns the possible readings of a file. */
export async function possibleReadings(
  head: FileHead,
  hint: Partial<Records>,
  limits: ImportLimits,
  checkTime: CheckTime,
): Promise<PossibleReadings> {
  const { format, name } = head
  if (format === 'xlsx' || format === 'xls') {
    const { sheets, found } = await workbookReadings(head, hint, limits, checkTime)
    return { encoding: { name: '', declared: true }, delimiter: '', sheets, found }
  }
  const { text, encoding, declared } = decodeText(head.bytes, head.whole)
  const common = { encoding: { name: encoding, declared }, sheets: [] }
  if (format === 'csv') {
    const delimiter = hint.delimiter ?? findDelimiter(text, checkTime)
    const rows = csvRows(head.whole ? `${text}\n` : text, delimiter, MAX_RECORDS, checkTime)
    const { sample, header } = sampleTable(rows, name, hint)
    const records = {
      delimiter,
      header: header.header,
      ...(header.headerRows > 1 ? { headerRows: header.headerRows } : {}),
      ...(header.blocks ? { blocks: header.blocks } : {}),
    }
    return { ...common, delimiter, found: [{ records, sample, ...blockNote(header) }] }
  }
  const found = documentOptions(format, text, hint, limits, checkTime).flatMap((options) => {
    const sample = sampleDocument(TEXT_READERS[format], text, options, head, limits, checkTime)
    const { list, ...records } = options
    return sample ? [{ records: records as FileReading['records'], sample }] : []
  })
  if (found.length === 0) throw new ImportError('В файле не нашлось записей')
  return { ...common, delimiter: '', found }
}

type DocumentFormat = 'json' | 'jsonl' | 'xml' | 'commerceml'

type DocumentOptions = Pick<RecordOptions, 'element' | 'path' | 'list'>

function documentOptions(
  format: DocumentFormat,
  text: string,
  hint: Partial<Records>,
  limits: ImportLimits,
  checkTime: CheckTime,
): DocumentOptions[] {
  const withLists = (records: DocumentOptions, lists: readonly string[]) => [
    records,
    ...lists.map((list) => ({ ...records, list })),
  ]
  if (format === 'commerceml') return [{}]
  if (format === 'jsonl') return withLists({}, listsOfLines(text))
  if (format === 'json') {
    const arrays = findRecordArrays(text, limits)
    const wanted = hint.path === undefined ? undefined : [hint.path].flat()
    const alone = arrays
      .filter(({ path }) => wanted === undefined || (wanted.length === 1 && wanted.includes(path)))
      .flatMap(({ path, lists }) => withLists(path === '' ? {} : { path }, lists))
    const together = groupBySchema(arrays)
      .filter(({ paths }) => wanted === undefined || String(wanted) === String(paths))
      .flatMap(({ paths, lists }) => withLists({ path: paths }, lists))
    return [...together, ...alone]
  }
  return findRecordElements(text, limits, checkTime)
    .filter(({ element }) => hint.element === undefined || element === hint.element)
    .flatMap(({ element, lists }) => withLists({ element }, lists))
}

/** Length of the text between two checks of the time limit; the same as the chunks of an import. */
const CHUNK_CHARS = 64 * 1024

/** Maximum length of an unparsable line in an error. */
const MAX_QUOTE = 300

/** @returns null if there are no records */
function sampleDocument(
  createReader: (options: RecordOptions, sink: RecordSink) => TextReader,
  text: string,
  options: DocumentOptions,
  { name, format, whole }: FileHead,
  limits: ImportLimits,
  checkTime: CheckTime,
): RecordSample | null {
  const columns = new Columns(limits)
  const itemColumns = new Columns(limits)
  const records: CollectedRecord[] = []
  let first: ImportError | undefined
  const sink: RecordSink = {
    columns,
    itemColumns,
    record(cells, line, items = []) {
      checkTime()
      records.push({ cells, line, items })
      if (records.length >= MAX_RECORDS) throw ENOUGH
    },
    broken(line, reason, broken) {
      first ??= new ImportError(`Строка ${line}: ${reason}: ${broken.slice(0, MAX_QUOTE)}`)
    },
  }
  // CommerceML delivers its records at the end.
  const isWhole = whole && format === 'commerceml'
  try {
    const reader = createReader({ ...options, limits }, sink)
    const lines = text.endsWith('\n') ? text : `${text}\n`
    for (let at = 0; at < lines.length; at += CHUNK_CHARS) {
      checkTime()
      reader.push(lines.slice(at, at + CHUNK_CHARS))
    }
    if (isWhole) reader.end()
  } catch (error) {
    if (error !== ENOUGH && !(error instanceof ImportError)) throw error
    if (error instanceof ImportError && records.length === 0) throw error
  }
  if (records.length === 0 && first) throw first
  if (records.length === 0) return null
  return {
    names: columns.names.slice(0, MAX_PROFILED_COLUMNS),
    records,
    itemNames: itemColumns.names.slice(0, MAX_PROFILED_COLUMNS),
    ...(options.list === undefined ? {} : { list: options.list }),
    isTable: false,
    nameless: false,
    title: name.split('/').at(-1) ?? '',
  }
}
