import { parseObject } from '../legacy/fields.ts'
import { type JsonObject, member } from '../legacy/values.ts'
import { SPEC_NAMES, type SpecName } from '../tyre/tyre-specs.ts'
import { numberOr, objectOr, objectsOr, rowsOr, textOr, textsOr, wordOr } from './lenient.ts'
import { type Remark, remarksOf } from './remark.ts'

export interface SampleOffer {
  city: string
  warehouse: string
  /** roubles; null if not stated */
  retail: number | null
  opt: number | null
  cost: number | null
  stock: number | null
}

/** Problem of a record that is a section heading instead of a tyre: skipping it loses nothing. */
export const HEADING = 'заголовок раздела'
/** Problem of other goods, which are skipped. */
export const NO_TYRE = 'не шина'

/** A record as it would be imported. */
export interface SampleTyre {
  /** position in the file: line, or number of the record */
  line: number
  specs: Readonly<Record<SpecName, string>>
  offers: readonly SampleOffer[]
  /** reason why it would not be imported; null if it would */
  problem: string | null
}

/** Unit of record positions: documents may have one line only. */
const NUMBERED = ['records', 'lines'] as const
export type Numbered = (typeof NUMBERED)[number]

export const numberedOf = (answer: JsonObject): Numbered => wordOr(answer, 'numbered', NUMBERED, 'lines')

export interface FileColumn {
  name: string
  examples: readonly string[]
}

/** An error in a mapping, at a path such as 'fields.retail'. */
export interface MappingMistake {
  path: string
  message: string
}

/** The first records of a file, read by a mapping. */
export interface Sample {
  /** if there are any, the rest is empty */
  mistakes: readonly MappingMistake[]
  /** reason why the file cannot be read with this mapping */
  error: string | null
  columns: readonly FileColumn[]
  /** aligned with the columns */
  records: readonly (readonly (string | null)[])[]
  tyres: readonly SampleTyre[]
  remarks: readonly Remark[]
  numbered: Numbered
}

/** Reads a sample. @throws ReadError if the answer has another shape (specification 12.9) */
export function readSample(body: string): Sample {
  const answer = parseObject(body)
  return {
    mistakes: objectsOr(answer, 'mistakes').map((one) => ({
      path: textOr(one, 'path'),
      message: textOr(one, 'message'),
    })),
    error: textOr(answer, 'error') || null,
    columns: objectsOr(answer, 'columns').map(columnOf),
    records: rowsOr(answer, 'records'),
    tyres: objectsOr(answer, 'tyres').map(tyreOf),
    remarks: remarksOf(answer),
    numbered: numberedOf(answer),
  }
}

export function columnOf(column: JsonObject): FileColumn {
  return { name: textOr(column, 'name'), examples: textsOr(column, 'examples') }
}

export function tyreOf(tyre: JsonObject): SampleTyre {
  const specs = objectOr(tyre, 'specs')
  return {
    line: numberOr(tyre, 'line', 0),
    specs: Object.fromEntries(SPEC_NAMES.map((name) => [name, specText(member(specs, name))])) as Record<
      SpecName,
      string
    >,
    offers: objectsOr(tyre, 'offers').map((offer) => ({
      city: textOr(offer, 'city'),
      warehouse: textOr(offer, 'warehouse'),
      retail: numberOr(offer, 'retail', null),
      opt: numberOr(offer, 'opt', null),
      cost: numberOr(offer, 'cost', null),
      stock: numberOr(offer, 'stock', null),
    })),
    problem: textOr(tyre, 'problem') || null,
  }
}

const specText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
