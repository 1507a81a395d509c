import { memoize } from '../../../contract/lib/memo.ts'
import type { OfferValue } from '../../../contract/offers/offer-values.ts'
import { hasPrice, type Offer, type OfferLocation } from '../../prices/offer.ts'
import { type LocationValue, type Mapping, OFFER_FIELDS } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import type { Remarks } from '../remarks.ts'
import { compileOffer, type NumberParsers, numberParsers, type ReadOffer } from './offer-fields.ts'
import { isEmpty, isZero, type SourceContext } from './source.ts'

/** Reads the offers of one record, none if the tyre is out of stock everywhere; throws Rejection. */
type ReadOffers = (cells: readonly RawCell[], items: readonly RawCell[][]) => Offer[]

type OffersValue = NonNullable<Mapping['offers']>

/**
 * Compiles the mapping's `offers`.
 * @param own columns of the record; `itemColumns` are the columns of its nested list
 */
export function compileOffers(
  mapping: Mapping,
  own: SourceContext,
  itemColumns: Columns,
  remarks: Remarks,
): ReadOffers {
  const offers = mapping.offers ?? {}
  const { minor, instead } = mapping
  const context: SourceContext = { ...own, minor, instead }
  const parsers = numberParsers(mapping, remarks, own.alterations)
  const base = compileOffer(mapping.fields, parsers, context)
  const locate = compileLocate(offers.warehouses)

  if (offers.list !== undefined) {
    const item = compileOffer(offers.fields ?? {}, parsers, { ...context, columns: itemColumns })
    return offersByItem(base, item, locate, offers.emptyList ?? 'skip')
  }
  if (offers.prefix !== undefined) {
    return offersByLocation(base, prefixedLocations(offers, context.columns, parsers))
  }
  if (offers.columns !== undefined) {
    const locations = listedLocations(offers, context.columns, parsers)
    return offersByLocation(base, () => locations)
  }
  return (cells) => [locate(base(cells))]
}

/** Returns a function that sets an offer's city from the mapping's table of warehouses. */
function compileLocate(table: OffersValue['warehouses']): (offer: Offer) => Offer {
  if (table === undefined) return (offer) => offer
  const locationAt = locationTable(table)
  const known = memoize((code): OfferLocation | null => locationAt(code) ?? null)
  return (offer) => {
    const location = known(offer.warehouse)
    if (!location) return offer
    return { ...offer, city: offer.city || location.city, warehouse: location.warehouse }
  }
}

function offersByItem(
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

interface LocationField {
  at: number
  held: OfferValue
  read: ReturnType<NumberParsers>
}

/** Location with the fields that hold its prices and stock. */
interface LocationFields {
  location: OfferLocation
  fields: LocationField[]
}

/**
 * Returns a reader that creates an offer for each location with a value. A location with price fields but without a
 * price, or with a price of 0, does not sell the tyre.
 */
function offersByLocation(base: ReadOffer, locations: () => readonly LocationFields[]): ReadOffers {
  return (cells) => {
    const own = base(cells)
    const offers: Offer[] = []
    for (const { location, fields } of locations()) {
      const priced = fields.some(({ held }) => held !== 'stock')
      const offer = {
        ...own,
        city: location.city || own.city,
        warehouse: location.warehouse || own.warehouse,
      }
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
function listedLocations(
  { columns = {}, holds }: OffersValue,
  all: Columns,
  parsers: NumberParsers,
): LocationFields[] {
  const locations = new Map<string, LocationFields>()
  for (const [name, value] of Object.entries(columns)) {
    const column = typeof value === 'string' ? { city: value } : value
    const location = { city: column.city ?? '', warehouse: column.warehouse ?? '' }
    const key = JSON.stringify(location)
    const known = locations.get(key) ?? { location, fields: [] }
    locations.set(key, known)
    const held = OFFER_FIELDS[column.holds ?? holds ?? 'stock']
    known.fields.push({ at: all.slot(name), held, read: parsers(held, name) })
  }
  return [...locations.values()]
}

/** Returns the fields whose names start with the prefix; each record may add new ones. */
function prefixedLocations(
  offers: OffersValue,
  columns: Columns,
  parsers: NumberParsers,
): () => readonly LocationFields[] {
  const { prefix = '', holds = 'stock' } = offers
  const held = OFFER_FIELDS[holds]
  const locationAt = locationTable(offers.warehouses ?? {})
  const locations: LocationFields[] = []
  let seen = 0
  return () => {
    for (; seen < columns.names.length; seen++) {
      const name = columns.names[seen] as string
      if (!name.startsWith(prefix)) continue
      const code = name.slice(prefix.length)
      const location = locationAt(code) ?? { city: '', warehouse: code }
      locations.push({ location, fields: [{ at: seen, held, read: parsers(held, name) }] })
    }
    return locations
  }
}

/**
 * Returns a function that finds the location of a warehouse code. A name ending with * matches codes by prefix; an
 * exact name wins, then the longest prefix.
 * @returns undefined for a code that the table does not cover
 */
function locationTable(
  table: Readonly<Record<string, LocationValue>>,
): (code: string) => OfferLocation | undefined {
  const exact = new Map(Object.entries(table))
  const prefixes = [...exact]
    .filter(([name]) => name.endsWith('*'))
    .map(([name, location]) => ({ prefix: name.slice(0, -1), location }))
    .sort((a, b) => b.prefix.length - a.prefix.length)

  return (code) => {
    const location = exact.get(code) ?? prefixes.find(({ prefix }) => code.startsWith(prefix))?.location
    return location === undefined ? undefined : locationOf(location, code)
  }
}

/** Returns the location of a warehouse code. If the table has only a city for it, the code is the warehouse's name. */
function locationOf(location: LocationValue, code: string): OfferLocation {
  return typeof location === 'string' ? { city: location, warehouse: code } : location
}
