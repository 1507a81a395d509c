import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import type { Condition } from '../../contract/matching/matching.ts'
import type { PriceKind } from '../../contract/offers/offer-values.ts'
import type { SpecName } from '../../contract/tyre/tyre-specs.ts'
import { conditionOf, isOld, yearOf } from '../matching/condition.ts'
import { identityConflict } from '../matching/identity-conflict.ts'
import { groupIndexes } from './group-indexes.ts'
import { type ListingIds, listingKey, NO_IDS, type OfferedState } from './listings/listing.ts'
import { isBefore, type Offer, type OfferLocation, type TyreSpecs } from './offer.ts'
import { OfferColumns, repeatedOffers } from './offer-columns.ts'
import { MAX_UNUSUAL, type UnlikelyPrice, unlikelyPrices } from './unlikely-prices.ts'

/** Draft of one site's day. It collects the records that are read before anything is saved. */
export interface SnapshotDraft {
  /**
   * adds one offer; the same tyre may occur any number of times, in any order
   * @param line line of the file, or number of the record
   * @param ids further identifiers of the listing, and its state
   */
  add(specs: TyreSpecs, offer: Offer, line?: number, ids?: ListingIds & OfferedState): void
  readonly tyres: number
  readonly offers: number
  /** total number of characters of the tyres' descriptions and identifiers */
  readonly chars: number
  /** number of different warehouses */
  readonly places: number
  /** returns the number of different values of a field among the tyres */
  differentValues(field: SpecName): number
}

/** Listing of a site with its tyre's description. */
export interface DraftTyre extends ListingIds {
  /** identity within the site (listings/listing.ts) */
  key: string
  specs: TyreSpecs
  condition: Condition
  /** year of production; '' if unknown */
  year: string
  /** number of offers added, duplicates included */
  offers: number
}

/** Offer of one record of the file, whose name may differ from the tyre's. */
export interface RecordedOffer {
  line: number
  name: string
  offer: Offer
}

/** Offer that is not saved because the file has a cheaper offer of the same tyre in the same warehouse. */
export interface RepeatedOffer {
  kept: RecordedOffer
  left: RecordedOffer
}

/** Offer with an implausible price for its size. */
export interface UnlikelyOffer extends RecordedOffer {
  specs: TyreSpecs
  kind: PriceKind
  price: number
  /** median price of the size */
  usual: number
}

interface UnusualOffers {
  count: number
  examples: UnlikelyOffer[]
}

/** Draft as saving reads it, after all records were added. */
export interface CollectedDraft extends SnapshotDraft {
  /** tyres in order of their first offer */
  readonly list: readonly DraftTyre[]
  /** returns a function from a tyre's index to its offers, the cheapest of each warehouse; call it once, at the end */
  offersByTyre(): (tyre: number) => Offer[]
  /** counts the unsaved offers whose price differs from that of the saved one, and returns the first `most` of them */
  repeated(most: number): { count: number; examples: RepeatedOffer[] }
  /** removes offers with implausible prices and tyres that have no other offers; nothing can be added after it */
  removeUnlikely(): UnlikelyOffer[]
  /** counts, with examples, the offers of about a hundred times the usual price, and those of no new tyre's price */
  unusual(kind: 'high' | 'cheap'): UnusualOffers
}

/** Maximum number of stored record names that differ from the tyre's; they only serve as examples in messages. */
const MAX_OTHER_NAMES = 20_000

const NO_OFFERS: UnusualOffers = { count: 0, examples: [] }

