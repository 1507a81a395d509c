import { STORED_VALUES } from '../../contract/offers/offer-values.ts'
import type { MOVE_MARKS } from '../../contract/reports/moves.ts'
import type { Offer } from './offer.ts'

/** Offer as stored in the database. */
export interface StoredOffer extends Offer {
  /** change in percent of the wholesale price, or else the retail price, since the site's previous day */
  change: number | null
}

type NumbersOf<Names extends readonly string[]> = { [At in keyof Names]: number | null }
/** Offer as a tuple of the column. A tuple of an older day is shorter if values were added since. */
export type OfferTuple = readonly [
  city: string,
  warehouse: string,
  ...values: NumbersOf<typeof STORED_VALUES>,
]

/** Compiles a function that returns an object from expressions, three times as fast as a loop over their names. */
export const compileObject = <Build>(members: Readonly<Record<string, string>>): Build =>
  new Function(
    'given',
    'site',
    `return { ${Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${value}`)} }`,
  ) as Build

const tupleOf = new Function(
  'offer',
  `return [offer.city, offer.warehouse, ${STORED_VALUES.map((name) => `offer.${name}`)}]`,
) as (offer: StoredOffer) => OfferTuple

const MEMBERS = {
  city: 'given[0]',
  warehouse: 'given[1]',
  ...Object.fromEntries(STORED_VALUES.map((name, at) => [name, `given[${at + 2}] ?? null`])),
}
const storedOffer = compileObject<(tuple: OfferTuple) => StoredOffer>(MEMBERS)
const siteOffer = compileObject<(tuple: OfferTuple, site: string) => StoredSiteOffer>({
  site: 'site',
  ...MEMBERS,
})

/** Encodes a tyre's offers at one site and day for the column site_offers.offers, as a JSON list of tuples. */
export const encodeOffers = (offers: readonly StoredOffer[]): string => JSON.stringify(offers.map(tupleOf))

/** Parses offers without an object for each, where only some of many are used. */
export const parseOfferTuples = (text: string): OfferTuple[] => JSON.parse(text) as OfferTuple[]

export const decodeOffers = (text: string): StoredOffer[] =>
  parseOfferTuples(text).map((tuple) => storedOffer(tuple))

export interface StoredSiteOffer extends StoredOffer {
  site: string
}

/** Offer of a report's row. */
export interface SiteOffer extends Offer {
  site: string
  /** in percent; a word if only one of two compared days has the offer */
  change: number | (typeof MOVE_MARKS)[keyof typeof MOVE_MARKS] | null
}

/** Decodes the offers of some cities. A list page has thousands of offers, so each is built only once. */
export function decodeSiteOffers(
  text: string,
  site: string,
  isCity: (city: string) => boolean = () => true,
): StoredSiteOffer[] {
  const offers: StoredSiteOffer[] = []
  for (const tuple of parseOfferTuples(text)) if (isCity(tuple[0])) offers.push(siteOffer(tuple, site))
  return offers
}
