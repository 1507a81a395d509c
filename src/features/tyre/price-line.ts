import { listed } from '../../../contract/lib/listed.ts'
import { lowest } from '../../../contract/reports/statistics.ts'
import { groupBy } from '../market/group-by.ts'
import { type Market, numbersOf, type PlacePrice, type PriceKind } from '../market/market.ts'
import { money } from '../market/price-texts.ts'
import { type MarketRank, placesIn } from '../market/rank.ts'

/** Price on the line between the lowest and the highest price. */
export interface LineMark {
  price: number
  /** position on the line, from 0 for the lowest price to 1 for the highest; 0.5 if all prices are equal */
  at: number
  /** number of sites of which this is the lowest price; 0 for a price of further warehouses only */
  sites: number
  /** whether an own site has this price */
  own: boolean
  /** where the price is asked, for a tooltip */
  title: string
}

/** Label of the line. Each lane has one label, or two at opposite ends, so that labels never overlap. */
export interface LineLabel {
  lane: 'own' | 'median' | 'low' | 'high' | 'all'
  /** position of the label's mark; the label extends to both sides in the same proportion and stays within the line */
  at: number
  price: number
  words: string
}

/** Prices of a market on one line (specification 15.2). */
export interface PriceLine {
  marks: readonly LineMark[]
  labels: readonly LineLabel[]
  /** position of the competitors' median; null without one, and if all prices are equal */
  median: number | null
  /** text with the same content */
  text: string
}

/** Returns the line of a market's prices; null for a single price. @param city null for all cities */
export function priceLineOf(
  market: Market,
  kind: PriceKind,
  city: string | null,
  standing: MarketRank,
): PriceLine | null {
  const { statistics, own, median, sites } = standing
  if (!statistics) return null
  const { min, max } = statistics
  if (min === max && sites < 2) return null
  const at = (price: number) => (max === min ? 0.5 : (price - min) / (max - min))
  const priced = placesIn(market, city).filter(({ prices }) => typeof prices[kind] === 'number')
  const bySite = groupBy(priced, ({ site }) => site)
  const lowestOf = new Map([...bySite].map(([site, places]) => [site, lowest(numbersOf(places, kind))]))
  const byPrice = [...groupBy(priced, ({ prices }) => prices[kind] as number)].sort(([a], [b]) => a - b)
  const marks = byPrice.map(([price, places]): LineMark => {
    const names = namesOf(places)
    return {
      price,
      at: at(price),
      sites: names.filter((site) => lowestOf.get(site) === price).length,
      own: places.some((place) => place.own),
      title: `${money(price)} · ${listed(names, NAMED)}`,
    }
  })
  const edge = (price: number) => listed(namesOf(byPrice.find(([one]) => one === price)?.[1] ?? []), 1)
  const ends = [
    { lane: 'low' as const, at: 0, price: min, words: edge(min) },
    { lane: 'high' as const, at: 1, price: max, words: edge(max) },
  ]
  const named = ends.filter(({ price }) => price !== own)
  // Beside another label the whole word would be cut.
  const medianWord = named.length === 1 ? MEDIAN : 'медиана конк.'
  const isAtEnd = median === min || median === max
  const others: LineLabel[] =
    min === max
      ? [{ lane: 'all', at: 0.5, price: min, words: 'одна цена у всех' }]
      : [
          ...(median === null || isAtEnd
            ? []
            : [{ lane: 'median' as const, at: at(median), price: median, words: MEDIAN }]),
          // The own price has a label of its own. A median at the end of the line is named there.
          ...named.map((end) =>
            end.price === median ? { ...end, words: `${end.words}, ${medianWord}` } : end,
          ),
        ]
  const ours: LineLabel[] = own === null ? [] : [{ lane: 'own', at: at(own), price: own, words: 'Наша' }]
  return {
    marks,
    labels: [...ours, ...others],
    median: median === null || min === max ? null : at(median),
    text: lineText(standing, edge),
  }
}

function lineText({ statistics, own, median, sites }: MarketRank, edge: (price: number) => string): string {
  const { min, max } = statistics as NonNullable<MarketRank['statistics']>
  const end = (price: number) => `${money(price)} (${edge(price)})`
  return [
    min === max ? `Одна цена у всех: ${money(min)}` : `Цены от ${end(min)} до ${end(max)}`,
    ...(own === null ? [] : [`наша ${money(own)}`]),
    ...(median === null ? [] : [`${MEDIAN} ${money(median)}`]),
    `сайтов ${sites}`,
  ].join(', ')
}

const MEDIAN = 'медиана конкурентов'

const NAMED = 3

const namesOf = (places: readonly PlacePrice[]): string[] => [...new Set(places.map(({ site }) => site))]
