import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USUAL_LIMITS } from './limits.ts'
import { Columns, type RawCell } from './readers/columns.ts'
import { detectFormat } from './readers/detect-format.ts'
import { openPriceFile } from './readers/open.ts'
import { readRecords } from './readers/read.ts'

/** Line of a table: its number in the file, and its cells by column name; '' where the table has no such column. */
export interface SmallTableLine {
  line: number
  cell(name: string): string
}

/** Maximum length of a cell in characters; longer ones are cut to one more. */
export const LONGEST_CELL = 1_000

/**
 * Reads a table that a person uploaded, a spreadsheet or CSV whose first line has the names of the columns.
 * @param take receives each line
 * @param most maximum number of lines that are read
 * @throws ImportError if the file cannot be read
 */
export async function readSmallTable(
  file: Uint8Array,
  most: number,
  take: (line: SmallTableLine) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'table-'))
  try {
    const path = join(folder, 'table')
    await writeFile(path, file, { mode: 0o600 })
    const opened = await openPriceFile(path)
    const columns = new Columns()
    const sink = {
      columns,
      itemColumns: new Columns(),
      record(cells: RawCell[], line: number) {
        const cell = (name: string) =>
          columns.has(name) ? String(cells[columns.slot(name)] ?? '').slice(0, LONGEST_CELL + 1) : ''
        take({ line, cell })
      },
      broken() {},
    }
    const format = detectFormat(opened.head, path)
    await readRecords(opened, { format, header: 1, limits: { ...USUAL_LIMITS, records: most } }, sink)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
