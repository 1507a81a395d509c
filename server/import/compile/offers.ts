import { hasPrice, type Offer } from '../../prices/offer.ts'
import { type Mapping, OFFER_FIELDS } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import type { Remarks } from '../remarks.ts'
import {
  compileOffer,
  type NumberForms,
  type NumberName,
  numberForms,
  type ReadOffer,
} from './offer-fields.ts'
import { type Place, placeTable } from './places.ts'
import { isEmpty, type SourceContext } from './source.ts'

/** Reads the offers of one record, none if the tyre is out of stock everywhere; throws Rejection. */
export type ReadOffers = (cells: readonly RawCell[], items: readonly RawCell[][]) => Offer[]

type OffersValue = NonNullable<Mapping['offers']>

/**
 * Compiles the mapping's `offers`.
 * @param context columns of the record; `itemColumns` are the columns of its nested list
 */
export function compileOffers(
  mapping: Mapping,
  context: SourceContext,
  itemColumns: Columns,
  remarks: Remarks,
): ReadOffers {
  const offers = mapping.offers ?? {}
  const forms = numberForms(mapping, remarks)
  const base = compileOffer(mapping.fields, forms, context)
  const locate = compileLocate(offers.warehouses)

  if (offers.list !== undefined) {
    const item = compileOffer(offers.fields ?? {}, forms, { ...context, columns: itemColumns })
    return ofItems(base, item, locate, offers.emptyList ?? 'skip')
  }
  if (offers.prefix !== undefined) {
    return ofFields(base, prefixPlaces(offers, context.columns, forms))
  }
  if (offers.columns !== undefined) {
    const places = columnPlaces(offers, context.columns, forms)
    return ofFields(base, () => places)
  }
  return (cells) => [locate(base(cells))]
}

/** Returns a function that sets an offer's city from the mapping's table of warehouses. */
function compileLocate(table: OffersValue['warehouses']): (offer: Offer) => Offer {
  if (table === undefined) return (offer) => offer
  const placeAt = placeTable(table)
  const known = memoize((code): Place | null => placeAt(code) ?? null)
  return (offer) => {
    const place = known(offer.warehouse)
    if (!place) return offer
    return { ...offer, city: offer.city || place.city, warehouse: place.warehouse }
  }
}

function ofItems(
  base: ReadOffer,
  item: ReadOffer,
  locate: (offer: Offer) => Offer,
  empty: 'skip' | 'offer',
): ReadOffers {
  return (cells, items) => {
    const own = base(cells)
    if (items.length === 0) return empty === 'offer' ? [locate(own)] : []
    return items.map((cellsOfItem) => locate(item(cellsOfItem, own)))
  }
}

interface PlaceField {
  at: number
  held: NumberName
  read: ReturnType<NumberForms>
}

/** Location with the fields that hold its prices and stock. */
interface PlaceFields {
  place: Place
  fields: PlaceField[]
}

const ZERO = /^\s*0+(?:[.,]0+)?\s*$/
const isZero = (cell: RawCell) => cell === 0 || (typeof cell === 'string' && ZERO.test(cell))

/**
 * Makes an offer for each location with a value. A location that has price fields, but no price or a price of 0, does
 * not sell the tyre.
 */
function ofFields(base: ReadOffer, places: () => readonly PlaceFields[]): ReadOffers {
  return (cells) => {
    const own = base(cells)
    const offers: Offer[] = []
    for (const { place, fields } of places()) {
      const priced = fields.some(({ held }) => held !== 'stock')
      const offer = { ...own, city: place.city || own.city, warehouse: place.warehouse || own.warehouse }
      let present = false
      for (const { at, held, read } of fields) {
        const cell = cells[at]
        if (isEmpty(cell) || (held !== 'stock' && isZero(cell))) continue
        offer[held] = read(cell)
        present = true
      }
      if (present && (!priced || hasPrice(offer))) offers.push(offer)
    }
    return offers
  }
}

/** Groups the mapping's listed columns by location. */
function columnPlaces({ columns = {}, holds }: OffersValue, all: Columns, forms: NumberForms): PlaceFields[] {
  const places = new Map<string, PlaceFields>()
  for (const [name, value] of Object.entries(columns)) {
    const column = typeof value === 'string' ? { city: value } : value
    const place = { city: column.city ?? '', warehouse: column.warehouse ?? '' }
    const key = JSON.stringify(place)
    const known = places.get(key) ?? { place, fields: [] }
    places.set(key, known)
    const held = OFFER_FIELDS[column.holds ?? holds ?? 'stock']
    known.fields.push({ at: all.slot(name), held, read: forms(held, name) })
  }
  return [...places.values()]
}

/** Returns the fields whose names start with the prefix; each record may add new ones. */
function prefixPlaces(
  offers: OffersValue,
  columns: Columns,
  forms: NumberForms,
): () => readonly PlaceFields[] {
  const { prefix = '', holds = 'stock' } = offers
  const held = OFFER_FIELDS[holds]
  const placeAt = placeTable(offers.warehouses ?? {})
  const places: PlaceFields[] = []
  let seen = 0
  return () => {
    for (; seen < columns.names.length; seen++) {
      const name = columns.names[seen] as string
      if (!name.startsWith(prefix)) continue
      const code = name.slice(prefix.length)
      const place = placeAt(code) ?? { city: '', warehouse: code }
      places.push({ place, fields: [{ at: seen, held, read: forms(held, name) }] })
    }
    return places
  }
}
