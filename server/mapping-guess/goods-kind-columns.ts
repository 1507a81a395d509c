import type { SourcesValue } from '../import/mapping.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import type { GuessColumn } from './column.ts'

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
export function goodsKindColumns(columns: readonly GuessColumn[], name: SourcesValue | undefined): string[] {
  const named = new Set([name ?? []].flat().flatMap((source) => (typeof source === 'string' ? [source] : [])))
  return columns.filter((column) => !named.has(column.name) && isKind(column)).map((column) => column.name)
}

function isKind({ name, profile }: GuessColumn): boolean {
  if (profile.share('letters') < 0.5 || profile.length > MAX_KIND_LENGTH || profile.share('sized') > 0.1)
    return false
  if (KIND_NAME.test(name)) return true
  return profile.distinct < MAX_DISTINCT && profile.values.some((text) => goodsOfKind(text) === 'others')
}
