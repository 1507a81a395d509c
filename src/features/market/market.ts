import {
  ofEachPrice,
  ofEachValue,
  PRICE_KINDS,
  type PriceKind,
} from '../../../contract/offers/offer-values.ts'
import { showsCost } from '../../../contract/offers/shown-values.ts'
import { MOVE_MARKS } from '../../../contract/reports/moves.ts'
import type { Cell, ReportRow, WarehousePrices } from '../../../contract/reports/report-row.ts'
import type { PriceType, Report } from '../../../contract/reports/reports.ts'
import type { PlacePrices, TyreAnswer, TyreOffer, TyrePlace } from '../../../contract/tyre/tyre-answer.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'

export type { PriceKind } from '../../../contract/offers/offer-values.ts'

/** Prices of a tyre at one site in one city and warehouse. */
export interface PlacePrice {
  city: string
  /** host name */
  site: string
  /** '' if the site has no warehouses */
  warehouse: string
  own: boolean
  /** prices by kind; text if a backend sends text instead of a price */
  prices: Readonly<Record<PriceKind, Cell>>
  stock: Cell
  /** change since the comparison day in percent; null if unknown */
  changes: Readonly<Record<PriceKind, number | null>>
  /** day since which the price has been the same, YYYY-MM-DD; null if unknown */
  since: Readonly<Record<PriceKind, string | null>>
}

/** Prices of a tyre on one day, derived from a report's row or from the server's answer about the tyre. */
export interface Market {
  specs: Readonly<Record<SpecName, Cell>>
  /** YYYY-MM-DD */
  day: string
  places: readonly PlacePrice[]
  /** chosen comparison day; null if each site is compared with its previous imported day */
  compared: string | null
  /** offers of the comparison day that no longer exist; no figure includes them */
  gone: readonly TyrePlace[]
  /** offers that did not exist on the chosen comparison day */
  appeared: readonly TyrePlace[]
  /** sites with prices on the day but none on the chosen comparison day */
  uncompared: readonly string[]
  /** sites without prices on the day, each with its last day with prices */
  late: readonly { site: string; day: string }[]
}

/** Facts about the list to which a row belongs. */
export interface RowOrigin {
  report: Pick<Report, 'layout'>
  /** price type of the list; 'all' for price changes, whose rows contain all kinds of prices */
  priceType: PriceType
  /** YYYY-MM-DD */
  date: string
  /** chosen comparison day; null if each site is compared with its previous imported day */
  compared: string | null
  isOwnSite(host: string): boolean
}

/** Returns the origin of the rows of a displayed table. @param table the displayed table */
export function rowOrigin(
  { report, choice }: Pick<DisplayedTable, 'report' | 'choice'>,
  isOwnSite: (host: string) => boolean,
): RowOrigin {
  // A report of price changes has one list for all price types.
  const priceType = report.layout === 'changes' ? 'all' : choice.priceType
  return { report, priceType, date: choice.date, compared: choice.compare || null, isOwnSite }
}

const NOTHING = ofEachPrice(() => null)

/** Returns the market from a report's row: only the prices in the report's list that pass its filters. */
export function marketOfRow(row: ReportRow, origin: RowOrigin): Market {
  const places: PlacePrice[] = []
  const [appeared, gone]: [TyrePlace[], TyrePlace[]] = [[], []]
  for (const [city, { sites }] of row.cities) {
    for (const [site, prices] of sites) {
      const own = origin.isOwnSite(site)
      const at = (warehouse: string, given: WarehousePrices, stock: Cell) => {
        const place = placeOfRow({ city, site, warehouse, own }, { ...given, stock }, origin)
        if (!place) return
        if (given.change === MOVE_MARKS.gone) {
          gone.push(pricedPlace(place))
          return
        }
        places.push(place)
        if (given.change === MOVE_MARKS.new) appeared.push(pricedPlace(place))
      }
      at('', prices, prices.stock ?? prices.wholesaleStock)
      for (const [name, given] of prices.warehouses) at(name, given, given.stock)
    }
  }
  const { specs } = row
  const { date: day, compared } = origin
  return { specs, day, places, compared, gone, appeared, uncompared: [], late: [] }
}

