/** Writes a table to a file row by row. */
export interface TableWriter<Row> {
  row(row: Row): void
  /** @returns the chunks of the whole file, in order */
  end(): BlobPart[]
}
