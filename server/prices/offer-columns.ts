import { GrowableBuffer } from './growable-buffer.ts'
import type { Offer } from './offer.ts'

/** Kinds of price of an offer, in the order of a report. */
export const PRICE_KINDS = ['retail', 'wholesale', 'cost'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

/** Marker of a missing value; no price or stock is negative. */
const ABSENT = -1

const orNull = (value: number): number | null => (value === ABSENT ? null : value)
const toKopecks = (price: number | null): number => (price === null ? ABSENT : Math.round(price * 100))
const fromKopecks = (kopecks: number): number | null => (kopecks === ABSENT ? null : kopecks / 100)

/**
 * Stores offers in columns and prices in whole kopecks: a million offers as objects would take four times the memory.
 */
export class OfferColumns {
  readonly tyre = new GrowableBuffer()
  readonly place = new GrowableBuffer()
  /** line of the file, or number of the record */
  readonly line = new GrowableBuffer()
  readonly retail = new GrowableBuffer()
  readonly wholesale = new GrowableBuffer()
  readonly cost = new GrowableBuffer()
  readonly stock = new GrowableBuffer()

  get length(): number {
    return this.tyre.length
  }

  push(tyre: number, place: number, line: number, offer: Offer): void {
    this.tyre.push(tyre)
    this.place.push(place)
    this.line.push(line)
    this.retail.push(toKopecks(offer.retail))
    this.wholesale.push(toKopecks(offer.wholesale))
    this.cost.push(toKopecks(offer.cost))
    this.stock.push(offer.stock ?? ABSENT)
  }

  /** Returns an offer's numbers; its city and warehouse are stored by index. */
  at(index: number): Omit<Offer, 'city' | 'warehouse'> {
    return {
      retail: fromKopecks(this.retail.at(index)),
      wholesale: fromKopecks(this.wholesale.at(index)),
      cost: fromKopecks(this.cost.at(index)),
      stock: orNull(this.stock.at(index)),
    }
  }

  /** Returns a price in roubles; null if there is none. */
  price(kind: PriceKind, index: number): number | null {
    return fromKopecks(this[kind].at(index))
  }

  /** Copies the offers whose tyre has a new index; the others are left out. */
  ofTyres(newIndex: (index: number, tyre: number) => number | undefined): OfferColumns {
    const kept = new OfferColumns()
    for (let i = 0; i < this.length; i++) {
      const tyre = newIndex(i, this.tyre.at(i))
      if (tyre === undefined) continue
      kept.tyre.push(tyre)
      for (const column of ['place', 'line', 'retail', 'wholesale', 'cost', 'stock'] as const) {
        kept[column].push(this[column].at(i))
      }
    }
    return kept
  }
}

/** Sort criteria of repeated offers: missing values last, and of equal prices the largest stock first. */
const RANKS: readonly ((offer: Omit<Offer, 'city' | 'warehouse'>) => number)[] = [
  ({ retail }) => retail ?? Number.POSITIVE_INFINITY,
  ({ wholesale }) => wholesale ?? Number.POSITIVE_INFINITY,
  ({ cost }) => cost ?? Number.POSITIVE_INFINITY,
  ({ stock }) => -(stock ?? ABSENT),
]

/**
 * Returns whether an offer takes precedence over another of the same tyre and warehouse, whatever their order in the
 * file (docs/decisions/0054).
 */
export function isBefore(
  offer: Omit<Offer, 'city' | 'warehouse'>,
  other: Omit<Offer, 'city' | 'warehouse'>,
): boolean {
  const telling = RANKS.find((rank) => rank(offer) !== rank(other))
  return telling !== undefined && telling(offer) < telling(other)
}

/** Merges the offers of several listings of one site: the cheapest of several offers in one warehouse. */
export function mergeOffers<One extends Offer>(lists: readonly (readonly One[])[]): One[] {
  const [only = []] = lists
  if (lists.length < 2) return [...only]
  const byPlace = new Map<string, One>()
  for (const offer of lists.flat()) {
    const place = `${offer.city}\n${offer.warehouse}`
    const other = byPlace.get(place)
    if (!other || isBefore(offer, other)) byPlace.set(place, offer)
  }
  return [...byPlace.values()]
}
