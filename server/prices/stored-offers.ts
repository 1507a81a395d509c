import { MOVE_MARKS } from '../../contract/moves.ts'
import type { Offer } from './offer.ts'

/** An offer as stored in the database. */
export interface StoredOffer extends Offer {
  /** percent by which the wholesale price, or else the retail price, moved since the site's previous day */
  change: number | null
}

type Tuple = [
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
    offers.map((o): Tuple => [o.city, o.warehouse, o.retail, o.wholesale, o.cost, o.stock, o.change]),
  )
}

export function decodeOffers(text: string): StoredOffer[] {
  return (JSON.parse(text) as Tuple[]).map(([city, warehouse, retail, wholesale, cost, stock, change]) => ({
    city,
    warehouse,
    retail,
    wholesale,
    cost,
    stock,
    change,
  }))
}

/** A stored offer together with its site. */
export interface SiteOffer extends StoredOffer {
  site: string
  /** that only one of two compared days has it; there is no change then */
  moved?: 'new' | 'gone'
}

/** A change as reports tell it: in percent, or in a word. */
export const toldChange = ({ change, moved }: SiteOffer): number | string | null =>
  moved ? MOVE_MARKS[moved] : change

/** Decodes directly from the text, since a list page holds thousands of offers. */
export function decodeSiteOffers(text: string, site: string): SiteOffer[] {
  return (JSON.parse(text) as Tuple[]).map(([city, warehouse, retail, wholesale, cost, stock, change]) => ({
    site,
    city,
    warehouse,
    retail,
    wholesale,
    cost,
    stock,
    change,
  }))
}
