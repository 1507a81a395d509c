import type { Competitors } from '../../../../contract/reports/competitors.ts'
import type { NonEmptyColumns } from '../../../../contract/reports/filled.ts'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import type { ComparedPrice } from '../../../../contract/reports/proposed-price.ts'
import type { Cell, ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { statisticsOf } from '../../../../contract/reports/statistics.ts'
import { type Market, marketOfRow, numbersOf, type RowOrigin, withoutSoldOut } from '../../market/market.ts'
import { money } from '../../market/price-texts.ts'
import {
  type Mark,
  type MarketRank,
  marketRankOf,
  markOf,
  placesIn,
  type SiteInCity,
  sitesIn,
} from '../../market/rank.ts'
import { needsCity } from '../../report-choice/report-address.ts'

/** Prices of a page's rows for one kind of price in one city, or in all cities. */
export interface PageMarket {
  /** city of the prices; null for all cities */
  city: string | null
  kind: ComparedPrice
  /** compared competitors; null for all */
  competitors: Competitors | null
  /** kinds of price that occur in this city, in order */
  kinds: readonly ComparedPrice[]
  of(row: ReportRow): Market
}

const KINDS: readonly ComparedPrice[] = ['retail', 'wholesale']
const { compare } = new Intl.Collator('ru')
/** Compares cities by name; prices without a city come last. */
const byName = (a: string, b: string): number =>
  Number(a === NO_CITY) - Number(b === NO_CITY) || compare(a, b)

/** Returns the cities in which the page has prices, or proposals if the report needs a city. */
export const pageCities = ({ cities }: NonEmptyColumns, report: Report): string[] =>
  [...cities]
    .filter(([, { sites, statistics }]) => (needsCity(report) ? statistics.has('proposed') : sites.size > 0))
    .map(([name]) => name)
    .sort(byName)

/** Adds the chosen city to a sorted list if it is missing. @param city null for none */
export const citiesWith = (cities: string[], city: string | null): string[] =>
  city === null || cities.includes(city) ? cities : [...cities, city].sort(byName)

/** Returns the first available preferred city, or null for all; one is chosen if needed, or the only one taken. */
export function chosenCity(
  cities: readonly string[],
  wishes: readonly (string | null | undefined)[],
  report: Report,
  takesOnly = true,
): string | null {
  const wished = wishes.find((city) => city && cities.includes(city))
  const isOne = (takesOnly && cities.length === 1) || needsCity(report)
  return wished ?? (isOne ? (cities[0] ?? null) : null)
}

/**
 * Returns the prices of a page.
 * @param city null for all cities
 * @param wishes kinds of price in order of preference; the first one with prices is used
 * @param competitors compared competitors; null for all
 */
export function pageMarket(
  rows: readonly ReportRow[],
  origin: RowOrigin,
  city: string | null,
  wishes: readonly (ComparedPrice | null)[],
  competitors: Competitors | null = null,
): PageMarket {
  const markets = new Map(
    rows.map((row) => [row, marketOfRow(city === null ? row : within(row, city), origin)]),
  )
  const kinds = KINDS.filter((kind) =>
    [...markets.values()].some(({ places }) => numbersOf(places, kind).length > 0),
  )
  const kind = wishes.find((wish) => wish !== null && kinds.includes(wish)) ?? kinds[0] ?? 'retail'
  const whole = (row: ReportRow) => markets.get(row) ?? marketOfRow(row, origin)
  // The kinds are those of all competitors: sold-out prices do not change which kind is compared.
  const of = competitors ? (row: ReportRow) => withoutSoldOut(whole(row), origin.isOwnSite) : whole
  return { city, kind, competitors, kinds, of }
}

/** Returns the row with the prices of one city only, so that the prices of other cities are not processed. */
function within(row: ReportRow, city: string): ReportRow {
  const prices = row.cities.get(city)
  return { ...row, cities: new Map(prices ? [[city, prices]] : []) }
}

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

/** Returns the sites' total stock; 'в наличии' if one states no number, null if none states its stock. */
export function stockOf(sites: readonly SiteInCity[]): Cell {
  const stocks = sites
    .flatMap(({ places }) => places.map(({ stock }) => stock))
    .filter((stock) => stock !== null)
  if (stocks.length === 0) return null
  const numbers = stocks.filter((stock) => typeof stock === 'number')
  return numbers.length < stocks.length ? 'в наличии' : numbers.reduce((sum, stock) => sum + stock, 0)
}

/** Returns the price that a report proposes for a row in the chosen city; null without a proposal. */
export const proposedIn = (row: ReportRow, { statistics }: Report, { city }: PageMarket): Cell =>
  city !== null && statistics.includes('proposed')
    ? (row.cities.get(city)?.statistics.proposed ?? null)
    : null

/** Formats a price in whole roubles. Copied cells and files contain the kopecks. */
export const wholeRoubles = (price: Cell): string =>
  money(typeof price === 'number' ? Math.round(price) : price)

/** Label of the option for all cities. */
export const ALL_CITIES = 'Все города'
