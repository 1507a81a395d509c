import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USUAL_LIMITS } from '../../import/limits.ts'
import { Columns, type RawCell } from '../../import/readers/columns.ts'
import { detectFormat } from '../../import/readers/detect-format.ts'
import { openPriceFile } from '../../import/readers/open.ts'
import { readRecords } from '../../import/readers/read.ts'
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
export const LONGEST_VALUE = 1_000

/**
 * Reads the pairs of a table, which is a spreadsheet or CSV; lines without a site are left out.
 * @throws ImportError if the file cannot be read
 */
export async function readPairs(file: Uint8Array): Promise<FilePair[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pairs-'))
  try {
    const path = join(folder, 'pairs')
    await writeFile(path, file, { mode: 0o600 })
    const opened = await openPriceFile(path)
    const columns = new Columns()
    const pairs: FilePair[] = []
    const sink = {
      columns,
      itemColumns: new Columns(),
      record(cells: RawCell[], line: number) {
        const cell = (name: string) =>
          columns.has(name) ? String(cells[columns.slot(name)] ?? '').slice(0, LONGEST_VALUE + 1) : ''
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
      },
      broken() {},
    }
    const format = detectFormat(opened.head, path)
    await readRecords(
      opened,
      { format, header: 1, limits: { ...USUAL_LIMITS, records: MOST_PAIRS * 2 } },
      sink,
    )
    return pairs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
