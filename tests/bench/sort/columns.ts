import { CITIES, SITES } from '../support/made-up-day.ts'

const [city = ''] = CITIES
const [, site = ''] = SITES

/** One column of every kind, as the parameters of a list. */
export const COLUMNS: Readonly<Record<string, Record<string, string>>> = {
  article: { sort: 'article' },
  name: { sort: '-name' },
  'tyre in one line': { sort: 'tyre' },
  width: { sort: 'width' },
  "a city's median": { sort: JSON.stringify([city]).concat('.median') },
  "a warehouse's price": { sort: `-${JSON.stringify([city, site, 'Склад 2-1', 'retail'])}` },
  "a warehouse's stock": { sort: JSON.stringify([city, site, 'Склад 2-1', 'stock']) },
  'own price, one city': { sort: 'market.own', in: city },
  'place, one city': { sort: 'market.rank', in: city },
  'deviation, one city': { sort: '-market.percent', in: city },
  'minimum, all cities': { sort: 'market.min' },
  'median, all cities': { sort: '-market.median' },
  'place, all cities': { sort: 'market.rank' },
  'deviation, all cities': { sort: '-market.percent' },
  "a site's price, all cities": { sort: `market.${JSON.stringify([site])}` },
}
