import type { Mapping } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'

/** The records of a file as one way of reading it finds them. */
export interface Material {
  names: readonly string[]
  records: readonly CollectedRecord[]
  itemNames: readonly string[]
  list?: string
  /** whether the columns are all there are: other records of XML and JSON may have more */
  isTable: boolean
  /** of a table without a header, whose columns are named by letters */
  nameless: boolean
  /** the file's name, and what stands above a table */
  around: string
}

/** One way of reading a file. */
export interface Reading {
  /** of the mapping */
  records: NonNullable<Mapping['records']>
  material: Material
  /** what people should know of it, in words */
  notes?: string[]
}
