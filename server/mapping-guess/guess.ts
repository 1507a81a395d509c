import type { Guess } from '../../contract/sources/guess.ts'
import { type ImportLimits, USUAL_LIMITS } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import { previewTable } from '../import/preview-table.ts'
import { type CheckTime, createTimeCheck } from '../import/readers/time-limit.ts'
import { type Composed, compose } from './compose.ts'
import { readHead } from './head.ts'
import type { Reading } from './material.ts'
import { readings } from './readings.ts'

/** Facts about a file that a person has given. */
export interface GuessHints {
  records?: Partial<NonNullable<Mapping['records']>>
}

/**
 * Looks at the beginning of a price list and makes a mapping for it.
 * @throws {ImportError} if the file cannot be read at all
 */
export async function guessFile(
  path: string,
  hints: GuessHints = {},
  limits: ImportLimits = USUAL_LIMITS,
): Promise<Guess> {
  const checkTime = createTimeCheck(limits, 'lookSeconds')
  const head = await readHead(path, limits, checkTime)
  const { encoding, delimiter, sheets, found } = await readings(head, hints.records ?? {}, limits, checkTime)
  const best = likeliest(found, checkTime)
  const { composed, reading } = best
  const { material, records } = reading
  const table = previewTable(
    {
      columns: { names: material.names },
      itemColumns: { names: material.itemNames },
      records: material.records,
    },
    material.list,
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
    notes: [
      ...composed.notes,
      ...(reading.notes ?? []),
      ...(list === undefined ? [] : [`Вложенный список предложений: «${list}»`]),
    ],
  }
}

interface Candidate {
  reading: Reading
  composed: Composed
}

/** The way of reading in which most is found. */
function likeliest(found: readonly Reading[], checkTime: CheckTime): Candidate {
  const candidates = found.map((reading) => ({ reading, composed: compose(reading.material, checkTime) }))
  return candidates.reduce((best, next) => (next.composed.worth > best.composed.worth ? next : best))
}
