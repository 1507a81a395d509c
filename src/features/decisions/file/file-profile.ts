import type { Decision } from '../../../../contract/decisions/decision.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { preferences } from '../../../lib/preferences.ts'
import { type Copied, copyOf } from '../../../lib/spreadsheet/clipboard.ts'
import { csvWriter, xlsxWriter } from '../../../lib/spreadsheet/table-writers.ts'
import { KIND_NAMES } from '../../market/price-texts.ts'
import { effectOf } from '../effect.ts'
import { ruleText } from '../pricing-rule.ts'

interface FileColumn {
  name: string
  kind: SheetColumnKind
  cell(decision: Decision): Cell
}

/** Returns null, an empty cell, for an empty text. */
const text = (value: string): Cell => value || null

/** Columns that a file of decisions can have (specification 19.6). */
const COLUMNS = {
  article: { name: 'Артикул', kind: 'text', cell: ({ article }) => text(article) },
  brand: { name: 'Бренд', kind: 'text', cell: ({ brand }) => text(brand) },
  name: { name: 'Название', kind: 'text', cell: ({ name }) => text(name) },
  size: { name: 'Размер', kind: 'text', cell: ({ size }) => text(size) },
  city: { name: 'Город', kind: 'text', cell: ({ city }) => text(city) },
  kind: { name: 'Вид цены', kind: 'text', cell: ({ kind }) => KIND_NAMES[kind] },
  old: { name: 'Старая цена', kind: 'price', cell: ({ now }) => now },
  new: { name: 'Новая цена', kind: 'price', cell: ({ price }) => price },
  change: { name: 'Изменение, %', kind: 'percent', cell: (decision) => effectOf(decision).change },
  cost: { name: 'Себестоимость', kind: 'price', cell: ({ cost }) => cost },
  rule: { name: 'Правило', kind: 'text', cell: ({ rule }) => ruleText(rule) },
  comment: { name: 'Комментарий', kind: 'text', cell: ({ comment }) => text(comment) },
  day: { name: 'Цены за', kind: 'date', cell: ({ day }) => day },
} as const satisfies Readonly<Record<string, FileColumn>>
type FileColumnId = keyof typeof COLUMNS

/** Column of the file as configured by the user. */
export interface ProfileColumn {
  id: FileColumnId
  /** header of the column, as the user's accounting system expects it */
  name: string
  wanted: boolean
}

/** Configuration of the file: its columns in order, and its format. */
export interface FileProfile {
  columns: readonly ProfileColumn[]
  format: 'xlsx' | 'csv'
}

const IDS = Object.keys(COLUMNS) as FileColumnId[]
/** Columns selected by default: those that an accounting system needs to import a price. */
const USUAL: readonly FileColumnId[] = ['article', 'city', 'old', 'new', 'rule', 'comment']
const MAX_NAME_LENGTH = 80

export const FIRST_PROFILE: FileProfile = {
  format: 'xlsx',
  columns: IDS.map((id) => ({ id, name: COLUMNS[id].name, wanted: USUAL.includes(id) })),
}

export const defaultColumnName = (id: FileColumnId): string => COLUMNS[id].name

/** Returns the configuration stored on this device for this user; FIRST_PROFILE without one. */
export const storedProfile = (): FileProfile => readProfile(preferences.decisionFile.get())

export const storeProfile = (profile: FileProfile): void => preferences.decisionFile.set(profile)

/**
 * Reads a stored configuration. Columns that it does not contain, because an older version stored it, are appended and
 * not selected.
 */
function readProfile(value: unknown): FileProfile {
  const { columns, format } = (value ?? {}) as Record<string, unknown>
  if (!Array.isArray(columns)) return FIRST_PROFILE
  const known = columns.flatMap((column: unknown): ProfileColumn[] => {
    const { id, name, wanted } = (column ?? {}) as Record<string, unknown>
    const found = IDS.find((one) => one === id)
    return found && typeof name === 'string' && name.length <= MAX_NAME_LENGTH
      ? [{ id: found, name, wanted: wanted === true }]
      : []
  })
  const first = known.filter(({ id }, index) => known.findIndex((other) => other.id === id) === index)
  const others = FIRST_PROFILE.columns.filter(({ id }) => !first.some((column) => column.id === id))
  return {
    format: format === 'csv' ? 'csv' : 'xlsx',
    columns: [...first, ...others.map((column) => ({ ...column, wanted: false }))],
  }
}

const sheetColumnsOf = ({ columns }: FileProfile): SheetColumn<Decision>[] =>
  columns
    .filter(({ wanted }) => wanted)
    .map(({ id, name }) => ({
      group: '',
      label: name.trim() || defaultColumnName(id),
      ...cellOf(COLUMNS[id]),
    }))

const cellOf = ({ kind, cell }: FileColumn) => ({ kind, cell })

/**
 * Creates a file of decisions with a single header row, as accounting systems expect it (specification 19.6).
 * @throws SheetTooLarge
 */
export function decisionsFile(decisions: readonly Decision[], profile: FileProfile): Blob {
  const columns = sheetColumnsOf(profile)
  const isXlsx = profile.format === 'xlsx'
  if (isXlsx) checkSheetSize(columns.length, 1 + decisions.length)
  const writer = isXlsx ? xlsxWriter(columns, false) : csvWriter(columns)
  for (const decision of decisions) writer.row(decision)
  return new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE })
}

/** Returns the file's table for the clipboard, with days as texts. */
export function copiedDecisions(
  decisions: readonly Decision[],
  profile: FileProfile,
  locale: string,
): Copied {
  const columns = sheetColumnsOf(profile).map(({ label, kind, cell }) => ({
    title: label,
    kind: kind === 'date' ? ('text' as const) : kind,
    cell,
  }))
  return copyOf(decisions, columns, locale)
}
