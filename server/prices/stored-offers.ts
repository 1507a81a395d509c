import { MOVE_MARKS } from '../../contract/reports/moves.ts'
import type { Offer } from './offer.ts'

/** Offer as stored in the database. */
export interface StoredOffer extends Offer {
  /** change in percent of the wholesale price, or else the retail price, since the site's previous day */
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

/** Stored offer together with its site. */
export interface SiteOffer extends StoredOffer {
  site: string
  /** set if only one of two compared days has it; there is no change then */
  moved?: 'new' | 'gone'
}

/** Returns a change as reports display it: in percent, or as a word. */
export const toldChange = ({ change, moved }: SiteOffer): number | string | null =>
  moved ? MOVE_MARKS[moved] : change

/** Decodes directly from the text, because a list page has thousands of offers. */
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

/**
 * Decodes the offers of these cities alone: a page of one city uses one offer of dozens, and parsing the others would
 * take most of its time.
 */
export function decodeOffersOf(cities: readonly string[], text: string, site: string): SiteOffer[] {
  // A text that looks like the start of a tuple is one: within a string quotes are escaped, and a string's end is
  // followed by a comma.
  if (cities.some((city) => city.startsWith(',')))
    return decodeSiteOffers(text, site).filter(({ city }) => cities.includes(city))
  const tuples: { at: number; tuple: string }[] = []
  for (const city of new Set(cities)) {
    const beginning = `[${JSON.stringify(city)},`
    for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
      tuples.push({ at, tuple: text.slice(at, endOfTuple(text, at + beginning.length)) })
  }
  if (tuples.length === 0) return []
  tuples.sort((a, b) => a.at - b.at)
  return decodeSiteOffers(`[${tuples.map(({ tuple }) => tuple).join(',')}]`, site)
}

/** @param at index of the warehouse, the last text of a tuple */
function endOfTuple(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return text.indexOf(']', quote) + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
