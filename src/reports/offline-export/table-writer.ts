import type { ReportRow } from '../../../contract/report-row.ts'

/** Makes a file of a table row by row. */
export interface TableWriter {
  row(row: ReportRow): void
  /** @returns the parts of the whole file, in order */
  end(): BlobPart[]
}
