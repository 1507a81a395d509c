import type { SourcesValue } from '../import/mapping.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import type { Column } from './column.ts'

/** Names of fields that say what kind of goods a record is. */
const KIND_NAME =
  /(?<!\p{L})(?:категори\p{L}*|подкатегори\p{L}*|групп\p{L}*|раздел\p{L}*|тип|вид|тип товара|category|group|section|type|kind|typeprefix)(?!\p{L}*\p{Ll}id)/iu
const LONGEST_KIND = 60
/** Kinds are few. */
const MOST_DIFFERENT = 0.5

/** Columns that say of each record whether it is a tyre: 'Категория', 'Тип товара', or others that name rims or tubes. */
export function goodsColumns(columns: readonly Column[], name: SourcesValue | undefined): string[] {
  const named = new Set([name ?? []].flat().flatMap((source) => (typeof source === 'string' ? [source] : [])))
  return columns.filter((column) => !named.has(column.name) && isKind(column)).map((column) => column.name)
}

function isKind({ name, profile }: Column): boolean {
  if (profile.share('letters') < 0.5 || profile.length > LONGEST_KIND || profile.share('sized') > 0.1)
    return false
  if (KIND_NAME.test(name)) return true
  return profile.distinct < MOST_DIFFERENT && profile.values.some((text) => goodsOfKind(text) === 'others')
}
