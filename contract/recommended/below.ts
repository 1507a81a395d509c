import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf } from '../lib/schemas.ts'

export const BELOW_PAGE_SIZE = 50
/** Maximum tolerance in percent. */
export const MAX_TOLERANCE = 50

const Name = Type.Optional(Type.String({ maxLength: 200 }))
const Day = Type.Optional(Type.String({ maxLength: 10 }))

/** Filters of the report. */
const FILTERS = {
  /** YYYY-MM-DD; the last day by default */
  date: Day,
  site: Name,
  brand: Name,
  city: Name,
  /** search text */
  q: Name,
  /** prices below by at most this many percent are left out */
  over: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_TOLERANCE })),
}

export const BelowQuery = Type.Object(
  { ...FILTERS, page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) },
  closed,
)
export type BelowQuery = Static<typeof BelowQuery>

export const BelowFileQuery = Type.Object({ ...FILTERS, format: oneOf('xlsx', 'csv') }, closed)
export type BelowFileQuery = Static<typeof BelowFileQuery>

const Count = Type.Integer({ minimum: 0 })

/** Price below the recommended one at a site in a city (specification 26.7). */
const BelowPrice = Type.Object({
  site: Type.String(),
  own: Type.Boolean(),
  /** '' for a site without cities */
  city: Type.String(),
  /** lowest retail price of the site in the city */
  price: Type.Number(),
  /** difference to the recommended price in percent, above 0 */
  percent: Type.Number(),
  /** first day of the current unbroken period below the recommended price; null if the history has none */
  since: OrNull(Type.String()),
  /** whether the site's history begins on that day, so that the time may have begun earlier */
  earlier: Type.Boolean(),
  /** ISO instant of the import */
  imported_at: OrNull(Type.String()),
  /** title of the source; '' for an import by command */
  source: Type.String(),
  /** address of the page with the price; '' if it is not from a page */
  page: Type.String(),
})
export type BelowRrpPrice = Static<typeof BelowPrice>

const BelowRow = Type.Object({
  /** key of the tyre (specification 14.1) */
  tyre: Type.String(),
  article: Type.String(),
  brand: Type.String(),
  name: Type.String(),
  recommended: Type.Number(),
  ...BelowPrice.properties,
})
export type BelowRow = Static<typeof BelowRow>

/** Tyres of a site below the recommended price. */
const BelowSite = Type.Object({
  site: Type.String(),
  own: Type.Boolean(),
  tyres: Count,
  /** mean and largest difference in percent, of the lowest price of each tyre */
  mean: Type.Number(),
  largest: Type.Number(),
})
export type BelowSite = Static<typeof BelowSite>

export const BelowAnswer = Type.Object({
  /** day of the prices; null before the first import */
  day: OrNull(Type.String()),
  /** first and last day with prices */
  first_day: OrNull(Type.String()),
  last_day: OrNull(Type.String()),
  /** whether there is a list of recommended prices */
  has_list: Type.Boolean(),
  /** whether any site has prices of the day */
  has_prices: Type.Boolean(),
  /** sites without a list of the day that had one within 30 days before it */
  late: Type.Array(Type.String()),
  /** number of prices below, and of their tyres */
  total: Count,
  tyres: Count,
  /** the sites whatever site is chosen, those with the most tyres first */
  sites: Type.Array(BelowSite),
  /** brands and cities with prices below, whatever is chosen */
  brands: Type.Array(Type.String()),
  cities: Type.Array(Type.String()),
  page: Count,
  pages: Count,
  rows: Type.Array(BelowRow),
})
export type BelowAnswer = Static<typeof BelowAnswer>

export const TyreBelowQuery = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 600 }), date: Day },
  closed,
)

/** Recommended price of one tyre, and who sells it below (specification 26.10). */
export const TyreBelowRrp = Type.Object({
  recommended: OrNull(Type.Number()),
  /** the lowest prices first */
  below: Type.Array(BelowPrice),
})
export type TyreBelowRrp = Static<typeof TyreBelowRrp>
