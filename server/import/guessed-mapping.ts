import type { FieldName } from './filled-fields.ts'
import type { Format } from './readers/detect-format.ts'

/** How sure a guess is, 0 to 1. */
type Sureness = number

/** A field that the guessed mapping fills. */
export interface GuessedField {
  field: FieldName
  /** where it comes from, in words for people */
  from: string
  sureness: Sureness
}

/** What a column is taken for; `city` and `warehouse` for a column that stands for a place. */
export interface TakenFor {
  field: FieldName
  sureness: Sureness
  city?: string
  warehouse?: string
}

/** A column of the file, or a field of its records. Fields of a nested list are named 'list[].field'. */
export interface SeenColumn {
  name: string
  /** up to three different values */
  examples: string[]
}

interface GuessedColumn extends SeenColumn {
  takenFor: TakenFor | null
}

/** What was found by looking at a price list. */
export interface Guess {
  format: Format
  encoding: string
  /** '' for formats without one */
  delimiter: string
  /** names of a workbook's sheets */
  sheets: string[]
  /** complete and valid if nothing is `missing` */
  mapping: Record<string, unknown>
  fields: GuessedField[]
  columns: GuessedColumn[]
  /** the first records, aligned with `columns` */
  records: (string | null)[][]
  /** what a person must still choose, in words */
  missing: string[]
  /** what else was found, in words */
  notes: string[]
}
