import { join } from 'node:path'
import type { SnapshotDraft } from '../snapshot-draft.ts'
import { checkHeader } from './compile/check-header.ts'
import { compileRecord, type ReadRecord } from './compile/record.ts'
import type { Mapping } from './mapping.ts'
import { type Cell, Columns } from './readers/columns.ts'
import { detectFormat } from './readers/detect-format.ts'
import { openPriceFile } from './readers/open.ts'
import { readRecords } from './readers/read.ts'
import type { RecordSink } from './readers/reader.ts'
import { Rejection } from './rejection.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import { createTally, type Tally } from './tally.ts'

/** The share of bad records that an import still takes, in percent. */
export const MAX_BAD_PERCENT = 20

export interface ImportOptions {
  path: string
  /** host name and ISO date of the day that is imported; they name the rejects file */
  site: string
  date: string
  mapping: Mapping
  /** takes the offers; committing it, or leaving it, is up to the caller */
  draft: SnapshotDraft
  rejectsDir: string
  maxBadPercent?: number
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  /** of the file as it lies on the disk */
  bytesRead: number
  bytesTotal: number
  /** good and bad records so far */
  records: number
  offers: number
  bad: number
}

export interface ImportSummary {
  /** good and bad records; headings and tyres that nobody has are not among them */
  records: number
  offers: number
  tyres: number
  bad: number
  skipped: number
  /** how often each reason made a record bad, most frequent first */
  reasons: { reason: string; count: number }[]
  rejectsFile: string | null
}

/**
 * Reads a price list into a draft. Nothing is written but the rejects file.
 * @throws ImportError when the file cannot be read, has no good record, or has more bad ones than allowed
 */
export async function importFile(options: ImportOptions): Promise<ImportSummary> {
  const { mapping, draft, path } = options
  const file = await openPriceFile(path)
  const rejects = createRejectsFile(join(options.rejectsDir, `${options.site}-${options.date}.rejects.jsonl`))
  const tally = createTally()
  let rejectsFile: string | null = null
  const onPiece = () =>
    options.onProgress?.({
      bytesRead: file.readBytes(),
      bytesTotal: file.sizeBytes,
      records: tally.records,
      offers: draft.offers,
      bad: tally.bad,
    })
  try {
    const format = mapping.format ?? detectFormat(file.head, path)
    const sink = createSink(mapping, draft, tally, rejects)
    const list = mapping.offers?.list
    await readRecords(
      file,
      {
        ...mapping.records,
        format,
        onPiece,
        ...(list === undefined ? {} : { list }),
        ...(mapping.encoding === undefined ? {} : { encoding: mapping.encoding }),
      },
      sink,
    )
  } finally {
    rejectsFile = rejects.close()
    await file.close()
  }
  tally.check(options.maxBadPercent ?? MAX_BAD_PERCENT, rejectsFile)
  const { records, bad, skipped } = tally
  const reasons = tally.reasons()
  return { records, offers: draft.offers, tyres: draft.tyres, bad, skipped, reasons, rejectsFile }
}

function createSink(mapping: Mapping, draft: SnapshotDraft, tally: Tally, rejects: RejectsFile): RecordSink {
  const columns = new Columns()
  const itemColumns = new Columns()
  let read: ReadRecord | undefined

  /** Not before the first record: a table's header has to be known. */
  function compiled(): ReadRecord {
    if (columns.headerWidth !== Number.POSITIVE_INFINITY) checkHeader(mapping, columns)
    return compileRecord(mapping, columns, itemColumns)
  }

  function reject(line: number, reason: string, record: Record<string, unknown> | string): void {
    tally.addBad(reason)
    rejects.add({ line, reason, record })
  }

  return {
    columns,
    itemColumns,
    record(cells, line, items = []) {
      read ??= compiled()
      try {
        const found = read(cells, items)
        if (found) {
          tally.addGood()
          for (const offer of found.offers) draft.add(found.specs, offer)
        } else tally.addSkipped()
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        const record = named(cells, columns)
        reject(
          line,
          error.reason,
          items.length > 0 ? { ...record, items: items.map((item) => named(item, itemColumns)) } : record,
        )
      }
    },
    broken: reject,
  }
}

/** The file's own fields that say something, by name. */
function named(cells: readonly Cell[], { names }: Columns): Record<string, unknown> {
  const fields = cells.map((cell, i) => [names[i] ?? '', cell] as const)
  return Object.fromEntries(
    fields.filter(([name, cell]) => cell !== undefined && cell !== '' && !name.startsWith('$')),
  )
}
