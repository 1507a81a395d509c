import { isCurrent, type PriceReader, type ReportQuery, type SelectedTyres } from '../report-query.ts'

/**
 * Error that aborts the generation of a file because its day was imported: the remaining rows would not be consistent
 * with those already sent.
 */
export class OutdatedFile extends Error {
  constructor() {
    super('the day was imported while its file was being made')
  }
}

/**
 * Yields the results of `read` as long as the selection is current.
 * @throws OutdatedFile before the first result that may have been read after an import of the day
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
