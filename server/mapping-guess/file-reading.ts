import type { Mapping } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'

/** Sample of a file's records, as one reading of the file yields them. */
export interface RecordSample {
  names: readonly string[]
  records: readonly CollectedRecord[]
  itemNames: readonly string[]
  list?: string
  /** true if the file has no other columns; further records of XML and JSON may have more */
  isTable: boolean
  /** true for a table without a header, whose columns are named by letters */
  nameless: boolean
  /** file name and texts above the table */
  title: string
}

/** One possible reading of a file. */
export interface FileReading {
  /** the mapping's `records` */
  records: NonNullable<Mapping['records']>
  sample: RecordSample
  /** notes for the person, as text */
  notes?: string[]
}
