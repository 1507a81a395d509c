import { ImportError } from '../import-error.ts'
import { csvReader } from './csv.ts'
import { createDecoder } from './decode.ts'
import type { Format } from './detect-format.ts'
import { jsonReader } from './json.ts'
import { jsonlReader } from './jsonl.ts'
import type { OpenedFile } from './open.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { readXlsx } from './xlsx.ts'
import { xmlReader } from './xml.ts'

const TEXT_READERS: Record<
  Exclude<Format, 'xlsx'>,
  (options: RecordOptions, sink: RecordSink) => TextReader
> = {
  csv: csvReader,
  json: jsonReader,
  jsonl: jsonlReader,
  xml: xmlReader,
}

/** How to read a file. */
export interface ReadOptions extends RecordOptions {
  format: Format
  /** of a text format; UTF-8 by default */
  encoding?: string
  /** called after each chunk of the file, and for a workbook also between rows */
  onPiece?: () => void
}

/**
 * Reads all records of an opened file into the sink.
 * @throws ImportError if the file is malformed
 */
export async function readRecords(file: OpenedFile, options: ReadOptions, sink: RecordSink): Promise<void> {
  const { format, encoding, onPiece } = options
  if (format === 'xlsx') return readXlsx(announced(file.chunks, onPiece), options, sink, onPiece)
  const decoder = createDecoder(file.head, encoding)
  const reader = TEXT_READERS[format](options, sink)
  for await (const bytes of file.chunks) {
    refuseBinary(bytes)
    reader.push(decoder.decode(bytes))
    onPiece?.()
  }
  decoder.end()
  reader.end()
}

const ZIP = 'PK\u0003\u0004'

/** Otherwise a workbook read as text would fail with a misleading error about its encoding. */
function refuseBinary(bytes: Uint8Array): void {
  if (bytes[0] === 0x50 && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === ZIP) {
    throw new ImportError('Файл — XLSX или архив ZIP, а описание называет текстовый формат')
  }
}

async function* announced(
  chunks: AsyncIterable<Uint8Array>,
  onPiece: (() => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    onPiece?.()
  }
}
