import { isMappedPrice } from '../../contract/offers/offer-values.ts'
import type { Mapping, SourcesValue } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { createSections, SECTION_FIELD } from '../import/sections.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { type GuessColumn, recordColumns } from './column.ts'
import type { MappingDraft } from './draft.ts'
import { isSized } from './profile.ts'

/** Share of the usual number of cells up to which a row is a section heading. */
const MAX_HEADING_SHARE = 0.4

const isFilled = (cell: unknown) => cell !== undefined && cell !== ''
const filledCells = ({ cells }: CollectedRecord) => cells.filter(isFilled).length

/** Records of a table without its heading rows. */
interface SectionedRecords {
  rows: CollectedRecord[]
  /** headings above each row */
  headings: string[]
  sections: number
}

/** Separates section headings ('Летние', 'Aeolus') from records: they have few cells where records have many. */
export function separateSections(records: readonly CollectedRecord[]): SectionedRecords {
  const counts = records.map(filledCells)
  const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length * 0.7)] ?? 0
  const most = Math.max(1, Math.floor(usual * MAX_HEADING_SHARE))
  if (usual < 2) return { rows: [...records], headings: [], sections: 0 }
  const sections = createSections()
  const rows: CollectedRecord[] = []
  const headings: string[] = []
  for (const [i, record] of records.entries()) {
    if ((counts[i] as number) <= most && !hasSize(record)) sections.heading(record.cells)
    else {
      rows.push(record)
      headings.push(sections.above())
    }
  }
  return { rows, headings, sections: records.length - rows.length }
}

/** Returns true for a row with a tyre size: a tyre without a price is not a heading. */
const hasSize = ({ cells }: CollectedRecord) =>
  cells.some((cell) => typeof cell === 'string' && isSized(withLatinSizes(cell)))

/** Matches names of fields that contain the kind of goods. */
const KIND_NAME =
  /(?<!\p{L})(?:категори\p{L}{0,9}|подкатегори\p{L}{0,9}|групп\p{L}{0,9}|раздел\p{L}{0,9}|тип|вид|тип товара|category|group|section|type|kind|typeprefix)(?!\p{L}{0,30}\p{Ll}id)/iu
const MAX_KIND_LENGTH = 60
/** Maximum share of distinct values in a column of kinds. */
const MAX_DISTINCT = 0.5

/**
 * Returns the columns that distinguish tyres from other goods: 'Категория', 'Тип товара', or columns whose values
 * name rims or tubes.
 */
function goodsKindColumns(columns: readonly GuessColumn[], name: SourcesValue | undefined): string[] {
  const named = new Set([name ?? []].flat().flatMap((source) => (typeof source === 'string' ? [source] : [])))
  return columns.filter((column) => !named.has(column.name) && isKind(column)).map((column) => column.name)
}

function isKind({ name, profile }: GuessColumn): boolean {
  if (profile.share('letters') < 0.5 || profile.length > MAX_KIND_LENGTH || profile.share('sized') > 0.1)
    return false
  if (KIND_NAME.test(name)) return true
  return profile.distinct < MAX_DISTINCT && profile.values.some((text) => goodsOfKind(text) === 'others')
}

/**
 * Returns the mapping's rules for records that are no tyres: other goods, and section rows, whose prices are empty.
 * @param names columns of a table with sections; [] for any other
 */
export function skipRules(
  { taken, fields }: MappingDraft,
  columns: readonly GuessColumn[],
  names: readonly string[],
): Pick<Mapping, 'skip'> {
  const priced = [...taken].flatMap(([name, { field }]) => (isMappedPrice(field) ? [name] : []))
  const empty = priced.filter((name) => names.includes(name))
  const goods = goodsKindColumns(columns, fields.name)
  if (empty.length + goods.length === 0) return {}
  return { skip: { ...(empty.length > 0 ? { empty } : {}), ...(goods.length > 0 ? { goods } : {}) } }
}

/** Returns the headings above each record as a column. */
export function sectionColumn(
  headings: readonly string[],
  step: number,
  checkTime: CheckTime,
): GuessColumn | undefined {
  const cells = headings
    .filter((_, i) => i % step === 0)
    .map((text) => ({ line: 0, cells: [text], items: [] }))
  const [column] = recordColumns([SECTION_FIELD], cells, checkTime)
  return column && column.profile.filled > 0 ? column : undefined
}
