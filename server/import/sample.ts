import { CONDITION_TEXTS } from '../../contract/matching/matching.ts'
import { ofEachMapped } from '../../contract/offers/offer-values.ts'
import {
  HEADING,
  NO_TYRE,
  type Numbered,
  type Sample,
  type SampleOffer,
  type SampleTyre,
} from '../../contract/sources/sample.ts'
import { ofEachSpec } from '../../contract/tyre/tyre-specs.ts'
import type { ListingIds, OfferedState } from '../prices/listings/listing.ts'
import type { Offer, TyreSpecs } from '../prices/offer.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { checkHeader } from './compile/header.ts'
import { compileRecord } from './compile/record.ts'
import { ImportError, Rejection } from './errors.ts'
import { type ImportLimits, USUAL_LIMITS } from './limits.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { PREVIEW_RECORDS, previewTable } from './preview-table.ts'
import { type Collected, type CollectedRecord, collectRecords } from './readers/collect.ts'
import { numberedBy } from './readers/detect-format.ts'
import { openPriceFile } from './readers/open.ts'
import { readOptions } from './readers/read.ts'
import { type CheckTime, createTimeCheck } from './readers/time-limit.ts'
import { createRemarks, repeatedRemarks, unlikelyReason, unusualRemarks } from './remarks.ts'
import { printedGtin } from './values/barcode.ts'

const EMPTY_SAMPLE: Sample = {
  mistakes: [],
  error: null,
  columns: [],
  records: [],
  tyres: [],
  remarks: [],
  numbered: 'lines',
}

/** Reads the first 50 records of a file as an import with the mapping would. Mistakes are returned, never thrown. */
export async function sampleFile(
  path: string,
  value: unknown,
  limits: ImportLimits = USUAL_LIMITS,
): Promise<Sample> {
  const mapping = readMapping(value)
  if (Array.isArray(mapping)) return { ...EMPTY_SAMPLE, mistakes: mapping.map(splitMistake) }
  try {
    const checkTime = createTimeCheck(limits, 'lookSeconds')
    const { collected, numbered } = await collect(path, mapping, limits, checkTime)
    const table = previewTable(collected, mapping.offers?.list)
    return { ...EMPTY_SAMPLE, ...table, ...sampleTyres(collected, mapping, checkTime), numbered }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { ...EMPTY_SAMPLE, error: error.message }
  }
}

/** Splits 'fields.retail: …' into path and message; a mistake of the whole mapping has no path. */
function splitMistake(line: string): { path: string; message: string } {
  const [, path = '', message = line] = /^([\w.$*-]+): (.*)$/su.exec(line) ?? []
  return { path, message }
}

async function collect(
  path: string,
  mapping: Mapping,
  limits: ImportLimits,
  checkTime: CheckTime,
): Promise<{ collected: Collected; numbered: Numbered }> {
  const file = await openPriceFile(path, limits, mapping.records?.file)
  try {
    const options = { ...readOptions(mapping, file), checkTime }
    const collected = await collectRecords(file, options, PREVIEW_RECORDS, limits)
    return { collected, numbered: numberedBy(options.format) }
  } finally {
    await file.close()
  }
}

function sampleTyres(
  collected: Collected,
  mapping: Mapping,
  checkTime: CheckTime,
): Pick<Sample, 'tyres' | 'remarks' | 'error'> {
  const { columns, itemColumns } = collected
  if (collected.records.length === 0) {
    return { tyres: [], remarks: [], error: 'В файле не нашлось ни одной записи. Верно ли указано описание?' }
  }
  let error: string | null = null
  try {
    if (columns.headerWidth !== Number.POSITIVE_INFINITY) checkHeader(mapping, columns)
  } catch (thrown) {
    if (!(thrown instanceof ImportError)) throw thrown
    error = thrown.message
  }
  const remarks = createRemarks()
  const read = compileRecord(mapping, columns, itemColumns, remarks)
  const draft = createDraft()
  const tyreOf = ({ cells, items, line }: CollectedRecord): SampleTyre => {
    checkTime()
    remarks.at(line)
    try {
      const found = read(cells, items)
      if ('left' in found) return { line, specs: NO_SPECS, offers: [], problem: HEADING }
      if ('other' in found) {
        return { line, specs: { ...NO_SPECS, name: found.other }, offers: [], problem: NO_TYRE }
      }
      const problem = found.offers.length === 0 ? 'нет остатка ни в одном месте' : null
      const { specs, ids, offers } = found
      for (const offer of offers) draft.add(specs, offer, line, ids)
      return { line, specs, ...sampleIds(ids), offers: offers.map(sampleOffer), problem }
    } catch (thrown) {
      if (!(thrown instanceof Rejection)) throw thrown
      return { line, specs: NO_SPECS, offers: [], problem: thrown.reason }
    }
  }
  const tyres = collected.records.map(tyreOf)
  const byLine = new Map(tyres.map((tyre) => [tyre.line, tyre]))
  for (const offer of draft.removeUnlikely()) {
    const tyre = byLine.get(offer.line)
    if (tyre) tyre.problem = unlikelyReason(offer)
  }
  const allRemarks = [
    ...remarks.list(),
    ...repeatedRemarks(draft),
    ...unusualRemarks(draft, 'high'),
    ...unusualRemarks(draft, 'cheap'),
  ]
  const broken = collected.broken.map(
    ({ line, reason }): SampleTyre => ({ line, specs: NO_SPECS, offers: [], problem: reason }),
  )
  // The lines of several sheets must not be sorted together; workbooks have no unparsable records, so `broken` is
  // empty for them.
  if (broken.length === 0) return { tyres, remarks: allRemarks, error }
  return { tyres: [...tyres, ...broken].sort((a, b) => a.line - b.line), remarks: allRemarks, error }
}

const NO_SPECS: TyreSpecs = ofEachSpec(() => '')

/** Returns a listing's identifiers as samples and trials show them. */
export const sampleIds = ({
  code,
  gtin,
  condition = 'new',
  year = '',
}: ListingIds & OfferedState): Pick<SampleTyre, 'code' | 'barcode' | 'condition' | 'year'> => ({
  code,
  barcode: printedGtin(gtin),
  condition: condition === 'new' ? '' : CONDITION_TEXTS[condition],
  year,
})

/** Returns an offer as samples and trials show it. */
export const sampleOffer = (offer: Offer): SampleOffer => ({
  city: offer.city,
  warehouse: offer.warehouse,
  ...ofEachMapped((value) => offer[value]),
})
