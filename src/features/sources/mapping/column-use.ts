import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import type { LocationColumnField } from '../../../../contract/offers/offer-values.ts'
import { columnLabel } from '../../../../contract/sources/field-labels.ts'
import { type FieldName, isFieldName, isHeld } from './fields.ts'

export type ColumnUse =
  | { kind: 'field'; field: FieldName }
  /** the column contains one kind of value for one city or warehouse */
  | { kind: 'place'; holds: LocationColumnField; city: string; warehouse: string }
  /** the column names the currency of the record's prices */
  | { kind: 'currency' }

export interface WarehousePlace {
  city: string
  warehouse: string
}

/**
 * Returns the city and warehouse that are suggested for a column. The column's heading is used as the city if it is a
 * known city, or if the mapping has no other city; otherwise as a warehouse in the record's city.
 * @param known city that the guess found for the column
 */
export function newPlace(mapping: JsonObject, column: string, known: string | undefined): WarehousePlace {
  if (known !== undefined) return { city: known, warehouse: '' }
  const hasCity = member(objectAt(mapping, 'fields'), 'city') !== undefined
  return hasCity ? { city: '', warehouse: column } : { city: column, warehouse: '' }
}

export interface PriceUnits {
  /** number of tyres that a price is for */
  pieces: number
  /** whether the prices are in kopecks; null if another column says it */
  inKopecks: boolean | null
}

export function priceUnits(mapping: JsonObject, column: string): PriceUnits {
  const pieces = member(objectAt(mapping, 'pieces'), column)
  const power = member(objectAt(mapping, 'minor'), column)
  return {
    pieces: typeof pieces === 'number' ? pieces : 1,
    inKopecks: typeof power === 'string' ? null : power === KOPECKS,
  }
}

/** Power of ten by which prices in kopecks are divided. */
export const KOPECKS = 2

/** Returns the kind of value in columns of `columns` or `prefix` that do not state one. */
export function heldByDefault(mapping: JsonObject): LocationColumnField {
  const holds = member(objectAt(mapping, 'offers'), 'holds')
  return isHeld(holds) ? holds : 'stock'
}

/** Returns the sources of a field; the first non-empty one is used. */
export const sourcesOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Returns a column's name within the nested list of offers; null for a column of the record. */
export function nameInList(mapping: JsonObject, column: string): string | null {
  const list = textAt(objectAt(mapping, 'offers'), 'list')
  const beginning = `${list}[].`
  if (list !== '' && column.startsWith(beginning)) return column.slice(beginning.length)
  const fields = objectAt(objectAt(mapping, 'offers'), 'fields')
  return Object.values(fields).some((value) => sourcesOf(value).includes(column)) ? column : null
}

/** Returns the use of a column; null if it is unused, or only by parts (see readFromColumn). */
export function columnUse(mapping: JsonObject, column: string): ColumnUse | null {
  const place = placeOfColumn(mapping, column)
  if (place) return place
  if (textAt(mapping, 'currency') === column) return { kind: 'currency' }
  const offers = objectAt(mapping, 'offers')
  const inList = nameInList(mapping, column)
  const [fields, name] =
    inList === null ? [objectAt(mapping, 'fields'), column] : [objectAt(offers, 'fields'), inList]
  for (const [field, value] of Object.entries(fields)) {
    if (isFieldName(field) && sourcesOf(value).includes(name)) return { kind: 'field', field }
  }
  return null
}

function placeOfColumn(mapping: JsonObject, column: string): ColumnUse | null {
  const offers = objectAt(mapping, 'offers')
  const place = member(objectAt(offers, 'columns'), column)
  const holds = heldByDefault(mapping)
  if (typeof place === 'string') return { kind: 'place', holds, city: place, warehouse: '' }
  if (isObject(place)) {
    const own = member(place, 'holds')
    return {
      kind: 'place',
      holds: isHeld(own) ? own : holds,
      city: textAt(place, 'city'),
      warehouse: textAt(place, 'warehouse'),
    }
  }
  const prefix = textAt(offers, 'prefix')
  if (prefix === '' || !column.startsWith(prefix)) return null
  return { kind: 'place', holds, ...placeByCode(offers, column.slice(prefix.length)) }
}

/** Looks up a warehouse code as the server does: the exact code, then the longest beginning marked with *. */
export function placeByCode(offers: JsonObject, code: string): WarehousePlace {
  const table = objectAt(offers, 'warehouses')
  const beginnings = Object.keys(table)
    .filter((name) => name.endsWith('*') && code.startsWith(name.slice(0, -1)))
    .sort((a, b) => b.length - a.length)
  const place = member(table, code) ?? member(table, beginnings[0] ?? '')
  if (typeof place === 'string') return { city: place, warehouse: code }
  if (isObject(place)) return { city: textAt(place, 'city'), warehouse: textAt(place, 'warehouse') }
  return { city: '', warehouse: code }
}

