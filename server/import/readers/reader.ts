import type { Columns, RawCell } from './columns.ts'

/** A record longer than this many characters is a broken file: an unclosed quote, a missing bracket. */
export const LONGEST_RECORD = 1_000_000

/** Takes what a reader finds. All calls are synchronous: one await for each record would cost more than the rest. */
export interface RecordSink {
  readonly columns: Columns
  /** the fields of the nested list's items */
  readonly itemColumns: Columns
  /**
   * @param line where the record begins in the file, from 1
   * @param items the records of the nested list that the mapping asks for
   */
  record(cells: RawCell[], line: number, items?: RawCell[][]): void
  /** A record that the reader could not take apart; `text` is its beginning. */
  broken(line: number, reason: string, text: string): void
}

/** Where the records are in a file; what a format has no use for is ignored. */
export interface RecordOptions {
  /** XML: the element of one record; by default the children of the root element */
  element?: string
  /** JSON: the names that lead to the array, joined by points; by default the first array */
  path?: string
  /** CSV, XLSX: the row of the column names, from 1; 0 when there is none and columns are called A, B, … */
  header?: number
  /** CSV; by default the likeliest one of the header row */
  delimiter?: string
  /** XLSX: the sheet's name or its number from 1 */
  sheet?: string | number
  /** XML, JSON: the path of a nested list in a record */
  list?: string
}

/** Reads a text format piece by piece; the pieces may end anywhere. */
export interface TextReader {
  push(text: string): void
  end(): void
}
