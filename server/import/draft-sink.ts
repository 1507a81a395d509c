import type { ListingIds } from '../prices/listings/listing.ts'
import type { Offer, TyreSpecs } from '../prices/offer.ts'
import type { SnapshotDraft } from '../prices/snapshot-draft.ts'
import { checkHeader } from './compile/header.ts'
import { compileRecord, type ReadRecord } from './compile/record.ts'
import { Rejection } from './errors.ts'
import type { FilledFields } from './filled-fields.ts'
import { type ImportLimits, limitExceeded } from './limits.ts'
import { addNote, createRecordSample } from './list-reading.ts'
import type { Mapping } from './mapping.ts'
import { isFileField } from './preview-table.ts'
import type { CollectedRecord } from './readers/collect.ts'
import { Columns, type RawCell } from './readers/columns.ts'
import type { RecordSink } from './readers/reader.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { Alterations, Remarks } from './remarks.ts'
import type { Tally } from './tally.ts'

/** @param line line of the file where the tyre's record begins, or the record's number in XML and JSON */
export type TyreListener = (line: number, specs: TyreSpecs, offers: readonly Offer[], ids: ListingIds) => void

interface DraftSinkOptions {
  mapping: Mapping
  draft: SnapshotDraft
  tally: Tally
  filled: FilledFields
  rejects: RejectsFile
  remarks: Remarks
  alterations: Alterations
  /** receives the texts of the rows that are no records */
  notes: Set<string>
  limits: ImportLimits
  onTyre: TyreListener | undefined
}

export interface DraftSink extends RecordSink {
  /** first records, as the file has them */
  readonly sample: CollectedRecord[]
}

/** Writes a file's good records to the draft and its bad ones to the rejects file. */
export function createDraftSink(options: DraftSinkOptions): DraftSink {
  const { mapping, draft, tally, filled, rejects, remarks, alterations, notes, limits, onTyre } = options
  const columns = new Columns(limits)
  const itemColumns = new Columns(limits)
  const sample = createRecordSample()
  let records = 0
  let read: ReadRecord | undefined

  /** Compiles the mapping; called at the first record, when a table's header is known. */
  function compile(): ReadRecord {
    if (columns.headerWidth !== Number.POSITIVE_INFINITY) checkHeader(mapping, columns)
    return compileRecord(mapping, columns, itemColumns, remarks, alterations)
  }

  function checkSize(): void {
    if (draft.offers > limits.offers) throw limitExceeded('offers', limits)
    if (draft.tyres > limits.tyres) throw limitExceeded('tyres', limits)
    if (draft.chars > limits.texts) throw limitExceeded('texts', limits)
    if (draft.places > limits.values) throw limitExceeded('values', limits, 'склады и города')
  }

  function count(): void {
    if (++records > limits.records) throw limitExceeded('records', limits)
  }

  function reject(line: number, reason: string, record: Record<string, unknown> | string): void {
    tally.addBad(reason)
    rejects.add({ line, reason, record })
  }

  return {
    columns,
    itemColumns,
    sample: sample.list,
    record(cells, line, items = []) {
      count()
      sample.add(cells, line, items)
      read ??= compile()
      remarks.at(line)
      // The mapping adds cells of its own.
      const { length } = cells
      try {
        const found = read(cells, items)
        if ('other' in found) tally.addOther(found.other)
        else if ('left' in found) {
          tally.addLeft(found.left)
          if (found.left !== 'header') addNote(notes, cells.slice(0, length), found.left === 'section')
        } else if (found.offers.length === 0) tally.addLeft('unavailable')
        else {
          tally.addGood()
          const { specs, ids, offers } = found
          filled.add(specs, ids, offers)
          for (const offer of offers) draft.add(specs, offer, line, ids)
          checkSize()
          onTyre?.(line, specs, offers, ids)
        }
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        addNote(notes, cells.slice(0, length))
        const list = items.map((item) => namedFields(item, itemColumns))
        reject(line, error.reason, {
          ...namedFields(cells, columns),
          ...(list.length > 0 ? { items: list } : {}),
        })
      }
    },
    broken(line, reason, text) {
      count()
      reject(line, reason, text)
    },
  }
}

/** Returns the non-empty fields of the file by name, without fields added by the mapping. */
function namedFields(cells: readonly RawCell[], { names }: Columns): Record<string, unknown> {
  const fields = cells.map((cell, i) => [names[i] ?? '', cell] as const)
  return Object.fromEntries(
    fields.filter(([name, cell]) => cell !== undefined && cell !== '' && isFileField(name)),
  )
}
