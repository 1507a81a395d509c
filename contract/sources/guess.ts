import { parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { numberOr, objectOr, objectsOr, rowsOr, textOr, textsOr } from './lenient.ts'
import { columnOf, type FileColumn } from './sample.ts'
import type { MappingJson } from './source.ts'

/** A file that the server stores for its uploader. */
export interface KeptFile {
  /** id of the file in requests */
  file: string
  name: string
  /** in bytes */
  size: number
}

/** Reads an upload's answer. @throws ReadError if it names no file */
export function readKeptFile(body: string): KeptFile {
  const answer = parseObject(body)
  return {
    file: asName(answer),
    name: textOr(answer, 'name'),
    size: numberOr(answer, 'size', 0),
  }
}

function asName(answer: JsonObject): string {
  const file = member(answer, 'file')
  if (typeof file !== 'string' || file === '') throw new ReadError('No file')
  return file
}

/** Interpretation of a column, with its place if it contains a place's prices. */
interface TakenFor {
  field: string
  /** confidence from 0 to 1 */
  sureness: number
  city?: string
  warehouse?: string
}

export interface GuessedColumn extends FileColumn {
  takenFor: TakenFor | null
}

/** Detected content of a file. */
export interface Guess {
  format: string
  encoding: string
  /** '' without a delimiter */
  delimiter: string
  sheets: readonly string[]
  /** complete and valid if nothing is missing */
  mapping: MappingJson
  /** every field that the mapping fills, with its source in words */
  fields: readonly { field: string; from: string; sureness: number }[]
  columns: readonly GuessedColumn[]
  /** the first records, aligned with the columns */
  records: readonly (readonly (string | null)[])[]
  /** choices that a person must still make, in words */
  missing: readonly string[]
  /** other findings, in words */
  notes: readonly string[]
}

/** Reads a detected mapping. @throws ReadError if the answer has another shape (specification 12.9) */
export function readGuess(body: string): Guess {
  const answer = parseObject(body)
  return {
    format: textOr(answer, 'format'),
    encoding: textOr(answer, 'encoding'),
    delimiter: textOr(answer, 'delimiter'),
    sheets: textsOr(answer, 'sheets'),
    mapping: objectOr(answer, 'mapping'),
    fields: objectsOr(answer, 'fields').map((one) => ({
      field: textOr(one, 'field'),
      from: textOr(one, 'from'),
      sureness: share(one, 'sureness'),
    })),
    columns: objectsOr(answer, 'columns').map((column) => ({
      ...columnOf(column),
      takenFor: takenForOf(member(column, 'takenFor')),
    })),
    records: rowsOr(answer, 'records'),
    missing: textsOr(answer, 'missing'),
    notes: textsOr(answer, 'notes'),
  }
}

function takenForOf(value: unknown): TakenFor | null {
  if (!isObject(value)) return null
  const field = textOr(value, 'field')
  if (field === '') return null
  const [city, warehouse] = [textOr(value, 'city'), textOr(value, 'warehouse')]
  return {
    field,
    sureness: share(value, 'sureness'),
    ...(city === '' ? {} : { city }),
    ...(warehouse === '' ? {} : { warehouse }),
  }
}

const share = (object: JsonObject, key: string): number => Math.min(1, Math.max(0, numberOr(object, key, 0)))
