import { listed } from '../../../../../contract/lib/listed.ts'
import type { ComparedPrice } from '../../../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import { lowest } from '../../../../../contract/reports/statistics.ts'
import type { TyrePlace } from '../../../../../contract/tyre/tyre-answer.ts'
import { groupBy } from '../../../market/group-by.ts'
import { type Market, numbersOf, type PlacePrice, type PriceKind } from '../../../market/market.ts'
import { type PageMarket, type RowPrices, wholeRoubles } from '../row-prices.ts'

type At = Pick<PlacePrice, 'city' | 'site' | 'warehouse'>
const isSame = (a: At, b: At) => a.city === b.city && a.site === b.site && a.warehouse === b.warehouse

/** Returns whether this offer did not exist on the comparison day. */
export const isNew = (place: PlacePrice, { appeared }: Pick<Market, 'appeared'>): boolean =>
  appeared.some((one) => isSame(one, place))

/** Formats 'Появилась: 15 000 d.ru, Омск.' for new prices that are not among the `shown` ones; '' without any. */
export const newText = (
  { appeared }: Pick<Market, 'appeared'>,
  kind: PriceKind,
  allCities: boolean,
  shown: readonly PlacePrice[],
): string =>
  listedWords(
    ['Появилась', 'Появились'],
    appeared.filter((one) => !shown.some((place) => isSame(place, one))),
    kind,
    allCities,
  )

/** Formats 'Ушли: 13 400 b.ru, Омск и ещё 2.' with the former prices of removed offers; '' without any. */
export const removedText = ({ gone }: Pick<Market, 'gone'>, kind: PriceKind, allCities: boolean): string =>
  listedWords(['Ушла', 'Ушли'], gone, kind, allCities)

/** Lists the lowest price of each site, the lowest first. */
function listedWords(
  [one, several]: readonly [string, string],
  places: readonly TyrePlace[],
  kind: PriceKind,
  allCities: boolean,
): string {
  const priced = places
    .map(({ city, site, ...prices }) => ({ city, site, price: priceOf(prices, kind) }))
    .filter(({ price }) => price !== null)
    .sort((a, b) => Number(a.price) - Number(b.price))
  const sites = [...groupBy(priced, ({ site }) => site).values()].flatMap(([lowest]) => lowest ?? [])
  if (sites.length === 0) return ''
  const named = sites.map(
    ({ price, site, city }) => `${wholeRoubles(price)} ${site}${allCities ? `, ${city}` : ''}`,
  )
  return `${sites.length === 1 ? one : several}: ${listed(named, COMPETITORS_ON_CARD, '; ')}.`
}

/** Returns the price of the compared kind, or else of another kind, which only price changes contain. */
const priceOf = (prices: Record<PriceKind, number | null>, kind: PriceKind): number | null =>
  prices[kind] ?? prices.wholesale ?? prices.retail ?? prices.cost

const OTHER: Readonly<Record<ComparedPrice, { kind: ComparedPrice; words: string }>> = {
  retail: { kind: 'wholesale', words: 'Есть только оптовые цены' },
  wholesale: { kind: 'retail', words: 'Есть только розничные цены' },
}

/** Returns text for a tyre without competitors: 'Есть только оптовые цены, от 3 400.' if it has only others. */
export function noRivalsText(page: PageMarket, row: ReportRow): string {
  const { places } = page.of(row)
  const { kind, words } = OTHER[page.kind]
  const from = numbersOf(places, page.kind).length > 0 ? null : lowest(numbersOf(places, kind))
  if (from !== null) return `${words}, от ${wholeRoubles(from)}.`
  return page.competitors ? 'У конкурентов в наличии нет.' : 'Цен конкурентов нет.'
}

export const COMPETITORS_ON_CARD = 3

/** Returns the prices that have a line on the card: the first own one and those of the cheapest competitors. */
export function displayedPrices(bySite: RowPrices['bySite']): PlacePrice[] {
  const sites = [...bySite.values()]
  const own = sites.filter(({ own }) => own).slice(0, 1)
  const rivals = sites.filter(({ own }) => !own).slice(0, COMPETITORS_ON_CARD)
  return [...own, ...rivals].map(({ best }) => best)
}
