import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'

/** Totals of one day (specification 27.2). Lists of numbers are tuples one after the other, with indexes of names. */
export interface DayTotals {
  sites: { host: string; own: boolean }[]
  cities: string[]
  brands: string[]
  /** city, brand, site or ALL_COMPETITORS, comparisons, first places, weight, weighted sum of the ratios */
  cells: number[]
  /** city, brand, site, rises, falls */
  moves: number[]
  /** tyre, city, brand, site */
  undercuts: number[]
  /** tyre, city: changes of the own lowest price */
  answers: number[]
}

export const CELL_SIZE = 7
export const MOVES_SIZE = 5
export const UNDERCUT_SIZE = 4
export const ANSWER_SIZE = 2
export const ALL_COMPETITORS = -1

/** Maximum number of cells of a day; beyond it, the brands with the fewest comparisons are joined. */
const MAX_CELLS = 40_000
/** Maximum number of undercuts of a day; further ones are not followed. */
const MAX_UNDERCUTS = 50_000
/** Name of the brands that are joined. */
const OTHER_BRANDS = 'Прочие'

/** Retail prices of a tyre at a site in one city, and the stock of the offers that have them. */
export interface CityQuote {
  city: string
  prices: number[]
  low: number
  /** sum of the known stocks */
  stock: number
  /** whether the stock of an offer is unknown */
  unknown: boolean
}

/** Quotes of a tyre at one site, on a day and on the site's day before; undefined without prices. */
export interface SiteQuotes {
  site: number
  now: readonly CityQuote[] | undefined
  before: readonly CityQuote[] | undefined
}

/** Returns the weight of a tyre in a city: its own stock, 1 if that is unknown, 0 if it is sold out. */
export function stockWeight(quotes: readonly Pick<CityQuote, 'stock' | 'unknown'>[]): number {
  const known = quotes.reduce((sum, { stock }) => sum + stock, 0)
  return known === 0 && quotes.some(({ unknown }) => unknown) ? 1 : known
}

interface Place {
  city: number
  brand: number
}

/** Sums up a day, tyre by tyre. */
export class DayTally {
  readonly #sites: DayTotals['sites']
  readonly #cities = new Map<string, number>()
  readonly #brands = new Map<string, number>()
  readonly #cells = new Map<number, number[]>()
  readonly #moves = new Map<number, number[]>()
  readonly #undercuts: number[] = []
  readonly #answers: number[] = []

  constructor(sites: DayTotals['sites']) {
    this.#sites = sites
  }

  /** Adds a tyre. @param quotes one for each site that has the tyre on the day or had it on its day before */
  add(tyre: number, brand: string, quotes: readonly SiteQuotes[]): void {
    const cities = new Set(quotes.flatMap(({ now }) => now?.map(({ city }) => city) ?? []))
    for (const city of cities) {
      const place = { city: indexIn(this.#cities, city), brand: indexIn(this.#brands, brand) }
      const own: CityQuote[] = []
      const theirs: [site: number, quote: CityQuote][] = []
      const ownBefore: number[] = []
      for (const { site, now, before } of quotes) {
        const quote = now?.find((one) => one.city === city)
        const earlier = before?.find((one) => one.city === city)
        const isOwn = this.#sites[site]?.own
        if (isOwn && earlier) ownBefore.push(earlier.low)
        if (!quote) continue
        if (isOwn) own.push(quote)
        else theirs.push([site, quote])
        if (earlier && earlier.low !== quote.low) this.#move(place, site, quote.low > earlier.low)
      }
      const ours = lowest(own.map(({ low }) => low))
      if (ours === null) continue
      this.#compare(place, ours, stockWeight(own), theirs)
      const former = lowest(ownBefore)
      if (former === null) continue
      if (former !== ours) this.#answers.push(tyre, place.city)
      for (const [site, { low }] of theirs) {
        const earlier = quotes.find((one) => one.site === site)?.before?.find((one) => one.city === city)
        if (earlier && low < earlier.low && low < ours && earlier.low >= former)
          this.#undercut(tyre, place, site)
      }
    }
  }

  #compare(
    place: Place,
    ours: number,
    weight: number,
    theirs: readonly (readonly [site: number, quote: CityQuote])[],
  ): void {
    this.#cell(
      place,
      ALL_COMPETITORS,
      ours,
      weight,
      theirs.flatMap(([, { prices }]) => prices),
    )
    for (const [site, { prices }] of theirs) this.#cell(place, site, ours, weight, prices)
  }

