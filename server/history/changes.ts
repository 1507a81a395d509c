import type { Offer } from '../prices/offer.ts'
import type { Place } from './places.ts'

/** What a place asks, as far as the history remembers it: of the stock only whether there is any. */
export interface KeptOffer {
  retail: number | null
  wholesale: number | null
  cost: number | null
  /** null if the source does not say */
  inStock: boolean | null
}

/** What became of one place on a day on which something of it changed. */
export interface PlaceChange {
  place: number
  /** null if the place no longer has the tyre */
  offer: KeptOffer | null
}

/** Numbers per place in the stored list: place, retail, wholesale, cost, stock. Negative for what there is not. */
const WIDTH = 5
const NONE = -1
const STOCK = { gone: -1, unknown: 0, none: 1, some: 2 } as const

/**
 * What is to be stored of a tyre that has changed at a site: the present prices of those places alone in which something did.
 * @returns '' if nothing did
 */
export function changesBetween(
  before: readonly Offer[],
  after: readonly Offer[],
  numberOf: (place: Place) => number,
): string {
  let text = ''
  let stayed = 0
  for (const [i, offer] of after.entries()) {
    // Lists mostly keep their order.
    const was = isSamePlace(before[i], offer) ? before[i] : before.find((one) => isSamePlace(one, offer))
    if (was) stayed++
    if (was && isSame(was, offer)) continue
    const { retail, wholesale, cost } = offer
    text += `${numberOf(offer)},${retail ?? NONE},${wholesale ?? NONE},${cost ?? NONE},${stockOf(offer)},`
  }
  if (stayed < before.length) {
    for (const was of before) {
      if (after.some((one) => isSamePlace(one, was))) continue
      text += `${numberOf(was)},${NONE},${NONE},${NONE},${STOCK.gone},`
    }
  }
  return text.slice(0, -1)
}

/** Changes of a day, read: WIDTH numbers for each place. Flat, since a history has thousands of places. */
export type Changes = readonly number[]

export const parseChanges = (text: string): Changes => JSON.parse(`[${text}]`) as number[]

export function readChanges(text: string): PlaceChange[] {
  const numbers = parseChanges(text)
  const changes: PlaceChange[] = []
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const stock = numbers[at + 4]
    const offer = {
      retail: orNull(numbers[at + 1] as number),
      wholesale: orNull(numbers[at + 2] as number),
      cost: orNull(numbers[at + 3] as number),
      inStock: stock === STOCK.unknown ? null : stock === STOCK.some,
    }
    changes.push({ place: numbers[at] as number, offer: stock === STOCK.gone ? null : offer })
  }
  return changes
}

/** Where in a place's numbers each kind of price is. */
const PRICE_AT = { retail: 1, wholesale: 2 } as const

/** Applies one kind of price of the changes to the prices by place; places without it have none. */
export function applyPrices(
  prices: Map<number, number>,
  changes: Changes,
  kind: keyof typeof PRICE_AT,
): void {
  const offset = PRICE_AT[kind]
  for (let at = 0; at < changes.length; at += WIDTH) {
    const price = changes[at + offset] as number
    // A place that is gone has no price either.
    if (price === NONE) prices.delete(changes[at] as number)
    else prices.set(changes[at] as number, price)
  }
}

/** Adds the places that have a retail or wholesale price. */
export function addPricedPlaces(places: Set<number>, changes: Changes): void {
  for (let at = 0; at < changes.length; at += WIDTH) {
    if (changes[at + 1] !== NONE || changes[at + 2] !== NONE) places.add(changes[at] as number)
  }
}

const orNull = (value: number): number | null => (value === NONE ? null : value)

const isSamePlace = (one: Offer | undefined, other: Offer): boolean =>
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
