import { type ImportLimits, USUAL_LIMITS } from '../limits.ts'
import { Columns, type RawCell } from './columns.ts'
import type { OpenedFile } from './open.ts'
import { type ReadOptions, readRecords } from './read.ts'
import { ENOUGH, untilEnough } from './reader.ts'

/** Record as a reader delivered it. */
export interface CollectedRecord {
  /** line of the file, or number of the record in XML and JSON; from 1 */
  line: number
  cells: RawCell[]
  items: RawCell[][]
}

/** Records at the beginning of a file. */
export interface Collected {
  columns: Columns
  itemColumns: Columns
  records: CollectedRecord[]
  broken: { line: number; reason: string; text: string }[]
}

/**
 * Reads the first records of a file and stops there, whatever its length.
 * @throws ImportError if this part of the file is malformed
 */
export async function collectRecords(
  file: OpenedFile,
  options: ReadOptions,
  most: number,
  limits: ImportLimits = USUAL_LIMITS,
): Promise<Collected> {
  const collected: Collected = {
    columns: new Columns(limits),
    itemColumns: new Columns(limits),
    records: [],
    broken: [],
  }
  const { columns, itemColumns, records, broken } = collected
  const stopAtMost = () => {
    if (records.length + broken.length >= most) throw ENOUGH
  }
  await untilEnough(() =>
    readRecords(
      file,
      { ...options, limits, mostRows: most },
      {
        columns,
        itemColumns,
        record(cells, line, items = []) {
          records.push({ line, cells, items })
          stopAtMost()
        },
        broken(line, reason, text) {
          broken.push({ line, reason, text })
          stopAtMost()
        },
      },
    ),
  )
  return collected
}
