/** Writer that receives a table row by row. */
export interface TableWriter<Row> {
  row(row: Row): void
  /** Ends the file. @returns the chunks of the complete file, in order */
  end(): BlobPart[]
}
