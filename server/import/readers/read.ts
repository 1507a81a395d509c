import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from '../limits.ts'
import type { Mapping } from '../mapping.ts'
import { createCleaningSink } from './clean-records.ts'
import { commerceMlReader } from './commerceml/read.ts'
import { csvReader } from './csv.ts'
import { createDecoder } from './decode.ts'
import { detectFormat, type Format } from './detect-format.ts'
import { jsonReader } from './json.ts'
import { jsonlReader } from './jsonl.ts'
import type { OpenedFile } from './open.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { type CheckTime, createTimeCheck } from './time-limit.ts'
import { readXls } from './xls.ts'
import { readXlsx } from './xlsx/read.ts'
import { xmlReader } from './xml.ts'

/** Readers of the formats that are texts. */
export const TEXT_READERS: Readonly<
  Record<Exclude<Format, 'xlsx' | 'xls'>, (options: RecordOptions, sink: RecordSink) => TextReader>
> = {
  csv: csvReader,
  json: jsonReader,
  jsonl: jsonlReader,
  xml: xmlReader,
  commerceml: commerceMlReader,
}

export interface ReadOptions extends RecordOptions {
  format: Format
  /** encoding of a text format; UTF-8 by default */
  encoding?: string
  /** the time limit of an import by default */
  checkTime?: CheckTime
  /** called after each chunk of the file, and for a workbook also between rows */
  onPiece?: () => void
}

/**
 * Reads all records of an opened file into the sink.
 * @throws ImportError if the file is malformed
 */
export async function readRecords(file: OpenedFile, options: ReadOptions, sink: RecordSink): Promise<void> {
  const isTable = options.format === 'csv' || options.format === 'xlsx' || options.format === 'xls'
  const cleaning = createCleaningSink(sink, isTable, options.alterations)
  try {
    await readFormat(file, options, cleaning)
  } finally {
    cleaning.end()
  }
}

async function readFormat(file: OpenedFile, options: ReadOptions, sink: RecordSink): Promise<void> {
  const { format, encoding, limits = USUAL_LIMITS } = options
  const { checkTime = createTimeCheck(limits, 'seconds') } = options
  const onPiece = () => {
    checkTime()
    options.onPiece?.()
  }
  const chunks = withByteLimit(file.chunks, limits)
  if (format === 'xls') return readXls(withProgress(chunks, onPiece), options, sink)
  if (format === 'xlsx') return readXlsx(withProgress(chunks, onPiece), options, sink, onPiece)
  const decoder = createDecoder(file.head, encoding, options.alterations)
  const reader = TEXT_READERS[format](options, sink)
  for await (const bytes of chunks) {
    refuseZip(bytes)
    reader.push(decoder.decode(bytes))
    onPiece()
  }
  reader.push(decoder.end())
  reader.end()
}

const ZIP = 'PK\u0003\u0004'

/** Refuses a zip archive read as text, which would fail with a misleading error about its encoding. */
function refuseZip(bytes: Uint8Array): void {
  if (bytes[0] === 0x50 && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === ZIP) {
    throw new ImportError('Файл — XLSX или архив ZIP, а описание называет текстовый формат')
  }
}

async function* withProgress(
  chunks: AsyncIterable<Uint8Array>,
  onPiece: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    onPiece()
  }
}

/** Enforces the limit on unpacked bytes: gzip can compress a thousandfold. */
async function* withByteLimit(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits,
): AsyncGenerator<Uint8Array> {
  let left = limits.unpackedMegabytes * 2 ** 20
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) throw limitExceeded('unpackedMegabytes', limits)
    yield chunk
  }
}

/** Returns the options with which a mapping reads a file. */
export function readOptions({ records, encoding, format, offers }: Mapping, file: OpenedFile): ReadOptions {
  return {
    ...records,
    format: format ?? formatOf(file, records),
    ...(offers?.list === undefined ? {} : { list: offers.list }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

/** If the mapping names an element, a CommerceML document is read like any other XML. */
function formatOf({ head, name }: OpenedFile, records: Mapping['records']): Format {
  const format = detectFormat(head, name)
  return format === 'commerceml' && records?.element !== undefined ? 'xml' : format
}
