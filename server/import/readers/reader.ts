import type { ImportLimits } from '../limits.ts'
import type { Columns, RawCell } from './columns.ts'

/** Receives what a reader finds. Calls are synchronous, since an await per record would cost more than the rest. */
export interface RecordSink {
  readonly columns: Columns
  /** the fields of nested list items */
  readonly itemColumns: Columns
  /**
   * @param line line of the file on which the record begins, or number of the record in XML and JSON, which may be one line; from 1
   * @param items records of the nested list, if the mapping names one
   */
  record(cells: RawCell[], line: number, items?: RawCell[][]): void
  /** A record that the reader could not parse; `text` is its beginning. */
  broken(line: number, reason: string, text: string): void
}

/** A second sheet of a workbook; its columns are named 'Sheet!Column'. */
export interface JoinOptions {
  /** name or number from 1 */
  sheet: string | number
  /** the column of the joined sheet that says which record a row belongs to */
  key: string
  /** the column of the records that holds the same; named like `key` by default */
  own?: string
  header?: number
  headerRows?: number
}

/** Where the records are in a file; each format ignores options of the others. */
export interface RecordOptions {
  /** XML: the element of one record; by default the children of the root element */
  element?: string
  /** JSON: the names leading to the array, joined by dots; by default the first array */
  path?: string
  /** tables: the header row, from 1; 0 without one, when columns are named A, B, … */
  header?: number
  /** tables: rows of the header from there on, whose names are joined with ' / ' */
  headerRows?: number
  /** CSV; guessed from the header row by default */
  delimiter?: string
  /** workbooks: the sheet's name or its number from 1 */
  sheet?: string | number
  /**
   * workbooks: in place of `sheet`, several sheets with the same columns, or '*' for all that have them. The header of each is
   * found by that of the first, and its columns are matched by name; the field '$sheet' has the sheet's name
   */
  sheets?: '*' | readonly (string | number)[]
  /** workbooks: a second sheet whose columns are added to each record with the same key */
  join?: JoinOptions
  /** a hint that no more rows than this are wanted; a reader may well deliver more */
  mostRows?: number
  /** XML, JSON: the path of a nested list in a record */
  list?: string
  limits?: ImportLimits
}

/** Reads a text format in chunks that may end anywhere. */
export interface TextReader {
  push(text: string): void
  end(): void
}
