import { LONGEST_CELL, type UploadedLine } from '../../import/small-table.ts'
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

/** Maximum number of pairs in a file. */
export const MOST_PAIRS = 20_000
/** Maximum length of a value in characters; longer ones are truncated to one more. */
export const LONGEST_VALUE = LONGEST_CELL

/** Table of pairs as it is read from a file. */
export const PAIRS_FILE = {
  columns: [...Object.values(PAIR_COLUMNS), TYRE_NAME_COLUMN] as const,
  most: MOST_PAIRS * 2,
}

/** Returns the pairs of a table; lines without a site are left out. */
export const pairsOf = (lines: readonly UploadedLine<(typeof PAIRS_FILE.columns)[number]>[]): FilePair[] =>
  lines.flatMap(({ line, cells }) => {
    const site = cells[PAIR_COLUMNS.site]
    return site === ''
      ? []
      : {
          line,
          article: cells[PAIR_COLUMNS.article],
          tyre: cells[TYRE_NAME_COLUMN],
          site,
          code: cells[PAIR_COLUMNS.code],
          name: cells[PAIR_COLUMNS.name],
          decision: cells[PAIR_COLUMNS.decision],
        }
  })
