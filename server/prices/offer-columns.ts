import { recordOf } from '../../contract/lib/record-of.ts'
import {
  OFFER_VALUES,
  type OfferValue,
  ofEachValue,
  PLACE_FIELDS,
} from '../../contract/offers/offer-values.ts'
import { GrowableBuffer } from './growable-buffer.ts'
import type { Offer, OfferValues } from './offer.ts'

/** Marker of a missing value; no price or stock is negative. */
const ABSENT = -1
/** Stored units of each value: kopecks of a rouble, or pieces. */
const UNITS = ofEachValue((name) => (PLACE_FIELDS[name].kind === 'price' ? 100 : 1))

const COLUMNS = ['tyre', 'place', 'line', ...OFFER_VALUES] as const

/**
 * Stores offers in columns and prices in whole kopecks: a million offers as objects would take four times the memory.
 */
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
