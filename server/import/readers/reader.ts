import type { ImportLimits } from '../limits.ts'
import type { FoundContainer } from '../list-reading.ts'
import type { Alterations } from '../remarks.ts'
import type { Block } from './blocks.ts'
import type { Columns, RawCell } from './columns.ts'

/**
 * Receives the records that a reader finds. Calls are synchronous, since an await per record would cost more than
 * everything else.
 */
export interface RecordSink {
  readonly columns: Columns
  /** fields of the nested list's items */
  readonly itemColumns: Columns
  /**
   * @param line line of the file where the record begins, or the record's number in XML and JSON, which may be a
   * single line; from 1
   * @param items records of the nested list, if the mapping names one
   */
  record(cells: RawCell[], line: number, items?: RawCell[][]): void
  /** Receives a record that the reader could not parse; `text` is its beginning. */
  broken(line: number, reason: string, text: string): void
}

/** Second sheet of a workbook, joined with the records; its columns are named 'Sheet!Column'. */
export interface JoinOptions {
  /** name or number from 1 */
  sheet: string | number
  /** column of the joined sheet with the key of the record that a row belongs to */
  key: string
  /** column of the records with the same key; has the name `key` by default */
  own?: string
  header?: number
  headerRows?: number
}

/** Location of the records in a file; each format ignores the options of the others. */
export interface RecordOptions {
  /** XML: element of a record; the children of the root element by default */
  element?: string
  /**
   * JSON: member names that lead to the array, joined by dots; the first array by default. Several arrays are read one
   * after the other
   */
  path?: string | readonly string[]
  /** tables: number of the header row, from 1; 0 without a header, when columns are named A, B, … */
  header?: number
  /** tables: number of rows in the header, whose names are joined with ' / ' */
  headerRows?: number
  /** tables: columns of several tables beside each other with the same header, read one below the other */
  blocks?: readonly Block[]
  /** CSV: detected in the header row by default */
  delimiter?: string
  /** workbooks: name of the sheet or its number from 1 */
  sheet?: string | number
  /**
   * workbooks: several sheets with the same columns, instead of `sheet`; '*' for all that have them. The columns of
   * the other sheets are matched with the first sheet's header by name; the field '$sheet' contains the sheet's name
   */
  sheets?: '*' | readonly (string | number)[]
  /** workbooks: second sheet whose columns are added to each record with the same key */
  join?: JoinOptions
  /** hint that no more rows are needed; a reader may deliver more */
  mostRows?: number
  /** XML, JSON: path of a nested list in a record */
  list?: string
  limits?: ImportLimits
  /** receives the values that the reader alters */
  alterations?: Alterations | undefined
  /** receives the texts above a table's header and the names of the sheets that are read */
  notes?: Set<string> | undefined
  /** receives the sheets of a workbook */
  containers?: FoundContainer[] | undefined
}

/** Reads a text format in chunks that may end anywhere. */
export interface TextReader {
  push(text: string): void
  end(): void
}

/** Value that a merged block gives to an empty cell. */
export interface MergedCell {
  column: number
  value: RawCell
}

/**
 * @param row number of the row, from 1
 * @param cells values of the row; '' for empty cells
 * @param merged values of the row's empty cells that belong to merged blocks
 */
export type TakeRow = (row: number, cells: RawCell[], merged: readonly MergedCell[]) => void

/** Calls `take` for each row of a workbook's sheet, which is given by name or number from 1. */
export type ReadSheet = (sheet: string | number, take: TakeRow) => Promise<void> | void

/** Opened workbook. */
export interface Sheets {
  /** names of all sheets, in the order of their numbers */
  names: string[]
  /** names of the sheets that a person who opens the workbook sees; all if none is visible */
  visible: readonly string[]
  /** returns the texts beside a sheet's cells: comments, and what stands around a table of a page */
  notes?(sheet: string): Promise<readonly string[]> | readonly string[]
  read: ReadSheet
}

/** Returns the opened workbook's names, of all its sheets and of the visible ones. */
export function sheetNames(
  sheets: readonly { name: string; isHidden?: boolean }[],
): Pick<Sheets, 'names' | 'visible'> {
  const names = sheets.map(({ name }) => name)
  const visible = sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  return { names, visible: visible.length > 0 ? visible : names }
}

/** Thrown to stop a reader. It is not an Error, so that no reader converts it to an error about the file. */
export const ENOUGH = Symbol('enough')

/** Runs a reader to its end, or until one of its callbacks throws ENOUGH. */
export async function untilEnough(read: () => void | Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
}
