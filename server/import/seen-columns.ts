import type { SeenColumn } from './guessed-mapping.ts'
import { SHEET_FIELD } from './readers/alike-sheets.ts'
import type { CollectedRecord } from './readers/collect.ts'
import type { RawCell } from './readers/columns.ts'
import { KEY_FIELD } from './readers/json.ts'
import { CATEGORY_FIELD } from './readers/xml-categories.ts'
import { cleanText } from './values/text.ts'

/** Records that a person is shown. */
export const SHOWN_RECORDS = 50
const EXAMPLES = 3
/** More are no longer a table that one can look at. */
const SHOWN_COLUMNS = 300
const LONGEST_SHOWN = 200

const FILE_FIELDS = new Set([SHEET_FIELD, KEY_FIELD, CATEGORY_FIELD])

/** Fields that a mapping extracts are not the file's own; a record's sheet, name and category are. */
export const isOfFile = (name: string) => !name.startsWith('$') || FILE_FIELDS.has(name)

interface SeenRecords {
  columns: { names: readonly string[] }
  itemColumns: { names: readonly string[] }
  records: readonly CollectedRecord[]
}

export interface SeenTable {
  columns: SeenColumn[]
  /** aligned with `columns`; null for an empty cell */
  records: (string | null)[][]
}

/**
 * The first records as a table of texts. Fields of a nested list follow the record's own, as 'list[].field', with the values of
 * the list's first item.
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
