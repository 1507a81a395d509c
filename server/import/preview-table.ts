import type { FileColumn } from '../../contract/sources/sample.ts'
import type { CollectedRecord } from './readers/collect.ts'
import type { RawCell } from './readers/columns.ts'
import { KEY_FIELD } from './readers/json.ts'
import { SHEET_FIELD } from './readers/similar-sheets.ts'
import { CATEGORY_FIELD } from './readers/xml.ts'
import { cleanText } from './values/text.ts'

/** Number of records in a preview. */
export const PREVIEW_RECORDS = 50
const MAX_EXAMPLES = 3
/** More columns are not readable as a table. */
const PREVIEW_COLUMNS = 300
const MAX_TEXT_LENGTH = 200

const FILE_FIELDS = new Set([SHEET_FIELD, KEY_FIELD, CATEGORY_FIELD])

/**
 * Returns true for a field of the file, including a record's sheet, key and category; false for a field that the
 * mapping extracts.
 */
export const isFileField = (name: string) => !name.startsWith('$') || FILE_FIELDS.has(name)

interface PreviewSource {
  columns: { names: readonly string[] }
  itemColumns: { names: readonly string[] }
  records: readonly CollectedRecord[]
}

export interface PreviewTable {
  columns: FileColumn[]
  /** rows aligned with `columns`; null for an empty cell */
  records: (string | null)[][]
}

/**
 * Returns the first records as a table of texts. Fields of a nested list are named 'list[].field' and follow the
 * record's own, with the values of the list's first item.
 */
export function previewTable({ columns, itemColumns, records }: PreviewSource, list?: string): PreviewTable {
  const own = columns.names.map((name, at) => ({ name, read: (i: number) => records[i]?.cells[at] }))
  const nested = itemColumns.names.map((name, at) => ({
    name: `${list}[].${name}`,
    read: (i: number) => records[i]?.items[0]?.[at],
  }))
  const visible = [...own, ...nested].filter(({ name }) => isFileField(name)).slice(0, PREVIEW_COLUMNS)
  const rows = records.slice(0, PREVIEW_RECORDS)
  return {
    columns: visible.map(({ name, read }) => ({ name, examples: examples(records.length, read) })),
    records: rows.map((_, i) => visible.map(({ read }) => previewText(read(i)))),
  }
}

function previewText(cell: RawCell): string | null {
  const text = cell === undefined ? '' : cleanText(String(cell)).slice(0, MAX_TEXT_LENGTH)
  return text === '' ? null : text
}

function examples(count: number, read: (i: number) => RawCell): string[] {
  const found = new Set<string>()
  for (let i = 0; i < count && found.size < MAX_EXAMPLES; i++) {
    const text = previewText(read(i))
    if (text !== null) found.add(text)
  }
  return [...found]
}
