import { MOVE_MARKS } from '../../../contract/reports/moves.ts'
import type { Cell, ReportRow, WarehousePrices } from '../../../contract/reports/report-row.ts'
import type { PriceType, Report } from '../../../contract/reports/reports.ts'
import type {
  DatedPrice,
  PlacePrices,
  TyreAnswer,
  TyreOffer,
  TyrePlace,
} from '../../../contract/tyre/tyre-answer.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'

export type PriceKind = DatedPrice
const PRICE_KINDS = ['retail', 'wholesale', 'cost'] as const satisfies readonly PriceKind[]

/** Prices of a tyre in one warehouse of one city at one site. */
export interface PlacePrice {
  city: string
  /** host name */
  site: string
  /** '' if the site has no warehouses */
  warehouse: string
  own: boolean
  /** a text where a backend sends one instead of a price */
  prices: Readonly<Record<PriceKind, Cell>>
  stock: Cell
  /** change in percent since the compared day; null if unknown */
  changes: Readonly<Record<PriceKind, number | null>>
  /** YYYY-MM-DD since which the price has been the same; null if unknown */
  since: Readonly<Record<PriceKind, string | null>>
}

/** Prices of a tyre on one day, from whatever source: a report's row or the server's answer. */
export interface Market {
  specs: Readonly<Record<SpecName, Cell>>
  /** YYYY-MM-DD */
  day: string
  places: readonly PlacePrice[]
  /** requested comparison day; null to compare with each site's previous day */
  compared: string | null
  /** positions removed since the compared day; they are not counted in any figure */
  gone: readonly TyrePlace[]
  /** positions that did not exist on the requested comparison day */
  appeared: readonly TyrePlace[]
  /** sites with prices of the day but none of the requested comparison day */
  uncompared: readonly string[]
  /** sites without prices of the day, with the last day that has some */
  late: readonly { site: string; day: string }[]
}

/** List that a row belongs to. */
export interface RowOrigin {
  report: Pick<Report, 'layout'>
  /** price type of the list; 'opt' for price changes although its rows have all prices */
  priceType: PriceType
  /** YYYY-MM-DD */
  date: string
  /** comparison day; null for each site's previous day */
  compared: string | null
  isOwnSite(host: string): boolean
}

/**
 * Returns the origin of the rows of a displayed table.
 * @param table the displayed table
 */
export function rowOrigin(
  { report, choice }: Pick<DisplayedTable, 'report' | 'choice'>,
  isOwnSite: (host: string) => boolean,
): RowOrigin {
  // Price changes have one list for all price types.
  const priceType = report.layout === 'changes' ? 'all' : choice.priceType
  return { report, priceType, date: choice.date, compared: choice.compare || null, isOwnSite }
}

const each = <Value>(make: (kind: PriceKind) => Value): Record<PriceKind, Value> => ({
  retail: make('retail'),
  wholesale: make('wholesale'),
  cost: make('cost'),
})

const NOTHING = each(() => null)

/** Builds the market from a report's row alone: the prices in its list, within its filters. */
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

/** Reduces a position to the form in which the server names added and removed ones: its prices alone. */
function pricedPlace({ city, site, warehouse, prices, stock }: PlacePrice): TyrePlace {
  const number = (cell: Cell) => (typeof cell === 'number' ? cell : null)
  return { city, site, warehouse, ...each((kind) => number(prices[kind])), stock: number(stock) }
}

function placeOfRow(
  at: Pick<PlacePrice, 'city' | 'site' | 'warehouse' | 'own'>,
  { retail, wholesale, cost, stock, change }: WarehousePrices,
  { report, priceType }: RowOrigin,
): PlacePrice | undefined {
  // On wholesale pages the price of an own warehouse is its cost (specification 4.18).
  const isCost = report.layout !== 'changes' && priceType === 'opt' && at.own && at.warehouse !== ''
  const prices = { retail: isCost ? null : retail, wholesale, cost: isCost ? retail : cost }
  if ([...Object.values(prices), stock].every((cell) => cell === null)) return undefined
  const moved = wholesale === null ? 'retail' : 'wholesale'
  const changes = typeof change === 'number' ? { ...NOTHING, [moved]: change } : NOTHING
  return { ...at, prices, stock, changes, since: NOTHING }
}

/** Builds the market from the server's answer: every city, site and kind of price. */
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
      prices: each((kind) => offer[kind]),
      stock,
      changes: each((kind) => changeOf(before, offer, kind)),
      since,
    }
  })
  // A site without prices of the compared day has an unknown assortment then, so nothing is new.
  const isNew = ({ site, before }: TyreOffer) => before === null && !uncompared.includes(site)
  const appeared = compared === null ? [] : answer.offers.filter(isNew)
  return { specs, day, places, compared, gone, appeared, uncompared, late }
}

function changeOf(before: PlacePrices | null, now: PlacePrices, kind: PriceKind): number | null {
  const [was, is] = [before?.[kind] ?? null, now[kind]]
  return was === null || is === null || was === 0 ? null : Math.round(((is - was) / was) * 1000) / 10
}

const byAlphabet = new Intl.Collator('ru').compare

/** Returns the cities with any price of this kind, sorted. */
export function marketCities({ places }: Market, kind: PriceKind): string[] {
  const cities = places.filter(({ prices }) => prices[kind] !== null).map(({ city }) => city)
  return [...new Set(cities)].sort(byAlphabet)
}

/** Returns the kinds of price that occur. */
export const kindsOf = ({ places }: Market): PriceKind[] =>
  PRICE_KINDS.filter((kind) => places.some(({ prices }) => prices[kind] !== null))

/** Returns the numeric prices of this kind. */
export const numbersOf = (places: readonly PlacePrice[], kind: PriceKind): number[] =>
  places.map(({ prices }) => prices[kind]).filter((price) => typeof price === 'number')
