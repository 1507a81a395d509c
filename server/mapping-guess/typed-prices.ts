import { isQuantityName } from '../import/readers/named-values.ts'
import type { GuessColumn } from './column.ts'
import { nameMeanings } from './name-meanings.ts'
import { isPriceKind, isPriceName } from './price-types.ts'

const MIN_SURENESS = 0.5
/** A column with more distinct numbers is stock. */
const MAX_QUANTITIES = 20

/**
 * Returns true if the items of a nested list are prices of one tyre by type or quantity, not offers of locations: a
 * field contains price types; or the items name no location and have a minimum quantity; or the list is named after
 * prices and its items have no stock.
 */
export function areTypedPrices(list: string, items: readonly GuessColumn[]): boolean {
  const texts = items.filter(({ profile }) => profile.filled > 0.5 && profile.different < 50)
  const types = texts.filter(({ profile }) => {
    const values = new Set(profile.values.filter((text) => text !== ''))
    const named = [...values].filter((text) => isPriceKind(text))
    return named.length > 0 && named.length >= values.size / 2
  })
  if (types.length > 0) return true
  const isLocation = ({ name, profile }: GuessColumn) =>
    Math.max(nameMeanings(name).warehouse ?? 0, nameMeanings(name).city ?? 0) > MIN_SURENESS ||
    profile.share('city') > 0.3 ||
    profile.share('warehouseName') > 0.3
  if (texts.some(isLocation)) return false
  const hasPrice = isPriceName(list) || items.some(({ likely }) => (likely.price ?? 0) > MIN_SURENESS)
  if (
    hasPrice &&
    items.some(({ name, profile }) => isQuantityName(list, name) && profile.different <= MAX_QUANTITIES)
  )
    return true
  const hasStock = items.some(({ likely }) => (likely.stock ?? 0) > MIN_SURENESS)
  return isPriceName(list) && !hasStock
}
