import type { SpecName } from '../../contract/tyre-specs.ts'
import { Growing } from './growing.ts'
import type { Offer, TyreSpecs } from './offer.ts'
import { tyreIdentity } from './tyre-identity.ts'

/** One site's day while it is being read, before anything of it is written. */
export interface SnapshotDraft {
  /** Adds one offer; the same tyre may come back any number of times, in any order. */
  add(specs: TyreSpecs, offer: Offer): void
  readonly tyres: number
  readonly offers: number
  /** characters of all tyres' descriptions */
  readonly chars: number
  /** different warehouses */
  readonly places: number
  /** how many different values a field has among the tyres */
  differentValues(field: SpecName): number
}

export interface DraftTyre {
  identity: string
  specs: TyreSpecs
  /** number of offers added, duplicates included */
  offers: number
}

/** The draft's reading side, used for saving. */
export interface CollectedDraft extends SnapshotDraft {
  /** in order of their first offer */
  readonly list: readonly DraftTyre[]
  /** Call once, after the last `add`. @returns a tyre's offers by its index in `list`; the cheapest of several in one place wins */
  offersByTyre(): (tyre: number) => Offer[]
}

interface Place {
  city: string
  warehouse: string
}

/** Stores numbers in columns and prices in whole kopecks: a million offers as objects would take four times the memory. */
export function createDraft(): CollectedDraft {
  const tyres = new Map<string, number>()
  const list: DraftTyre[] = []
  const placeIndex = new Map<string, Map<string, number>>()
  const places: Place[] = []
  let chars = 0
  const columns = {
    tyre: new Growing(),
    place: new Growing(),
    retail: new Growing(),
    wholesale: new Growing(),
    cost: new Growing(),
    stock: new Growing(),
  }

  const indexOfPlace = (city: string, warehouse: string): number => {
    const warehouses = placeIndex.get(city) ?? new Map<string, number>()
    placeIndex.set(city, warehouses)
    const known = warehouses.get(warehouse)
    if (known !== undefined) return known
    warehouses.set(warehouse, places.length)
    return places.push({ city, warehouse }) - 1
  }

  // Consecutive offers of a tyre mostly bring the same object.
  let last: { specs: TyreSpecs; index: number } | undefined

  const indexOfTyre = (specs: TyreSpecs): number => {
    if (last?.specs === specs) return last.index
    const index = enterTyre(specs)
    last = { specs, index }
    return index
  }

  const enterTyre = (specs: TyreSpecs): number => {
    const identity = tyreIdentity(specs)
    const known = tyres.get(identity)
    if (known === undefined) {
      tyres.set(identity, list.length)
      chars += charsOf(specs)
      return list.push({ identity, specs, offers: 0 }) - 1
    }
    const tyre = list[known]
    if (!tyre) return known
    const filled = fillEmpty(tyre.specs, specs)
    if (filled !== tyre.specs) chars += charsOf(filled) - charsOf(tyre.specs)
    tyre.specs = filled
    return known
  }

  const offerAt = (index: number): Offer => {
    const place = places[columns.place.at(index)] as Place
    return {
      ...place,
      retail: fromKopecks(columns.retail.at(index)),
      wholesale: fromKopecks(columns.wholesale.at(index)),
      cost: fromKopecks(columns.cost.at(index)),
      stock: orNull(columns.stock.at(index)),
    }
  }

  return {
    list,
    get tyres() {
      return list.length
    },
    get offers() {
      return columns.tyre.length
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
    add(specs, offer) {
      const tyre = indexOfTyre(specs)
      const counted = list[tyre]
      if (counted) counted.offers++
      columns.tyre.push(tyre)
      columns.place.push(indexOfPlace(offer.city, offer.warehouse))
      columns.retail.push(toKopecks(offer.retail))
      columns.wholesale.push(toKopecks(offer.wholesale))
      columns.cost.push(toKopecks(offer.cost))
      columns.stock.push(offer.stock ?? ABSENT)
    },
    offersByTyre() {
      const { grouped, starts } = groupByTyre(columns.tyre, list)
      return (tyre) => {
        const byPlace = new Map<number, Offer>()
        for (let i = starts[tyre] as number; i < (starts[tyre + 1] as number); i++) {
          const index = grouped[i] as number
          const place = columns.place.at(index)
          const offer = offerAt(index)
          const other = byPlace.get(place)
          if (!other || isBefore(offer, other)) byPlace.set(place, offer)
        }
        return [...byPlace.values()]
      }
    },
  }
}

/** What repeated offers are told apart by, in this order: what is absent comes last, of equal prices the largest stock first. */
const RANKS: readonly ((offer: Offer) => number)[] = [
  ({ retail }) => retail ?? Number.POSITIVE_INFINITY,
  ({ wholesale }) => wholesale ?? Number.POSITIVE_INFINITY,
  ({ cost }) => cost ?? Number.POSITIVE_INFINITY,
  ({ stock }) => -(stock ?? ABSENT),
]

/** Whether an offer wins against another of the same tyre and place, whichever comes first in the file (docs/decisions/0054). */
function isBefore(offer: Offer, other: Offer): boolean {
  const telling = RANKS.find((rank) => rank(offer) !== rank(other))
  return telling !== undefined && telling(offer) < telling(other)
}

/**
 * A counting sort, stable within a tyre.
 * @returns indexes of the offers grouped by tyre, and where each tyre's group begins
 */
function groupByTyre(
  tyreOf: Growing,
  list: readonly DraftTyre[],
): { grouped: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(list.length + 1)
  for (const [i, { offers }] of list.entries()) starts[i + 1] = (starts[i] as number) + offers
  const next = starts.slice()
  const grouped = new Uint32Array(tyreOf.length)
  for (let i = 0; i < tyreOf.length; i++) {
    const tyre = tyreOf.at(i)
    const place = next[tyre] as number
    grouped[place] = i
    next[tyre] = place + 1
  }
  return { grouped, starts }
}

/** Safe as a marker, since no price or stock is negative. */
const ABSENT = -1

const orNull = (value: number): number | null => (value === ABSENT ? null : value)
const toKopecks = (price: number | null): number => (price === null ? ABSENT : Math.round(price * 100))
const fromKopecks = (kopecks: number): number | null => (kopecks === ABSENT ? null : kopecks / 100)

function charsOf(specs: TyreSpecs): number {
  let chars = 0
  for (const key in specs) chars += specs[key as SpecName].length
  return chars
}

/** Fills empty fields from another record of the tyre. Returns `known` itself if there is nothing to add. */
export function fillEmpty(known: TyreSpecs, other: TyreSpecs): TyreSpecs {
  let filled = known
  for (const key of Object.keys(known) as (keyof TyreSpecs)[]) {
    if (known[key] !== '' || other[key] === '') continue
    if (filled === known) filled = { ...known }
    filled[key] = other[key]
  }
  return filled
}
