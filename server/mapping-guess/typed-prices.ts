import { isQuantityName } from '../import/readers/named-values.ts'
import type { Column } from './column.ts'
import { nameMeanings } from './name-meanings.ts'
import { isPriceKind, isPriceName } from './price-types.ts'

const LEAST = 0.5
/** More different numbers are stock. */
const MOST_QUANTITIES = 20

/**
 * Whether the items of a nested list are one tyre's prices by type or quantity rather than offers of places: a field has names of types, or
 * the items name no place and have a price from a quantity on, or the list is one of prices and its items have no stock.
 */
export function areTypedPrices(list: string, items: readonly Column[]): boolean {
  const texts = items.filter(({ profile }) => profile.filled > 0.5 && profile.different < 50)
  const types = texts.filter(({ profile }) => {
    const values = new Set(profile.values.filter((text) => text !== ''))
    const named = [...values].filter((text) => isPriceKind(text))
    return named.length > 0 && named.length >= values.size / 2
  })
  if (types.length > 0) return true
  const isPlace = ({ name, profile }: Column) =>
    Math.max(nameMeanings(name).warehouse ?? 0, nameMeanings(name).city ?? 0) > LEAST ||
    profile.share('city') > 0.3 ||
    profile.share('place') > 0.3
  if (texts.some(isPlace)) return false
  const hasPrice = isPriceName(list) || items.some(({ likely }) => (likely.price ?? 0) > LEAST)
  if (
    hasPrice &&
    items.some(({ name, profile }) => isQuantityName(list, name) && profile.different <= MOST_QUANTITIES)
  )
    return true
  const hasStock = items.some(({ likely }) => (likely.stock ?? 0) > LEAST)
  return isPriceName(list) && !hasStock
}
