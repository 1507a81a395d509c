import { isCurrent, type PriceReader, type ReportQuery, type SelectedTyres } from '../report-query.ts'

/**
 * Error that aborts a file whose day was imported while it was generated: its remaining rows would be of another
 * state.
 */
export class OutdatedFile extends Error {
  constructor() {
    super('the day was imported while its file was being made')
  }
}

/**
 * Passes on what was read of a selection as long as it is current.
 * @throws OutdatedFile instead of data that may be of another state
 */
export async function* ofOneState<Read>(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  read: AsyncIterable<Read>,
): AsyncGenerator<Read> {
  for await (const part of read) {
    if (!(await isCurrent(reader, query, selection))) throw new OutdatedFile()
    yield part
  }
}
