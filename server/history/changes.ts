import { NO_VALUES, type Offer, type OfferLocation } from '../prices/offer.ts'

/** Prices of a location as stored in the history. Of the stock, only its presence is stored. */
export interface HistoryOffer {
  retail: number | null
  wholesale: number | null
  cost: number | null
  /** null if the source has no stock figures */
  inStock: boolean | null
}

/** State of a location after a day on which something changed there. */
export interface LocationChange {
  location: number
  /** null if the location no longer has the tyre */
  offer: HistoryOffer | null
}

/** Numbers per location in the stored list: location, retail, wholesale, cost, stock; negative if missing. */
export const VALUES_PER_LOCATION = 5
const MISSING = -1
export const STOCK = { removed: -1, unknown: 0, none: 1, some: 2 } as const

/** Encodes the new prices of the locations in which a tyre changed at a site; '' if nothing changed. */
export function changesBetween(
  before: readonly Offer[],
  after: readonly Offer[],
  idOf: (location: OfferLocation) => number,
): string {
  let text = ''
  let keptCount = 0
  for (const [i, offer] of after.entries()) {
    // Compares by index first, since price lists mostly keep their order.
    const previous = isSameLocation(before[i], offer)
      ? before[i]
      : before.find((one) => isSameLocation(one, offer))
    if (previous) keptCount++
    if (previous && isSame(previous, offer)) continue
    const { retail, wholesale, cost } = offer
    text += `${idOf(offer)},${retail ?? MISSING},${wholesale ?? MISSING},${cost ?? MISSING},${stockOf(offer)},`
  }
  if (keptCount < before.length) {
    for (const previous of before) {
      if (after.some((one) => isSameLocation(one, previous))) continue
      text += `${idOf(previous)},${MISSING},${MISSING},${MISSING},${STOCK.removed},`
    }
  }
  return text.slice(0, -1)
}

/** Parsed changes of a day: VALUES_PER_LOCATION numbers per location. A flat array, since a history has thousands of locations. */
export type Changes = readonly number[]

export const parseChanges = (text: string): Changes => JSON.parse(`[${text}]`) as number[]

export function readChanges(text: string): LocationChange[] {
  const numbers = parseChanges(text)
  const changes: LocationChange[] = []
  for (let at = 0; at < numbers.length; at += VALUES_PER_LOCATION) {
    const stock = numbers[at + 4]
    const offer = {
      retail: orNull(numbers[at + 1] as number),
      wholesale: orNull(numbers[at + 2] as number),
      cost: orNull(numbers[at + 3] as number),
      inStock: stock === STOCK.unknown ? null : stock === STOCK.some,
    }
    changes.push({ location: numbers[at] as number, offer: stock === STOCK.removed ? null : offer })
  }
  return changes
}

/** Applies a day's changes to a tyre's offers at a site, by the location's id. */
export function applyDayChanges(state: Map<number, HistoryOffer>, changes: string): void {
  for (const { location, offer } of readChanges(changes)) {
    if (offer) state.set(location, offer)
    else state.delete(location)
  }
}

/** Returns the offers of a state; locations without a name are left out. */
export function historyOffers(
  state: ReadonlyMap<number, HistoryOffer>,
  locations: ReadonlyMap<number, OfferLocation>,
): Offer[] {
  return [...state].flatMap(([location, { inStock, ...prices }]) => {
    const found = locations.get(location)
    return found
      ? [{ ...NO_VALUES, ...found, ...prices, stock: inStock === null ? null : Number(inStock) }]
      : []
  })
}

/** Index of each price kind among a location's numbers. */
const PRICE_AT = { retail: 1, wholesale: 2 } as const

/** Applies the changes of one price kind to the prices by location, and to the locations without stock. */
export function applyPrices(
  prices: Map<number, number>,
  soldOut: Set<number>,
  changes: Changes,
  kind: keyof typeof PRICE_AT,
): void {
  const offset = PRICE_AT[kind]
  for (let at = 0; at < changes.length; at += VALUES_PER_LOCATION) {
    const [location, price] = [changes[at] as number, changes[at + offset] as number]
    if (changes[at + 4] === STOCK.none) soldOut.add(location)
    else soldOut.delete(location)
    // A location that no longer has the tyre has no price either.
    if (price === MISSING) prices.delete(location)
    else prices.set(location, price)
  }
}

/** Adds the locations that have a retail or wholesale price. */
export function addPricedLocations(locations: Set<number>, changes: Changes): void {
  for (let at = 0; at < changes.length; at += VALUES_PER_LOCATION) {
    if (changes[at + 1] !== MISSING || changes[at + 2] !== MISSING) locations.add(changes[at] as number)
  }
}

const orNull = (value: number): number | null => (value === MISSING ? null : value)

const isSameLocation = (one: Offer | undefined, other: Offer): boolean =>
  one !== undefined && one.city === other.city && one.warehouse === other.warehouse

const isSame = (one: Offer, other: Offer): boolean =>
  one.retail === other.retail &&
  one.wholesale === other.wholesale &&
  one.cost === other.cost &&
  stockOf(one) === stockOf(other)

function stockOf({ stock }: Offer): number {
  if (stock === null) return STOCK.unknown
  return stock > 0 ? STOCK.some : STOCK.none
}
