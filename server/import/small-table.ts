import { USUAL_LIMITS } from './limits.ts'
import { Columns, type RawCell } from './readers/columns.ts'
import { detectFormat } from './readers/detect-format.ts'
import { openPriceFile } from './readers/open.ts'
import { readRecords } from './readers/read.ts'
import { withTemporaryFile } from './temporary-file.ts'
import type { UploadRequest } from './upload-readers.ts'

/** Table that a person uploaded: a spreadsheet or CSV whose first line has the names of the columns. */
export interface TableRequest<Column extends string = string> extends UploadRequest {
  /** wanted columns */
  columns: readonly Column[]
  /** maximum number of lines that are read */
  most: number
}

/** Line of a table: its number in the file, and its cells by column name; '' where the table has no such column. */
export interface UploadedLine<Column extends string = string> {
  line: number
  cells: Record<Column, string>
}

/** Maximum length of a cell in characters; longer ones are cut to one more. */
export const MAX_CELL_LENGTH = 1_000

/**
 * Reads the wanted columns of an uploaded table.
 * @throws ImportError if the file cannot be read
 */
export function readSmallTable<Column extends string>({
  file,
  columns: names,
  most,
}: TableRequest<Column>): Promise<UploadedLine<Column>[]> {
  return withTemporaryFile(file, async (path) => {
    const opened = await openPriceFile(path)
    const columns = new Columns()
    const lines: UploadedLine<Column>[] = []
    const sink = {
      columns,
      itemColumns: new Columns(),
      record(found: RawCell[], line: number) {
        const cell = (name: Column) =>
          columns.has(name) ? String(found[columns.slot(name)] ?? '').slice(0, MAX_CELL_LENGTH + 1) : ''
        const cells = Object.fromEntries(names.map((name) => [name, cell(name)]))
        lines.push({ line, cells: cells as Record<Column, string> })
      },
      broken() {},
    }
    const format = detectFormat(opened.head, path)
    await readRecords(opened, { format, header: 1, limits: { ...USUAL_LIMITS, records: most } }, sink)
    return lines
  })
}
