import { isMappedPrice } from '../../contract/offers/offer-values.ts'
import { FIELD_NAMES, heldByColumns, type Mapping, type SourcesValue } from '../import/mapping.ts'

/**
 * Returns the columns that a mapping reads, each with the field that it fills.
 * @param names columns of the file, of which some may be warehouses by their prefix
 */
export function usedNames(
  { fields, offers = {}, extract = [], skip, currency, records, minor = {} }: Mapping,
  names: readonly string[],
): Map<string, string> {
  const used = new Map<string, string>()
  const add = (name: string, field: string) => {
    if (!used.has(name)) used.set(name, field)
  }
  const all = [...Object.entries(fields), ...Object.entries(offers.fields ?? {})]
  for (const [field, value] of all.filter(([name]) => FIELD_NAMES.includes(name))) {
    for (const name of namesIn(value as SourcesValue)) add(name, field)
  }
  for (const { from } of extract) add(from, 'name')
  for (const [held, names] of heldByColumns(offers)) for (const name of names) add(name, held)
  const { prefix } = offers
  if (prefix !== undefined)
    for (const name of names) if (name.startsWith(prefix)) add(name, offers.holds ?? 'stock')
  for (const name of skip?.goods ?? []) add(name, 'goods')
  for (const name of skip?.empty ?? []) add(name, 'price')
  if (currency !== undefined) add(currency, 'currency')
  for (const power of Object.values(minor)) if (typeof power === 'string') add(power, 'minor')
  if (records?.join) add(`${records.join.sheet}!${records.join.key}`, 'key')
  return used
}

/** Returns the names of the columns that are read as prices. */
export const priceColumnsOf = (used: ReadonlyMap<string, string>): string[] =>
  [...used].flatMap(([name, field]) => (isMappedPrice(field) ? [name] : []))

/** Returns the names of the columns that sources read. */
function namesIn(sources: SourcesValue): string[] {
  return [sources].flat().flatMap((source) => {
    if (typeof source === 'string') return [source]
    if ('join' in source) return source.join.map((part) => (typeof part === 'string' ? part : part.from))
    return 'from' in source ? [source.from] : []
  })
}
