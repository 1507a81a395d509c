import { MOVE_MARKS } from '../../contract/reports/moves.ts'
import type { Offer } from './offer.ts'

/** Offer as stored in the database. */
export interface StoredOffer extends Offer {
  /** change in percent of the wholesale price, or else the retail price, since the site's previous day */
  change: number | null
}

/** Offer as a tuple of the column. */
export type OfferTuple = [
  city: string,
  warehouse: string,
  retail: number | null,
  wholesale: number | null,
  cost: number | null,
  stock: number | null,
  change: number | null,
]

/** Encodes a tyre's offers at one site and day for the column site_offers.offers, as a JSON list of tuples. */
export function encodeOffers(offers: readonly StoredOffer[]): string {
  return JSON.stringify(
    offers.map((o): OfferTuple => [o.city, o.warehouse, o.retail, o.wholesale, o.cost, o.stock, o.change]),
  )
}

const storedOffer = ([city, warehouse, retail, wholesale, cost, stock, change]: OfferTuple): StoredOffer => ({
  city,
  warehouse,
  retail,
  wholesale,
  cost,
  stock,
  change,
})

/** Parses offers without an object for each, where only some of many are used. */
export const parseOfferTuples = (text: string): OfferTuple[] => JSON.parse(text) as OfferTuple[]

export const decodeOffers = (text: string): StoredOffer[] => parseOfferTuples(text).map(storedOffer)

/** Stored offer together with its site. */
export interface SiteOffer extends StoredOffer {
  site: string
  /** set if only one of two compared days has it; there is no change then */
  moved?: 'new' | 'gone'
}

/** Returns a change as reports display it: in percent, or as a word. */
export const toldChange = ({ change, moved }: SiteOffer): number | string | null =>
  moved ? MOVE_MARKS[moved] : change

/** Decodes the offers of some cities. A list page has thousands of offers, so each is built only once. */
export function decodeSiteOffers(
  text: string,
  site: string,
  isCity: (city: string) => boolean = () => true,
): SiteOffer[] {
  const offers: SiteOffer[] = []
  for (const [city, warehouse, retail, wholesale, cost, stock, change] of JSON.parse(text) as OfferTuple[]) {
    if (isCity(city)) offers.push({ site, city, warehouse, retail, wholesale, cost, stock, change })
  }
  return offers
}
