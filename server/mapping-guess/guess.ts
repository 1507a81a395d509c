import type { Guess } from '../../contract/sources/guess.ts'
import { type ImportLimits, USUAL_LIMITS } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import { previewTable } from '../import/preview-table.ts'
import { type CheckTime, createTimeCheck } from '../import/readers/time-limit.ts'
import { type ComposedMapping, compose } from './compose.ts'
import { readHead } from './file-head.ts'
import { possibleReadings } from './possible-readings.ts'
import type { FileReading } from './table-sample.ts'

/** Properties of a file that the person has already chosen. */
export interface GuessHints {
  records?: Partial<NonNullable<Mapping['records']>>
}

/**
 * Analyses the beginning of a price list and guesses a mapping for it.
 * @throws ImportError if the file cannot be read at all
 */
export async function guessMapping(
  path: string,
  hints: GuessHints = {},
  limits: ImportLimits = USUAL_LIMITS,
): Promise<Guess> {
  const checkTime = createTimeCheck(limits, 'lookSeconds')
  const head = await readHead(path, limits, checkTime, hints.records?.file)
  const { encoding, delimiter, sheets, found } = await possibleReadings(
    head,
    hints.records ?? {},
    limits,
    checkTime,
  )
  const best = bestReading(found, checkTime)
  const { composed, reading } = best
  const { sample } = reading
  const { file } = hints.records ?? {}
  const records = { ...(file !== undefined && { file }), ...reading.records }
  const table = previewTable(
    {
      columns: { names: sample.names },
      itemColumns: { names: sample.itemNames },
      records: sample.records,
    },
    sample.list,
  )
  const list = composed.mapping.offers?.list
  return {
    format: head.format,
    encoding: encoding.name,
    delimiter,
    sheets,
    mapping: {
      format: head.format,
      ...(encoding.declared || encoding.name === 'utf-8' || encoding.name === ''
        ? {}
        : { encoding: encoding.name }),
      ...(Object.keys(records).length > 0 ? { records } : {}),
      ...composed.mapping,
    },
    fields: composed.fields,
    columns: table.columns.map((column) => ({
      ...column,
      takenFor: composed.taken.get(column.name) ?? null,
    })),
    records: table.records,
    missing: composed.missing,
    evidence: composed.evidence,
    ignored: composed.ignored,
    notes: [
      ...composed.notes,
      ...(reading.notes ?? []),
      ...(list === undefined ? [] : [`Вложенный список предложений: «${list}»`]),
    ],
  }
}

interface Candidate {
  reading: FileReading
  composed: ComposedMapping
}

/** Returns the reading with the highest score. */
function bestReading(found: readonly FileReading[], checkTime: CheckTime): Candidate {
  const candidates = found.map((reading) => ({ reading, composed: compose(reading.sample, checkTime) }))
  return candidates.reduce((best, next) => (next.composed.score > best.composed.score ? next : best))
}