/** @param day ISO date of the prices, by which old tyres are told from those of recent years */
export function createDraft(day = ''): CollectedDraft {
  const tyres = new Map<string, number>()
  const list: DraftTyre[] = []
  const placeIndex = new Map<string, Map<string, number>>()
  const places: OfferLocation[] = []
  let chars = 0
  let columns = new OfferColumns()
  const unusual: Record<'high' | 'cheap', UnusualOffers> = { high: NO_OFFERS, cheap: NO_OFFERS }
  /** name of the record if it differs from the tyre's name, by index of the offer */
  let otherNames = new Map<number, string>()

  const indexOfPlace = (city: string, warehouse: string): number => {
    const warehouses = getOrAdd(placeIndex, city, () => new Map<string, number>())
    return getOrAdd(warehouses, warehouse, () => places.push({ city, warehouse }) - 1)
  }

  // Consecutive offers of a tyre mostly share one specs object, which saves looking up its identity.
  let last: { specs: TyreSpecs; ids: ListingIds & OfferedState; index: number } | undefined

  const indexOfTyre = (specs: TyreSpecs, ids: ListingIds & OfferedState): number => {
    if (last?.specs === specs && isSameListing(last.ids, ids)) return last.index
    const index = enterTyre(specs, ids)
    last = { specs, ids, index }
    return index
  }

  const enterTyre = (specs: TyreSpecs, ids: ListingIds & OfferedState): number => {
    const { condition = conditionOf(specs.name), year = yearOf(specs.name) } = ids
    let key = listingKey(specs, ids)
    // A tyre that is not new or old is another listing than the new one, whose price it must not lower.
    if (condition !== 'new') key = `${key}~${condition}`
    if (isOld(year, day)) key = `${key}~${year}`
    let known = tyres.get(key)
    // Records with one identifier but another brand or size are different listings.
    if (known !== undefined && identityConflict((list[known] as DraftTyre).specs, specs)) {
      key = `${key}~${specs.brand}~${specs.width}/${specs.height}/${specs.diameter}`
      known = tyres.get(key)
    }
    if (known === undefined) {
      tyres.set(key, list.length)
      chars += charsOf(specs) + ids.code.length + ids.gtin.length
      return list.push({ key, specs, code: ids.code, gtin: ids.gtin, condition, year, offers: 0 }) - 1
    }
    const tyre = list[known]
    if (!tyre) return known
    tyre.code ||= ids.code
    tyre.gtin ||= ids.gtin
    tyre.year ||= year
    const filled = fillEmpty(tyre.specs, specs)
    if (filled !== tyre.specs) chars += charsOf(filled) - charsOf(tyre.specs)
    tyre.specs = filled
    return known
  }

  const offerAt = (index: number): Offer => ({
    ...(places[columns.of.place.at(index)] as OfferLocation),
    ...columns.at(index),
  })

  const recordedAt = (index: number): RecordedOffer => ({
    line: columns.of.line.at(index),
    name: otherNames.get(index) ?? (list[columns.of.tyre.at(index)] as DraftTyre).specs.name,
    offer: offerAt(index),
  })

  const remove = (offers: ReadonlySet<number>): void => {
    for (const offer of offers) (list[columns.of.tyre.at(offer)] as DraftTyre).offers--
    const newIndexes = new Map<number, number>()
    for (const [tyre, { offers: left }] of list.entries()) if (left > 0) newIndexes.set(tyre, newIndexes.size)
    const kept = list.filter(({ offers: left }) => left > 0)
    const names = new Map<number, string>()
    let next = 0
    columns = columns.ofTyres((index, tyre) => {
      if (offers.has(index)) return undefined
      const name = otherNames.get(index)
      if (name !== undefined) names.set(next, name)
      next++
      return newIndexes.get(tyre)
    })
    otherNames = names
    list.length = 0
    for (const tyre of kept) list.push(tyre)
  }

  return {
    list,
    get tyres() {
      return list.length
    },
    get offers() {
      return columns.of.tyre.length
    },
    get chars() {
      return chars
    },
    get places() {
      return places.length
    },
    differentValues(field) {
      return new Set(list.map(({ specs }) => specs[field])).size
    },
    add(specs, offer, line = 0, ids = NO_IDS) {
      const tyre = indexOfTyre(specs, ids)
      const counted = list[tyre] as DraftTyre
      counted.offers++
      if (specs.name !== counted.specs.name && otherNames.size < MAX_OTHER_NAMES) {
        otherNames.set(columns.length, specs.name)
      }
      columns.push(tyre, indexOfPlace(offer.city, offer.warehouse), line, offer)
    },
    offersByTyre() {
      const { grouped, starts } = groupIndexes(columns.of.tyre.values(), list.length)
      return (tyre) => {
        const byPlace = new Map<number, Offer>()
        for (let i = starts[tyre] as number; i < (starts[tyre + 1] as number); i++) {
          const index = grouped[i] as number
          const place = columns.of.place.at(index)
          const offer = offerAt(index)
          const other = byPlace.get(place)
          if (!other || isBefore(offer, other)) byPlace.set(place, offer)
        }
        return [...byPlace.values()]
      }
    },
    repeated(most) {
      const examples: RepeatedOffer[] = []
      let count = 0
      for (const [kept, left] of repeatedOffers(columns, list, places.length)) {
        if (count++ < most) examples.push({ kept: recordedAt(kept), left: recordedAt(left) })
      }
      return { count, examples }
    },
    removeUnlikely() {
      const { low, ...others } = unlikelyPrices(columns, list)
      const describe = ({ offer, kind, price, usual }: UnlikelyPrice): UnlikelyOffer => {
        const { specs } = list[columns.of.tyre.at(offer)] as DraftTyre
        return { ...recordedAt(offer), specs, kind, price, usual }
      }
      for (const kind of ['high', 'cheap'] as const) {
        const found = others[kind]
        unusual[kind] = { count: found.length, examples: found.slice(0, MAX_UNUSUAL).map(describe) }
      }
      if (low.length === 0) return []
      const removed = low.map(describe)
      remove(new Set(low.map(({ offer }) => offer)))
      return removed
    },
    unusual: (kind) => unusual[kind],
  }
}

const isSameListing = (a: ListingIds & OfferedState, b: ListingIds & OfferedState): boolean =>
  a.code === b.code && a.condition === b.condition && a.year === b.year

function charsOf(specs: TyreSpecs): number {
  let chars = 0
  for (const key in specs) chars += specs[key as SpecName].length
  return chars
}

/** Fills empty fields of `known` from another record of the same tyre. */
export function fillEmpty(known: TyreSpecs, other: TyreSpecs): TyreSpecs {
  let filled = known
  for (const key of Object.keys(known) as (keyof TyreSpecs)[]) {
    if (known[key] !== '' || other[key] === '') continue
    if (filled === known) filled = { ...known }
    filled[key] = other[key]
  }
  return filled
}
