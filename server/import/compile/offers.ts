import type { Offer } from '../../prices/offer.ts'
import { type Mapping, OFFER_FIELDS, type PlaceValue } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { compileOffer, type NumberForms, numberForms, type ReadOffer } from './offer-fields.ts'
import { type Place, placeOf, placeTable } from './places.ts'
import { isEmpty, type SourceContext } from './source.ts'

/** Reads the offers of one record, none for a tyre available nowhere; throws Rejection. */
export type ReadOffers = (cells: readonly RawCell[], items: readonly RawCell[][]) => Offer[]

type OffersValue = NonNullable<Mapping['offers']>

/**
 * Compiles the mapping's `offers`.
 * @param context has the record's columns; `itemColumns` are those of its nested list
 */
export function compileOffers(mapping: Mapping, context: SourceContext, itemColumns: Columns): ReadOffers {
  const offers = mapping.offers ?? {}
  const forms = numberForms(mapping)
  const base = compileOffer(mapping.fields, forms, context)
  const locate = compileLocate(offers.warehouses)

  if (offers.list !== undefined) {
    const item = compileOffer(offers.fields ?? {}, forms, { ...context, columns: itemColumns })
    return ofItems(base, item, locate, offers.emptyList ?? 'skip')
  }
  if (offers.prefix !== undefined || offers.columns !== undefined) {
    const held = OFFER_FIELDS[offers.holds ?? 'stock']
    return ofFields(base, compilePlaces(offers, context.columns), forms, held)
  }
  return (cells) => [locate(base(cells))]
}

/** Sets an offer's city from the mapping's table of warehouses. */
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
  place: Place
}

function ofFields(
  base: ReadOffer,
  places: () => readonly PlaceField[],
  forms: NumberForms,
  held: keyof NumberForms,
): ReadOffers {
  const form = forms[held]
  return (cells) => {
    const own = base(cells)
    const offers: Offer[] = []
    for (const { at, place } of places()) {
      const cell = cells[at]
      if (isEmpty(cell)) continue
      const city = place.city || own.city
      offers.push({ ...own, city, warehouse: place.warehouse, [held]: form(cell) })
    }
    return offers
  }
}

/** The fields that stand for places; any record may bring new ones. */
function compilePlaces(offers: OffersValue, columns: Columns): () => readonly PlaceField[] {
  const places: PlaceField[] = Object.entries(offers.columns ?? {}).map(([name, value]) => ({
    at: columns.slot(name),
    place: columnPlace(value),
  }))
  const { prefix } = offers
  if (prefix === undefined) return () => places
  const placeAt = placeTable(offers.warehouses ?? {})
  let seen = 0
  return () => {
    for (; seen < columns.names.length; seen++) {
      const name = columns.names[seen] as string
      if (!name.startsWith(prefix)) continue
      const code = name.slice(prefix.length)
      places.push({ at: seen, place: placeAt(code) ?? { city: '', warehouse: code } })
    }
    return places
  }
}

/** A column mapped to a city alone has no warehouse. */
function columnPlace(value: PlaceValue): Place {
  return placeOf(value, '')
}
