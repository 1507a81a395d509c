import { LONGEST_CELL, readSmallTable } from '../../import/small-table.ts'
import { PAIR_COLUMNS, TYRE_NAME_COLUMN } from './pairs-table.ts'

/** Line of a file of pairs, as the file writes it. */
export interface FilePair {
  line: number
  article: string
  /** name of the tyre */
  tyre: string
  site: string
  code: string
  name: string
  decision: string
}

/** Maximum number of pairs in a file; one more is read to notice it. */
export const MOST_PAIRS = 20_000
/** Maximum length of a value in characters; longer ones are truncated to one more. */
export const LONGEST_VALUE = LONGEST_CELL

/**
 * Reads the pairs of a table, which is a spreadsheet or CSV; lines without a site are left out.
 * @throws ImportError if the file cannot be read
 */
export async function readPairs(file: Uint8Array): Promise<FilePair[]> {
  const pairs: FilePair[] = []
  await readSmallTable(file, MOST_PAIRS * 2, ({ line, cell }) => {
    const pair = {
      line,
      article: cell(PAIR_COLUMNS.article),
      tyre: cell(TYRE_NAME_COLUMN),
      site: cell(PAIR_COLUMNS.site),
      code: cell(PAIR_COLUMNS.code),
      name: cell(PAIR_COLUMNS.name),
      decision: cell(PAIR_COLUMNS.decision),
    }
    if (pair.site !== '' && pairs.length <= MOST_PAIRS) pairs.push(pair)
  })
  return pairs
}
