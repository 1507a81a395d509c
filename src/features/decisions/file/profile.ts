import type { Decision } from '../../../../contract/decisions/decision.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { DECISION_FILE_KEY } from '../../../data/stored-session.ts'
import { keepIfRoom } from '../../../lib/keep-if-room.ts'
import { KIND_NAMES } from '../../market/words.ts'
import { effectOf } from '../effect.ts'
import { ruleWords } from '../rule-words.ts'

interface FileColumn {
  name: string
  kind: SheetColumnKind
  cell(decision: Decision): Cell
}

/** Texts that are empty are empty cells. */
const text = (value: string): Cell => value || null

/** What a file of decided prices can have (specification 19.6). */
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
  rule: { name: 'Правило', kind: 'text', cell: ({ rule }) => ruleWords(rule) },
  comment: { name: 'Комментарий', kind: 'text', cell: ({ comment }) => text(comment) },
  day: { name: 'Цены за', kind: 'date', cell: ({ day }) => day },
} as const satisfies Readonly<Record<string, FileColumn>>
export type FileColumnId = keyof typeof COLUMNS

/** A column of a person's own file. */
export interface ProfileColumn {
  id: FileColumnId
  /** as the person's other system calls it */
  name: string
  wanted: boolean
}

/** The columns of the file in their order, and its format. */
export interface Profile {
  columns: readonly ProfileColumn[]
  format: 'xlsx' | 'csv'
}

const IDS = Object.keys(COLUMNS) as FileColumnId[]
/** What an accounting system needs to take a price over. */
const USUAL: readonly FileColumnId[] = ['article', 'city', 'old', 'new', 'rule', 'comment']
const LONGEST_NAME = 80

export const FIRST_PROFILE: Profile = {
  format: 'xlsx',
  columns: IDS.map((id) => ({ id, name: COLUMNS[id].name, wanted: USUAL.includes(id) })),
}

/** The name that a column has until a person gives it another. */
export const usualName = (id: FileColumnId): string => COLUMNS[id].name

/** The profile that this person kept on this device; the first one without any. */
export function keptProfile(): Profile {
  try {
    return readProfile(JSON.parse(localStorage.getItem(DECISION_FILE_KEY) ?? 'null'))
  } catch {
    return FIRST_PROFILE
  }
}

export function keepProfile(profile: Profile): void {
  keepIfRoom(DECISION_FILE_KEY, JSON.stringify(profile))
}

/** Columns that a former version did not know come last, unwanted. */
function readProfile(value: unknown): Profile {
  const { columns, format } = (value ?? {}) as Record<string, unknown>
  if (!Array.isArray(columns)) return FIRST_PROFILE
  const known = columns.flatMap((column: unknown): ProfileColumn[] => {
    const { id, name, wanted } = (column ?? {}) as Record<string, unknown>
    const found = IDS.find((one) => one === id)
    return found && typeof name === 'string' && name.length <= LONGEST_NAME
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

/** The wanted columns of a profile. */
export const sheetColumnsOf = ({ columns }: Profile): SheetColumn<Decision>[] =>
  columns
    .filter(({ wanted }) => wanted)
    .map(({ id, name }) => ({ group: '', label: name.trim() || usualName(id), ...cellOf(COLUMNS[id]) }))

const cellOf = ({ kind, cell }: FileColumn) => ({ kind, cell })
