import type { SeenColumn } from './guessed-mapping.ts'
import { SHEET_FIELD } from './readers/alike-sheets.ts'
import type { CollectedRecord } from './readers/collect.ts'
import type { RawCell } from './readers/columns.ts'
import { KEY_FIELD } from './readers/json.ts'
import { CATEGORY_FIELD } from './readers/xml-categories.ts'
import { cleanText } from './values/text.ts'

/** Number of records in a preview. */
export const SHOWN_RECORDS = 50
const EXAMPLES = 3
/** More columns are not readable as a table. */
const SHOWN_COLUMNS = 300
const LONGEST_SHOWN = 200

const FILE_FIELDS = new Set([SHEET_FIELD, KEY_FIELD, CATEGORY_FIELD])

/**
 * Returns true for a field of the file, including a record's sheet, key and category; false for a field that the
 * mapping extracts.
 */
export const isOfFile = (name: string) => !name.startsWith('$') || FILE_FIELDS.has(name)

interface SeenRecords {
  columns: { names: readonly string[] }
  itemColumns: { names: readonly string[] }
  records: readonly CollectedRecord[]
}

export interface SeenTable {
  columns: SeenColumn[]
  /** rows aligned with `columns`; null for an empty cell */
  records: (string | null)[][]
}

/**
 * Returns the first records as a table of texts. Fields of a nested list are named 'list[].field' and follow the
 * record's own, with the values of the list's first item.
 */
export function seenTable({ columns, itemColumns, records }: SeenRecords, list?: string): SeenTable {
  const own = columns.names.map((name, at) => ({ name, read: (i: number) => records[i]?.cells[at] }))
  const nested = itemColumns.names.map((name, at) => ({
    name: `${list}[].${name}`,
    read: (i: number) => records[i]?.items[0]?.[at],
  }))
  const shown = [...own, ...nested].filter(({ name }) => isOfFile(name)).slice(0, SHOWN_COLUMNS)
  const rows = records.slice(0, SHOWN_RECORDS)
  return {
    columns: shown.map(({ name, read }) => ({ name, examples: examples(records.length, read) })),
    records: rows.map((_, i) => shown.map(({ read }) => shownText(read(i)))),
  }
}

function shownText(cell: RawCell): string | null {
  const text = cell === undefined ? '' : cleanText(String(cell)).slice(0, LONGEST_SHOWN)
  return text === '' ? null : text
}

function examples(count: number, read: (i: number) => RawCell): string[] {
  const found = new Set<string>()
  for (let i = 0; i < count && found.size < EXAMPLES; i++) {
    const text = shownText(read(i))
    if (text !== null) found.add(text)
  }
  return [...found]
}
