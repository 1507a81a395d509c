import type { MappingFieldName } from './filled-fields.ts'
import type { Format } from './readers/detect-format.ts'

/** Confidence of a guess, 0 to 1. */
type Sureness = number

/** Field that the guessed mapping fills. */
export interface GuessedField {
  field: MappingFieldName
  /** where the value comes from, as text for people */
  from: string
  sureness: Sureness
}

/** Field that a column is taken for; `city` and `warehouse` if the column stands for a location. */
export interface TakenFor {
  field: MappingFieldName
  sureness: Sureness
  city?: string
  warehouse?: string
}

/** A column of the file, or a field of its records. Fields of a nested list are named 'list[].field'. */
export interface PreviewColumn {
  name: string
  /** up to three different values */
  examples: string[]
}

interface GuessedColumn extends PreviewColumn {
  takenFor: TakenFor | null
}

/** Result of analysing a price list. */
export interface Guess {
  format: Format
  encoding: string
  /** '' for formats without one */
  delimiter: string
  /** names of the workbook's sheets */
  sheets: string[]
  /** complete and valid if nothing is `missing` */
  mapping: Record<string, unknown>
  fields: GuessedField[]
  columns: GuessedColumn[]
  /** first records, aligned with `columns` */
  records: (string | null)[][]
  /** choices left to the person, as text */
  missing: string[]
  /** other findings, as text */
  notes: string[]
}
