import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf, Text } from '../lib/schemas.ts'

const Address = Text(2_048)
/** Form of addresses with '*' for segments that vary, as in specification 23.9. */
const Pattern = Text(500)
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** How a shop's prices of a city are asked for: by a cookie, a subdomain, the first segment of the path, or a parameter. */
const Cities = Type.Object(
  {
    by: oneOf('cookie', 'subdomain', 'path', 'query'),
    /** name of the cookie or the parameter; '' for the others */
    name: Text(100),
    values: Type.Array(Type.Object({ city: Text(100), value: Text(200) }, closed), {
      minItems: 1,
      maxItems: 100,
    }),
  },
  closed,
)

/** Which pages of a shop are read for its prices, and how (specification 23.10). */
export const ShopCrawl = Type.Object(
  {
    /** sitemaps, and pages from which links are followed */
    sitemaps: Type.Array(Address, { maxItems: 100 }),
    starts: Type.Array(Address, { maxItems: 200 }),
    /** lists of tyres, whose links are followed, and pages of one tyre */
    lists: Type.Array(Pattern, { maxItems: 50 }),
    products: Type.Array(Pattern, { maxItems: 50 }),
    cities: OrNull(Cities),
    /** pause in s between two requests, at least 1 */
    pause: Type.Integer({ minimum: 1, maximum: 600 }),
    /** times between which pages are read, in the source's zone; null for any */
    hours: OrNull(Type.Object({ from: Time, to: Time }, closed)),
    /** days after which a tyre that the own site does not sell is read again */
    rest_days: Type.Integer({ minimum: 1, maximum: 30 }),
    /** share of the last day's offers below which the prices are held back, in percent */
    completeness: Type.Integer({ minimum: 0, maximum: 100 }),
  },
  closed,
)
export type ShopCrawl = Static<typeof ShopCrawl>
export type CrawlCities = Static<typeof Cities>
