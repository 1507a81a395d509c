import { recordOf } from '../../contract/lib/record-of.ts'
import {
  OFFER_VALUES,
  type OfferValue,
  ofEachValue,
  PRICE_KINDS,
  unitsOf,
} from '../../contract/offers/offer-values.ts'
import { groupIndexes } from './group-indexes.ts'
import { GrowableBuffer } from './growable-buffer.ts'
import { isBefore, type Offer, type OfferValues } from './offer.ts'

/** Marker of a missing value; no price or stock is negative. */
const ABSENT = -1
const UNITS = ofEachValue(unitsOf)

const COLUMNS = ['tyre', 'place', 'line', ...OFFER_VALUES] as const

/** Stores offers in columns, prices in kopecks: a million offers as objects would take four times the memory. */
export class OfferColumns {
  /** buffers by column; `line` is the line of the file, or the number of the record */
  readonly of = recordOf(COLUMNS, () => new GrowableBuffer())

  get length(): number {
    return this.of.tyre.length
  }

  push(tyre: number, place: number, line: number, offer: Offer): void {
    this.of.tyre.push(tyre)
    this.of.place.push(place)
    this.of.line.push(line)
    for (const name of OFFER_VALUES) {
      const value = offer[name]
      this.of[name].push(value === null ? ABSENT : Math.round(value * UNITS[name]))
    }
  }

  /** Returns an offer's numbers; its city and warehouse are stored by index. */
  at(index: number): OfferValues {
    return ofEachValue((name) => this.value(name, index))
  }

  /** Returns a price in roubles or the stock; null if there is none. */
  value(name: OfferValue, index: number): number | null {
    const value = this.of[name].at(index)
    return value === ABSENT ? null : value / UNITS[name]
  }

  /** Copies the offers whose tyre has a new index; the others are left out. */
  ofTyres(newIndex: (index: number, tyre: number) => number | undefined): OfferColumns {
    const kept = new OfferColumns()
    for (let i = 0; i < this.length; i++) {
      const tyre = newIndex(i, this.of.tyre.at(i))
      if (tyre === undefined) continue
      for (const column of COLUMNS) kept.of[column].push(column === 'tyre' ? tyre : this.of[column].at(i))
    }
    return kept
  }
}

/** Tyre of a draft with the number of its offers. */
interface CountedTyre {
  offers: number
}

/** Yields pairs of a saved and an unsaved offer, by index, whose prices differ. */
export function* repeatedOffers(
  columns: OfferColumns,
  list: readonly CountedTyre[],
  places: number,
): Generator<[kept: number, left: number]> {
  const { grouped, starts } = groupIndexes(columns.of.tyre.values(), list.length)
  const differ = (a: number, b: number) =>
    PRICE_KINDS.some((kind) => columns.of[kind].at(a) !== columns.of[kind].at(b))
  /** by index of the warehouse: the tyre last seen there, and in `keptAt` the index of its saved offer */
  const tyreAt = new Int32Array(places).fill(-1)
  const keptAt = new Int32Array(places)
  for (const [tyre, { offers }] of list.entries()) {
    if (offers < 2) continue
    const own = grouped.subarray(starts[tyre], starts[tyre + 1])
    let isRepeated = false
    for (const index of own) {
      const place = columns.of.place.at(index)
      const isFirst = tyreAt[place] !== tyre
      isRepeated ||= !isFirst
      if (isFirst || isBefore(columns.at(index), columns.at(keptAt[place] as number))) keptAt[place] = index
      tyreAt[place] = tyre
    }
    if (!isRepeated) continue
    for (const index of own) {
      const kept = keptAt[columns.of.place.at(index)] as number
      if (kept !== index && differ(kept, index)) yield [kept, index]
    }
  }
}
