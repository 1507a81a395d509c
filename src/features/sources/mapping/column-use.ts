import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import { type FieldName, type Held, isFieldName, isHeld } from './fields.ts'
import { objectAt, textAt } from './json-parts.ts'

/** What a column is taken for. */
export type ColumnUse =
  | { kind: 'field'; field: FieldName }
  /** the column stands for one city or warehouse, and holds one thing there */
  | { kind: 'place'; holds: Held; city: string; warehouse: string }

export interface Place {
  city: string
  warehouse: string
}

/**
 * What a column is called when it is first taken for a place. Its heading is a city only if it is known to be one, or if nothing
 * else says the city; otherwise it is a warehouse in the city that the record has.
 * @param known the city that the guess found the column to stand for
 */
export function newPlace(mapping: JsonObject, column: string, known: string | undefined): Place {
  if (known !== undefined) return { city: known, warehouse: '' }
  const hasCity = member(objectAt(mapping, 'fields'), 'city') !== undefined
  return hasCity ? { city: '', warehouse: column } : { city: column, warehouse: '' }
}

/** What a `columns` or `prefix` field holds if it does not say so itself. */
export function heldByDefault(mapping: JsonObject): Held {
  const holds = member(objectAt(mapping, 'offers'), 'holds')
  return isHeld(holds) ? holds : 'stock'
}

/** A field's sources, of which the first one that is not empty counts. */
export const sourcesOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** A column of a nested list, by its name inside of that list; null for a column of the record. */
export function nameInList(mapping: JsonObject, column: string): string | null {
  const list = textAt(objectAt(mapping, 'offers'), 'list')
  const beginning = `${list}[].`
  if (list !== '' && column.startsWith(beginning)) return column.slice(beginning.length)
  const fields = objectAt(objectAt(mapping, 'offers'), 'fields')
  return Object.values(fields).some((value) => sourcesOf(value).includes(column)) ? column : null
}

/** What a column is taken for as it stands; null if for nothing, or only in part (see readFromColumn). */
export function columnUse(mapping: JsonObject, column: string): ColumnUse | null {
  const place = placeOfColumn(mapping, column)
  if (place) return place
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

/** As the server looks a warehouse's code up: the exact name, then the longest beginning marked with *. */
export function placeByCode(offers: JsonObject, code: string): Place {
  const table = objectAt(offers, 'warehouses')
  const beginnings = Object.keys(table)
    .filter((name) => name.endsWith('*') && code.startsWith(name.slice(0, -1)))
    .sort((a, b) => b.length - a.length)
  const place = member(table, code) ?? member(table, beginnings[0] ?? '')
  if (typeof place === 'string') return { city: place, warehouse: code }
  if (isObject(place)) return { city: textAt(place, 'city'), warehouse: textAt(place, 'warehouse') }
  return { city: '', warehouse: code }
}

/** The fields that take a part of this column, such as the sizes in a name. */
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

/** Names of the fields that `extract` makes of this column. */
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

/** A field that no column as a whole gives, and what gives it. */
export interface OtherField {
  field: FieldName
  /** the same for every record; null if it is made of parts of columns */
  constant: string | null
  /** what it is made of, in words */
  from: string
}

/** The filled fields that are not a whole column's. */
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
        from: sources.map(sourceWords).join('; иначе '),
      },
    ]
  })
  return others
}

const isWholeColumn = (source: unknown): boolean => typeof source === 'string' && !source.startsWith('$')

/** What the server looks for by its own lists. */
const KNOWN: Readonly<Record<string, string>> = {
  brand: 'известный бренд',
  season: 'сезон',
  vehicleType: 'тип авто',
  city: 'город',
}

/** A source in a person's words. */
function sourceWords(source: unknown): string {
  if (typeof source === 'string') return source.startsWith('$') ? 'часть названия' : `колонка «${source}»`
  if (!isObject(source)) return 'не понято'
  const from = textAt(source, 'from')
  const joined = member(source, 'join')
  if (Array.isArray(joined)) return joined.map(sourceWords).join(' + ')
  if (member(source, 'value') !== undefined) return `всегда «${String(member(source, 'value'))}»`
  const known = textAt(source, 'known')
  if (known !== '') return `${KNOWN[known] ?? 'известное слово'} в колонке «${from}»`
  return `часть колонки «${from}»`
}
