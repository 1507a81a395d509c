import { percentMultiplier } from '../../../contract/lib/percent.ts'
import type { Figure } from '../../../contract/reports/columns.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { Market, PlacePrice } from '../market/market.ts'
import { marketRankOf, placesIn } from '../market/rank.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { comparedKind } from '../report-choice/report-address.ts'
import type { Question } from './why.ts'

/** Figure to explain. */
export interface FigureRequest {
  figure: Figure
  /** city of the figure; null for all cities, and for the deviation in a table's row, which does not name its city */
  city: string | null
  kind: ComparedPrice
  /** whether it is a figure of the card, from the most complete market in this city, and not of the table */
  ofCard: boolean
}

interface Knowledge {
  /** most complete known market of the tyre */
  market: Market
  /** market from the table's row alone */
  ofRow: Market | null
  row: ReportRow | undefined
  table: DisplayedTable | null | undefined
  rulesKnown: boolean
}

/** Returns the question to explain and its city; for a row's deviation without a city, the widest one's. */
export function figureQuestionOf(
  { figure, city: named, kind, ofCard }: FigureRequest,
  { market, ofRow, row, table, rulesKnown }: Knowledge,
): { question: Question; city: string | null } {
  // A row only contains figures of the kind of price that its report compares.
  const isTables =
    !ofCard && table && ofRow && (table.choice.priceType === 'all' || comparedKind(table.choice) === kind)
  const base = isTables ? ofRow : market
  // A link may name an unknown city, and the tyre may not be sold in the selected city.
  const known = base.places.some((place) => place.city === named) ? named : null
  const city = known ?? cityWithoutName(figure, base, kind, ofCard)
  return {
    city,
    question: {
      figure,
      kind,
      within: placesIn(base, city).map((place) => dated(place, market, kind)),
      known: placesIn(market, city),
      multiplier: isTables ? multiplierOf(table) : null,
      rulesKnown,
      shown: isTables && row ? shownValue(row, table.report, figure, named, city) : null,
    },
  }
}

/** Adds the day since which the price has been the same. The server may know this day; the row does not contain it. */
function dated(place: PlacePrice, { places }: Market, kind: ComparedPrice): PlacePrice {
  const { city, site, warehouse, prices } = place
  const same = places.find((one) => one.city === city && one.site === site && one.warehouse === warehouse)
  return same?.prices[kind] === prices[kind] ? { ...place, since: same.since } : place
}

function multiplierOf({ report, choice }: DisplayedTable): number | null {
  const isSent = report.layout === 'proposals' && choice.priceType === 'retail' && choice.percent !== null
  return isSent ? Number(percentMultiplier(choice.percent as number)) : null
}

/** Returns the figure as the row displays it; null if the row has no cell for it. */
function shownValue(
  row: ReportRow,
  report: Report,
  figure: Figure,
  named: string | null,
  city: string | null,
): Cell {
  // Only the deviation without a city is displayed in the row: it is the widest one of all cities.
  if (figure === 'deviation') return named === null ? row.own.diffPercent : null
  const isShown = report.statistics.includes(figure) && city !== null
  return isShown ? (row.cities.get(city)?.statistics[figure] ?? null) : null
}

/** Returns the city to use for a figure without a city; null for all cities. */
function cityWithoutName(
  figure: Figure,
  market: Market,
  kind: ComparedPrice,
  ofCard: boolean,
): string | null {
  if (figure === 'deviation' && !ofCard) return widestCity(market, kind)
  // A price is proposed per city (specification 10.8) and depends on the own wholesale price in that city.
  if (figure === 'proposed') return firstCity(market.places.filter(isOffered)) ?? firstCity(market.places)
  return null
}

const isOffered = ({ own, prices }: PlacePrice): boolean => own && prices.wholesale !== null

const firstCity = (places: readonly PlacePrice[]): string | null =>
  places.map(({ city }) => city).toSorted(inOrder)[0] ?? null

const inOrder = new Intl.Collator('ru').compare

/** Returns the city in which the own price deviates most from the competitors' median (specification 10.10). */
function widestCity(market: Market, kind: ComparedPrice): string | null {
  const cities = [...new Set(market.places.map(({ city }) => city))]
  // Cities without a deviation are sorted last.
  const by = (city: string) => {
    const { percent } = marketRankOf(market, kind, city)
    return percent === null ? -1 : Math.abs(percent)
  }
  return cities.toSorted((a, b) => by(b) - by(a))[0] ?? null
}
