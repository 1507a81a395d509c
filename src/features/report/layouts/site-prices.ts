import type { Cell, ReportRow } from '../../../../contract/reports/report-row.ts'
import { statisticsOf } from '../../../../contract/reports/statistics.ts'
import { type Market, numbersOf } from '../../market/market.ts'
import {
  type Mark,
  type MarketRank,
  marketRankOf,
  markOf,
  placesIn,
  type SiteInCity,
  sitesIn,
} from '../../market/rank.ts'
import type { PageMarket } from './row-markets.ts'

/** Prices of a tyre as one row or card displays them. */
export interface RowPrices extends MarketRank {
  /** own sites first, then by ascending price */
  bySite: ReadonlyMap<string, SiteInCity>
  /** sites whose best price is the lowest or the highest among all sites' best prices */
  marks: ReadonlyMap<string, Mark>
  /** whether a price in this city changed, appeared or disappeared since the comparison day */
  changed: boolean
}

/** Returns a function that returns a row's prices and computes them once per row. */
export function rowPrices(page: PageMarket): (row: ReportRow) => RowPrices {
  const known = new WeakMap<ReportRow, RowPrices>()
  return (row) => {
    const before = known.get(row)
    if (before) return before
    const market = page.of(row)
    const sites = sitesIn(market, page.kind, page.city)
    const best = sites.map(({ best }) => best)
    const range = statisticsOf(numbersOf(best, page.kind))
    const prices = {
      ...marketRankOf(market, page.kind, page.city),
      bySite: new Map(sites.map((site) => [site.site, site])),
      marks: new Map(best.map(({ site, prices }) => [site, markOf(prices[page.kind], range)])),
      changed: isChanged(market, page),
    }
    known.set(row, prices)
    return prices
  }
}

function isChanged(market: Market, { kind, city }: PageMarket): boolean {
  const moved = placesIn(market, city).some(
    ({ prices, changes }) =>
      prices[kind] !== null && Object.values(changes).some((change) => change !== null),
  )
  const cameOrWent = [...market.appeared, ...market.gone]
  return moved || cameOrWent.some((one) => (city === null || one.city === city) && one[kind] !== null)
}

/** Returns whether a site has the tyre in stock in any warehouse; null if unknown. */
export function inStock({ places }: SiteInCity): boolean | null {
  const stocks = places.map(({ stock }) => stock).filter((stock) => stock !== null)
  if (stocks.length === 0) return null
  // Stock may be a text such as '> 20', which also means that the tyre is in stock.
  return stocks.some((stock) => stock !== 0)
}

/**
 * Returns the sites' total stock in pieces; 'в наличии' if one of them states no number, null if none states its stock.
 */
export function stockOf(sites: readonly SiteInCity[]): Cell {
  const stocks = sites
    .flatMap(({ places }) => places.map(({ stock }) => stock))
    .filter((stock) => stock !== null)
  if (stocks.length === 0) return null
  const numbers = stocks.filter((stock) => typeof stock === 'number')
  return numbers.length < stocks.length ? 'в наличии' : numbers.reduce((sum, stock) => sum + stock, 0)
}
