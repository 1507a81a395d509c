import { join } from 'node:path'
import { SPEC_OF_FILTER } from '../../contract/reports/filters.ts'
import type { LeftOutKind } from '../../contract/sources/account.ts'
import type { Numbered, Remark } from '../../contract/sources/sample.ts'
import { TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import type { CollectedDraft, SnapshotDraft } from '../prices/snapshot-draft.ts'
import { createDraftSink, type DraftSink, type TyreListener } from './draft-sink.ts'
import { createFilledFields, type FieldFill } from './filled-fields.ts'
import { type ImportLimits, limitExceeded, USUAL_LIMITS } from './limits.ts'
import type { FoundContainer, ListReading } from './list-reading.ts'
import type { Mapping } from './mapping.ts'
import { numberedBy } from './readers/detect-format.ts'
import { openPriceFile } from './readers/open.ts'
import { readOptions, readRecords } from './readers/read.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import {
  createAlterations,
  createRemarks,
  repeatedRemarks,
  unlikelyReason,
  unlikelyText,
  unusualRemarks,
} from './remarks.ts'
import { createTally, type OtherGoods } from './tally.ts'

/** Default percentage of bad records that an import tolerates. */
export const MAX_BAD_PERCENT = 20

export interface ImportOptions {
  path: string
  /** host name; with the day's ISO date it names the rejects file */
  site: string
  date: string
  mapping: Mapping
  /** receives the offers; the caller saves or discards the draft */
  draft: CollectedDraft
  rejectsDir: string
  /** used instead of a file in `rejectsDir` */
  rejects?: RejectsFile
  maxBadPercent?: number
  /** mapped fields that may be empty in all records */
  allowEmpty?: readonly string[]
  limits?: ImportLimits
  onProgress?: (progress: ImportProgress) => void
  /** called for each good record */
  onTyre?: TyreListener
}

export interface ImportProgress {
  /** bytes of the file on disk, compressed or not */
  bytesRead: number
  bytesTotal: number
  /** good and bad records so far */
  records: number
  offers: number
  bad: number
}

export interface ImportSummary {
  /** good and bad records, excluding headings and tyres that are out of stock everywhere */
  records: number
  offers: number
  tyres: number
  bad: number
  skipped: number
  /** records that are not tyres; not included in the other counts */
  others: OtherGoods
  /** rejection reasons with their counts, most frequent first */
  reasons: { reason: string; count: number }[]
  rejectsFile: string | null
  /** notes about the good records for the person who imports them */
  remarks: Remark[]
  /** unit of the line numbers in remarks */
  numbered: Numbered
  /** share of records that fill each mapped field */
  filled: FieldFill[]
  reading: ListReading
}

/**
 * Reads a price list into a draft. Writes nothing but the rejects file.
 * @throws ImportError if the file cannot be read or exceeds a limit, has no good records or too many bad ones, or
 * leaves a mapped field empty in all records
 */
export async function importFile(options: ImportOptions): Promise<ImportSummary> {
  const { mapping, draft, path, limits = USUAL_LIMITS } = options
  const file = await openPriceFile(path, limits, mapping.records?.file)
  const rejects =
    options.rejects ??
    createRejectsFile(join(options.rejectsDir, `${options.site}-${options.date}.rejects.jsonl`))
  const tally = createTally()
  const filled = createFilledFields(mapping)
  const remarks = createRemarks()
  const alterations = createAlterations()
  const containers: FoundContainer[] = []
  const notes = new Set<string>()
  let rejectsFile: string | null = null
  let sink: DraftSink | undefined
  let numbered: Numbered = 'lines'
  const onPiece = () =>
    options.onProgress?.({
      bytesRead: file.readBytes(),
      bytesTotal: file.sizeBytes,
      records: tally.records,
      offers: draft.offers,
      bad: tally.bad,
    })
  try {
    sink = createDraftSink({
      mapping,
      draft,
      tally,
      filled,
      rejects,
      remarks,
      alterations,
      notes,
      limits,
      onTyre: options.onTyre,
    })
    const reading = readOptions(mapping, file)
    numbered = numberedBy(reading.format)
    containers.push(...file.containers)
    await readRecords(file, { ...reading, limits, onPiece, alterations, containers, notes }, sink)
    const rejectedLines = new Set<number>()
    for (const offer of draft.removeUnlikely()) {
      const { line } = offer
      const reason = unlikelyReason(offer)
      // A record may have several such offers, but counts as bad once.
      if (!rejectedLines.has(line)) tally.turnBad(reason)
      rejectedLines.add(line)
      rejects.add({ line, reason, record: unlikelyText(offer) })
    }
    onPiece()
  } finally {
    rejectsFile = rejects.close()
    await file.close()
  }
  tally.check(options.maxBadPercent ?? MAX_BAD_PERCENT, rejectsFile)
  filled.check(options.allowEmpty ?? [])
  checkDistinctValues(draft, limits)
  const { records, bad, others } = tally
  const repeated = records - bad - draft.tyres
  const left = new Map([...tally.left, ...(repeated > 0 ? [['repeated', repeated] as const] : [])])
  const reasons = tally.reasons()
  const { offers, tyres } = draft
  const contested = {
    repeated: repeatedRemarks(draft),
    hundredfold: unusualRemarks(draft, 'high'),
    cheap: unusualRemarks(draft, 'cheap'),
  }
  const allRemarks = [...remarks.list(), ...Object.values(contested).flat()]
  return {
    records,
    offers,
    tyres,
    bad,
    skipped: [...left].reduce((sum, [kind, n]) => (NOT_SKIPPED.has(kind) ? sum : sum + n), 0),
    others,
    reasons,
    rejectsFile,
    remarks: allRemarks,
    numbered,
    filled: filled.shares(),
    reading: {
      containers,
      columns: sink.columns.names,
      itemColumns: sink.itemColumns.names,
      isTable: sink.columns.headerWidth !== Number.POSITIVE_INFINITY,
      sample: sink.sample,
      tyres: records - bad - Math.max(0, repeated),
      left,
      offers,
      contested,
      altered: alterations.list(),
      notes: [...notes],
    },
  }
}

/** Kinds of left out records that are counted by themselves. */
const NOT_SKIPPED = new Set<LeftOutKind>(['rejected', 'goods', 'repeated'])

/** Limits the distinct values of the fields with a filter; names and article numbers differ for every tyre. */
function checkDistinctValues(draft: SnapshotDraft, limits: ImportLimits): void {
  for (const field of Object.values(SPEC_OF_FILTER)) {
    if (draft.differentValues(field) > limits.values)
      throw limitExceeded('values', limits, TYRE_SPECS[field].label)
  }
}
