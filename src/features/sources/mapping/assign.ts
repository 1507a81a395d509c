import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import {
  type ColumnUse,
  heldByDefault,
  KOPECKS,
  nameInList,
  objectAt,
  type PriceUnits,
  placeByCode,
  sourcesOf,
  textAt,
  withFilled,
  withMember,
} from './column-use.ts'
import { type FieldName, isOfferField } from './fields.ts'

/**
 * Returns the mapping with another use of the column. A field has one column; the column that it had before becomes
 * unused.
 * @param columns all columns of the file, needed to replace a common prefix of city or warehouse columns by the single
 * columns
 */
export function assignColumn(
  mapping: JsonObject,
  column: string,
  use: ColumnUse | null,
  columns: readonly string[],
): JsonObject {
  const listName = nameInList(mapping, column)
  const used = withoutColumn(withoutPrefix(mapping, columns, column), column, listName)
  const freed = textAt(used, 'currency') === column ? withMember(used, 'currency', undefined) : used
  if (use === null) return freed
  if (use.kind === 'currency') return withMember(freed, 'currency', column)
  if (use.kind === 'field') return withField(freed, use.field, listName ?? column, listName !== null)
  const offers = objectAt(freed, 'offers')
  const { holds, city, warehouse } = use
  const place = { city, warehouse, ...(holds === heldByDefault(freed) ? {} : { holds }) }
  return withMember(
    freed,
    'offers',
    withMember(offers, 'columns', withMember(objectAt(offers, 'columns'), column, place)),
  )
}

export function assignUnits(
  mapping: JsonObject,
  column: string,
  { pieces, inKopecks }: PriceUnits,
): JsonObject {
  const divided = withMember(objectAt(mapping, 'pieces'), column, pieces === 1 ? undefined : pieces)
  const minor = objectAt(mapping, 'minor')
  const power = inKopecks === null ? member(minor, column) : inKopecks ? KOPECKS : undefined
  return withFilled(withFilled(mapping, 'pieces', divided), 'minor', withMember(minor, column, power))
}

/** Returns the mapping with a constant value for the field; null or '' leaves the field without a value. */
export function assignConstant(mapping: JsonObject, field: FieldName, value: string | null): JsonObject {
  const source = value === null || value === '' ? undefined : { value }
  const offers = objectAt(mapping, 'offers')
  // A field of the offer would override the same field of the record.
  const cleared = withOffers(
    mapping,
    withFilled(offers, 'fields', withMember(objectAt(offers, 'fields'), field, undefined)),
  )
  return withMember(cleared, 'fields', withMember(objectAt(cleared, 'fields'), field, source))
}

function withField(mapping: JsonObject, field: FieldName, name: string, inList: boolean): JsonObject {
  if (!inList || !isOfferField(field)) {
    return withMember(mapping, 'fields', withMember(objectAt(mapping, 'fields'), field, name))
  }
  const offers = objectAt(mapping, 'offers')
  return withOffers(
    mapping,
    withMember(offers, 'fields', withMember(objectAt(offers, 'fields'), field, name)),
  )
}

const withOffers = (mapping: JsonObject, offers: JsonObject): JsonObject =>
  withFilled(mapping, 'offers', offers)

/** Replaces a common prefix by single columns if the column has it, so that their uses can differ. */
function withoutPrefix(mapping: JsonObject, columns: readonly string[], column: string): JsonObject {
  const offers = objectAt(mapping, 'offers')
  const prefix = textAt(offers, 'prefix')
  if (prefix === '' || !column.startsWith(prefix)) return mapping
  const constant = member(objectAt(mapping, 'fields'), 'city')
  const everywhere = isObject(constant) ? textAt(constant, 'value') : ''
  const places = columns
    .filter((name) => name.startsWith(prefix))
    .map((name): [string, JsonObject] => {
      const { city, warehouse } = placeByCode(offers, name.slice(prefix.length))
      return [name, { city: city || everywhere || warehouse, warehouse }]
    })
  const rest = withMember(withMember(offers, 'prefix', undefined), 'warehouses', undefined)
  return withMember(mapping, 'offers', withMember(rest, 'columns', Object.fromEntries(places)))
}

/** Removes all uses of the complete column. Uses of parts of its values remain. */
function withoutColumn(mapping: JsonObject, column: string, listName: string | null): JsonObject {
  const offers = objectAt(mapping, 'offers')
  const kept = withFilled(offers, 'columns', withMember(objectAt(offers, 'columns'), column, undefined))
  const own =
    listName === null ? kept : withFilled(kept, 'fields', withoutSource(objectAt(kept, 'fields'), listName))
  const bare = Object.keys(own).length === 1 && 'holds' in own ? {} : own
  return withMember(withOffers(mapping, bare), 'fields', withoutSource(objectAt(mapping, 'fields'), column))
}

function withoutSource(fields: JsonObject, name: string): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      if (!sourcesOf(value).includes(name)) return [[field, value]]
      const left = sourcesOf(value).filter((source) => source !== name)
      return left.length === 0 ? [] : [[field, left.length === 1 ? left[0] : left]]
    }),
  )
}
