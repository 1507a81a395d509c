import type { ReportRow } from '../../../contract/report-row.ts'

/** Writes a table to a file row by row. */
export interface TableWriter {
  row(row: ReportRow): void
  /** @returns the parts of the whole file, in order */
  end(): BlobPart[]
}