/** Returns whether a tyre is sold out. Unknown stock is not, and neither is a text such as '> 20'. */
export const isSoldOut = ({ stock }: { stock: Cell }): boolean => typeof stock === 'number' && stock <= 0

/** Returns the market without competitors' prices of sold-out tyres (specification 17.11). */
export function withoutSoldOut(market: Market, isOwnSite: (host: string) => boolean): Market {
  const counts = (place: { site: string; stock: Cell }) => !isSoldOut(place) || isOwnSite(place.site)
  return {
    ...market,
    places: market.places.filter(counts),
    appeared: market.appeared.filter(counts),
    gone: market.gone.filter(counts),
  }
}

/** Returns an offer in the server's form for added and removed offers, in which prices are numbers or null. */
function pricedPlace({ city, site, warehouse, prices, stock }: PlacePrice): TyrePlace {
  const number = (cell: Cell) => (typeof cell === 'number' ? cell : null)
  const values = { ...ofEachValue(() => null), ...ofEachPrice((kind) => number(prices[kind])) }
  return { ...values, city, site, warehouse, stock: number(stock) }
}

function placeOfRow(
  at: Pick<PlacePrice, 'city' | 'site' | 'warehouse' | 'own'>,
  row: WarehousePrices,
  { report: { layout }, priceType }: RowOrigin,
): PlacePrice | undefined {
  const { stock, change } = row
  const prices = ofEachPrice((kind) => row[kind])
  if (showsCost({ layout, priceType }, at)) Object.assign(prices, { retail: null, cost: row.retail })
  if ([...Object.values(prices), stock].every((cell) => cell === null)) return undefined
  const moved = prices.wholesale === null ? 'retail' : 'wholesale'
  const changes = typeof change === 'number' ? { ...NOTHING, [moved]: change } : NOTHING
  return { ...at, prices, stock, changes, since: NOTHING }
}

/** Returns the market from the server's answer: the prices of every kind in all cities and at all sites. */
export function marketOfAnswer(answer: TyreAnswer, isOwnSite: (host: string) => boolean): Market {
  const { specs, day, compared, gone, late } = answer
  const uncompared = compared === null ? [] : answer.uncompared
  const places = answer.offers.map((offer): PlacePrice => {
    const { city, site, warehouse, stock, before, since } = offer
    return {
      city,
      site,
      warehouse,
      own: isOwnSite(site),
      prices: ofEachPrice((kind) => offer[kind]),
      stock,
      changes: ofEachPrice((kind) => changeOf(before, offer, kind)),
      since,
    }
  })
  // For a site without prices on the comparison day it is unknown whether an offer existed, so no offer counts as new.
  const isNew = ({ site, before }: TyreOffer) => before === null && !uncompared.includes(site)
  const appeared = compared === null ? [] : answer.offers.filter(isNew)
  return { specs, day, places, compared, gone, appeared, uncompared, late }
}

function changeOf(before: PlacePrices | null, now: PlacePrices, kind: PriceKind): number | null {
  const [was, is] = [before?.[kind] ?? null, now[kind]]
  return was === null || is === null || was === 0 ? null : Math.round(((is - was) / was) * 1000) / 10
}

const byAlphabet = new Intl.Collator('ru').compare

/** Returns the cities in which there is a price of this kind, sorted. */
export function marketCities({ places }: Market, kind: PriceKind): string[] {
  const cities = places.filter(({ prices }) => prices[kind] !== null).map(({ city }) => city)
  return [...new Set(cities)].sort(byAlphabet)
}

export const kindsOf = ({ places }: Market): PriceKind[] =>
  PRICE_KINDS.filter((kind) => places.some(({ prices }) => prices[kind] !== null))

export const numbersOf = (places: readonly PlacePrice[], kind: PriceKind): number[] =>
  places.map(({ prices }) => prices[kind]).filter((price) => typeof price === 'number')
