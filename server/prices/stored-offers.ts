import type { Offer } from './offer.ts'

/** An offer as the database keeps it. */
export interface StoredOffer extends Offer {
  /** change since the site's previous day in percent of the wholesale price, or else of the retail price */
  change: number | null
}

type Tuple = [
  city: string,
  warehouse: string,
  retail: number | null,
  opt: number | null,
  cost: number | null,
  stock: number | null,
  change: number | null,
]

/** One tyre's offers at one site and day as the text of column site_offers.offers: a list of tuples. */
export function encodeOffers(offers: readonly StoredOffer[]): string {
  return JSON.stringify(
    offers.map((o): Tuple => [o.city, o.warehouse, o.retail, o.opt, o.cost, o.stock, o.change]),
  )
}

export function decodeOffers(text: string): StoredOffer[] {
  return (JSON.parse(text) as Tuple[]).map(([city, warehouse, retail, opt, cost, stock, change]) => ({
    city,
    warehouse,
    retail,
    opt,
    cost,
    stock,
    change,
  }))
}

/** A stored offer together with the site that makes it. */
export interface SiteOffer extends StoredOffer {
  site: string
}

/** Straight from the text, since a list page holds thousands of them. */
export function decodeSiteOffers(text: string, site: string): SiteOffer[] {
  return (JSON.parse(text) as Tuple[]).map(([city, warehouse, retail, opt, cost, stock, change]) => ({
    site,
    city,
    warehouse,
    retail,
    opt,
    cost,
    stock,
    change,
  }))
}
