import { MAPPED_STOCKS } from '../../contract/offers/offer-values.ts'
import type { Mapping, OfferFieldName, SourcesValue } from '../import/mapping.ts'
import { isQuantityName } from '../import/readers/named-values.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'
import { nameMeanings } from './name-meanings.ts'
import { GUESSED_KINDS, noteIgnored, notePrice } from './price-kind.ts'
import { isPriceKind, isPriceName } from './price-types.ts'
import { findPrices } from './prices.ts'
import { assignRoles } from './roles.ts'

type Offers = NonNullable<Mapping['offers']>

const ITEM_FIELDS = ['city', 'warehouse', ...MAPPED_STOCKS] as const

/**
 * Maps a nested list whose items have their own prices or stock. Returns null if they have neither, or if the items
 * are prices by type.
 */
export function listOffers(
  draft: MappingDraft,
  list: string,
  items: readonly GuessColumn[],
  recordHasStock: boolean,
): Offers | null {
  if (areTypedPrices(list, items)) return null
  const prices = findPrices(items)
  const priced = new Set(Object.values(prices.found).flatMap(({ column, others }) => [column, ...others]))
  const roles = assignRoles(
    items.filter((column) => !priced.has(column)),
    ITEM_FIELDS,
  )
  if (!roles.stock && priced.size === 0) return null
  const fields: NonNullable<Offers['fields']> = {}
  const set = (field: OfferFieldName, sources: SourcesValue, sureness: number, column: GuessColumn) => {
    fields[field] = sources
    draft.addInOffers(field, `список «${list}»: ${draft.sourceText(sources)}`, sureness)
    draft.take(`${list}[].${column.name}`, field, sureness)
  }
  for (const kind of GUESSED_KINDS) {
    const price = prices.found[kind]
    if (!price) continue
    const names = [price.column, ...price.others].map(({ name }) => name)
    set(kind, singleOrList(names), price.sureness, price.column)
    notePrice(draft, kind, price, `${list}[].`)
  }
  noteIgnored(draft, prices, `${list}[].`)
  for (const field of ITEM_FIELDS) {
    const role = roles[field]
    if (role) set(field, role.column.name, role.sureness, role.column)
  }
  return { list, fields, emptyList: recordHasStock ? 'offer' : 'skip' }
}

const MIN_SURENESS = 0.5
/** A column with more distinct numbers is stock. */
const MAX_QUANTITIES = 20

/**
 * Returns true if the items of a nested list are prices of one tyre by type or quantity, not offers of locations: a
 * field contains price types; or the items name no location and have a minimum quantity; or the list is named after
 * prices and its items have no stock.
 */
function areTypedPrices(list: string, items: readonly GuessColumn[]): boolean {
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