  #cell({ city, brand }: Place, site: number, ours: number, weight: number, prices: readonly number[]): void {
    const [only] = prices
    // Most sites have one price of a tyre in a city.
    const market = prices.length === 1 ? { min: only ?? 0, median: only ?? 0 } : statisticsOf(prices)
    if (!market || market.median === 0) return
    const cell = tupleOf(this.#cells, [city, brand, site], CELL_SIZE)
    add(cell, 3, 1)
    if (ours <= market.min) add(cell, 4, 1)
    add(cell, 5, weight)
    add(cell, 6, (weight * ours) / market.median)
  }

  #move({ city, brand }: Place, site: number, rose: boolean): void {
    add(tupleOf(this.#moves, [city, brand, site], MOVES_SIZE), rose ? 3 : 4, 1)
  }

  #undercut(tyre: number, { city, brand }: Place, site: number): void {
    if (this.#undercuts.length < MAX_UNDERCUTS * UNDERCUT_SIZE) this.#undercuts.push(tyre, city, brand, site)
  }

  /** Returns the totals of the tyres added so far. */
  totals(): DayTotals {
    const totals = {
      sites: this.#sites,
      cities: [...this.#cities.keys()],
      brands: [...this.#brands.keys()],
      cells: [...this.#cells.values()].flat(),
      moves: [...this.#moves.values()].flat(),
      undercuts: this.#undercuts,
      answers: this.#answers,
    }
    return joinSmallBrands(totals, MAX_CELLS)
  }
}

/** Joins the brands with the fewest comparisons, so that the others have half of `most` cells at most. */
export function joinSmallBrands(totals: DayTotals, most: number): DayTotals {
  if (totals.cells.length <= most * CELL_SIZE) return totals
  const sizes = totals.brands.map((_, brand) => ({ brand, cells: 0, pairs: 0 }))
  for (let at = 0; at < totals.cells.length; at += CELL_SIZE) {
    const size = sizes[totals.cells[at + 1] as number]
    if (!size) continue
    size.cells += 1
    if (totals.cells[at + 2] === ALL_COMPETITORS) size.pairs += totals.cells[at + 3] as number
  }
  sizes.sort((a, b) => b.pairs - a.pairs || a.brand - b.brand)
  const brands: string[] = []
  const indexes = new Map<number, number>()
  let left = most / 2
  for (const { brand, cells } of sizes) {
    left -= cells
    if (left >= 0) indexes.set(brand, brands.push(totals.brands[brand] as string) - 1)
  }
  const others = brands.push(OTHER_BRANDS) - 1
  const joined = (list: readonly number[], size: number, keys: number): number[] => {
    const tuples = new Map<number, number[]>()
    for (let at = 0; at < list.length; at += size) {
      const key = list.slice(at, at + keys)
      key[1] = indexes.get(key[1] as number) ?? others
      const tuple = tupleOf(tuples, key, size)
      for (let n = keys; n < size; n++) add(tuple, n, list[at + n] as number)
    }
    return [...tuples.values()].flat()
  }
  const undercuts = totals.undercuts.map((value, at) =>
    at % UNDERCUT_SIZE === 2 ? (indexes.get(value) ?? others) : value,
  )
  return {
    ...totals,
    brands,
    cells: joined(totals.cells, CELL_SIZE, 3),
    moves: joined(totals.moves, MOVES_SIZE, 3),
    undercuts,
  }
}

const indexIn = (indexes: Map<string, number>, name: string): number =>
  getOrAdd(indexes, name, () => indexes.size)

/** Returns the tuple of a city, a brand and a site, which it adds with zeros if it is missing. */
function tupleOf(tuples: Map<number, number[]>, begin: readonly number[], size: number): number[] {
  const [city, brand, site] = begin as [number, number, number]
  const key = (city * MAX_BRANDS + brand) * MAX_SITES + site + 1
  return getOrAdd(tuples, key, () => [...begin, ...new Array<number>(size - begin.length).fill(0)])
}

/** Bounds of the indexes in a key of a tuple, so that it is a safe integer. */
const MAX_BRANDS = 2 ** 18
const MAX_SITES = 2 ** 12

function add(tuple: number[], at: number, value: number): void {
  tuple[at] = (tuple[at] as number) + value
}