/** Returns the fields whose values are parts of this column's values, for example the size in a name. */
export function readFromColumn(mapping: JsonObject, column: string): FieldName[] {
  const groups = groupsFrom(mapping, column)
  const takesPart = (source: unknown): boolean => {
    if (typeof source === 'string') return groups.has(source)
    if (!isObject(source)) return false
    const joined = member(source, 'join')
    if (Array.isArray(joined)) return joined.some((one) => one === column || takesPart(one))
    return member(source, 'from') === column
  }
  return Object.entries(objectAt(mapping, 'fields'))
    .filter(([, value]) => sourcesOf(value).some(takesPart))
    .map(([field]) => field)
    .filter(isFieldName)
}

function groupsFrom(mapping: JsonObject, column: string): ReadonlySet<string> {
  const rules = member(mapping, 'extract')
  if (!Array.isArray(rules)) return new Set()
  return new Set(
    rules
      .filter(isObject)
      .filter((rule) => member(rule, 'from') === column)
      .flatMap((rule) => [...textAt(rule, 'match').matchAll(/\(\?<([a-zA-Z]\w*)>/g)])
      .map(([, name]) => `$${name}`),
  )
}

/** Field whose value is not a complete column's, with the origin of its value. */
export interface OtherField {
  field: FieldName
  /** constant value for all records; null if the value is derived from parts of columns */
  constant: string | null
  from: string
}

export function otherFields(mapping: JsonObject): OtherField[] {
  const offers = objectAt(mapping, 'offers')
  const filled = [
    ...Object.entries(objectAt(mapping, 'fields')),
    ...Object.entries(objectAt(offers, 'fields')),
  ]
  const others = filled.flatMap(([field, value]): OtherField[] => {
    const sources = sourcesOf(value)
    if (!isFieldName(field) || sources.some(isWholeColumn)) return []
    const only = sources.length === 1 ? sources[0] : undefined
    const constant = isObject(only) ? member(only, 'value') : undefined
    return [
      {
        field,
        constant: typeof constant === 'string' ? constant : null,
        from: [...new Set(sources.map(sourceWords))].join('; иначе '),
      },
    ]
  })
  return others
}

const isWholeColumn = (source: unknown): boolean => typeof source === 'string' && !source.startsWith('$')

/** Texts for values that the server looks up in its own lists, by list. */
const KNOWN: Readonly<Record<string, string>> = {
  brand: 'известный бренд',
  season: 'сезон',
  vehicleType: 'тип авто',
  city: 'город',
  condition: 'состояние',
}

function sourceWords(source: unknown): string {
  if (typeof source === 'string') return source.startsWith('$') ? 'часть названия' : `колонка «${source}»`
  if (!isObject(source)) return 'не понято'
  const from = textAt(source, 'from')
  const joined = member(source, 'join')
  if (Array.isArray(joined)) return joined.map(sourceWords).join(' + ')
  if (member(source, 'value') !== undefined) return `всегда «${String(member(source, 'value'))}»`
  // A value that was extracted from a name has no column of its own.
  if (from.startsWith('$') && columnLabel(from) === from) return 'часть названия'
  const known = textAt(source, 'known')
  if (known !== '') return `${KNOWN[known] ?? 'известное слово'} в колонке «${columnLabel(from)}»`
  return `часть колонки «${columnLabel(from)}»`
}

/** Returns the member if it is an object; {} otherwise, as in mappings that people edit by hand. */

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key)
  return isObject(value) ? value : {}
}

export function textAt(object: JsonObject, key: string): string {
  const value = member(object, key)
  return typeof value === 'string' ? value : ''
}

/**
 * Returns a copy with the member set, or removed if `value` is undefined. The member is defined and not assigned,
 * because a column may be called __proto__.
 */
export function withMember(object: JsonObject, key: string, value: unknown): JsonObject {
  const entries = Object.entries(object)
  const at = entries.findIndex(([name]) => name === key)
  if (value === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (at === -1) entries.push([key, value])
  else entries[at] = [key, value]
  return Object.fromEntries(entries)
}

/** Returns a copy with the member set, or removed if `value` is an empty object. */
export const withFilled = (object: JsonObject, key: string, value: JsonObject): JsonObject =>
  withMember(object, key, Object.keys(value).length === 0 ? undefined : value)
