import { ImportError } from '../import/errors.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { Columns } from '../import/readers/columns.ts'
import { commerceMlReader } from '../import/readers/commerceml/read.ts'
import { jsonReader } from '../import/readers/json.ts'
import { jsonlReader } from '../import/readers/jsonl.ts'
import type { RecordOptions, RecordSink, TextReader } from '../import/readers/reader.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { xmlReader } from '../import/readers/xml.ts'
import { csvRows, findDelimiter } from './csv-layout.ts'
import { decodeText } from './encoding.ts'
import type { Head } from './head.ts'
import { findRecordArrays, listsOfLines } from './json-layout.ts'
import type { Material, Reading } from './material.ts'
import { MOST_COLUMNS, tableMaterial } from './table-material.ts'
import { workbookReadings } from './workbook-layout.ts'
import { findRecordElements } from './xml-layout.ts'

type Records = NonNullable<Mapping['records']>

interface Readings {
  encoding: { name: string; declared: boolean }
  delimiter: string
  sheets: string[]
  /** at least one */
  found: Reading[]
}

/** Records that are looked at. */
const MOST_RECORDS = 3_000

/** The ways in which a file may be meant to be read. */
export async function readings(
  head: Head,
  hint: Partial<Records>,
  limits: ImportLimits,
  checkTime: CheckTime,
): Promise<Readings> {
  const { format, name } = head
  if (format === 'xlsx' || format === 'xls') {
    const { sheets, found } = await workbookReadings(head, hint, limits, checkTime)
    return { encoding: { name: '', declared: true }, delimiter: '', sheets, found }
  }
  const { text, encoding, declared } = decodeText(head.bytes, head.whole)
  const common = { encoding: { name: encoding, declared }, sheets: [] }
  if (format === 'csv') {
    const delimiter = hint.delimiter ?? findDelimiter(text, checkTime)
    const rows = csvRows(head.whole ? `${text}\n` : text, delimiter, MOST_RECORDS, checkTime)
    const { material, header } = tableMaterial(rows, name, hint)
    const records = {
      delimiter,
      header: header.header,
      ...(header.headerRows > 1 ? { headerRows: header.headerRows } : {}),
    }
    return { ...common, delimiter, found: [{ records, material }] }
  }
  const found = documentOptions(format, text, hint, limits, checkTime).flatMap((options) => {
    const material = documentMaterial(TEXT_READERS[format], text, options, head, limits, checkTime)
    const { list, ...records } = options
    return material ? [{ records, material }] : []
  })
  if (found.length === 0) throw new ImportError('В файле не нашлось записей')
  return { ...common, delimiter: '', found }
}

type DocumentFormat = 'json' | 'jsonl' | 'xml' | 'commerceml'

const TEXT_READERS: Record<DocumentFormat, (options: RecordOptions, sink: RecordSink) => TextReader> = {
  json: jsonReader,
  jsonl: jsonlReader,
  xml: xmlReader,
  commerceml: commerceMlReader,
}

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
    return findRecordArrays(text, limits)
      .filter(({ path }) => hint.path === undefined || path === hint.path)
      .flatMap(({ path, lists }) => withLists(path === '' ? {} : { path }, lists))
  }
  return findRecordElements(text, limits, checkTime)
    .filter(({ element }) => hint.element === undefined || element === hint.element)
    .flatMap(({ element, lists }) => withLists({ element }, lists))
}

/** Number of bytes between two checks of the time limit; also the chunk size of an import. */
const PIECE_CHARS = 64 * 1024

/** Characters of a line that is no record. */
const LONGEST_SHOWN = 300

const ENOUGH = Symbol('enough')

/** @returns null if there are no records */
function documentMaterial(
  createReader: (options: RecordOptions, sink: RecordSink) => TextReader,
  text: string,
  options: DocumentOptions,
  { name, format, whole }: Head,
  limits: ImportLimits,
  checkTime: CheckTime,
): Material | null {
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
      if (records.length >= MOST_RECORDS) throw ENOUGH
    },
    broken(line, reason, broken) {
      first ??= new ImportError(`Строка ${line}: ${reason}: ${broken.slice(0, LONGEST_SHOWN)}`)
    },
  }
  // Records of CommerceML come at its end.
  const isWhole = whole && format === 'commerceml'
  try {
    const reader = createReader({ ...options, limits }, sink)
    const lines = text.endsWith('\n') ? text : `${text}\n`
    for (let at = 0; at < lines.length; at += PIECE_CHARS) {
      checkTime()
      reader.push(lines.slice(at, at + PIECE_CHARS))
    }
    if (isWhole) reader.end()
  } catch (error) {
    if (error !== ENOUGH && !(error instanceof ImportError)) throw error
    if (error instanceof ImportError && records.length === 0) throw error
  }
  if (records.length === 0 && first) throw first
  if (records.length === 0) return null
  return {
    names: columns.names.slice(0, MOST_COLUMNS),
    records,
    itemNames: itemColumns.names.slice(0, MOST_COLUMNS),
    ...(options.list === undefined ? {} : { list: options.list }),
    isTable: false,
    nameless: false,
    around: name.split('/').at(-1) ?? '',
  }
}
