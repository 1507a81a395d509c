import type { BelowQuery, BelowSite } from '../../../../contract/recommended/below.ts'
import { createRecentCache } from '../../../platform/recent-cache.ts'
import { type DayMarket, dayMarket } from '../../../prices/order/list-order.ts'
import { recommendedByTyre, recommendedVersion } from '../../../prices/recommended-prices.ts'
import type { PriceReader } from '../../../prices/report-query.ts'
import { createYields } from '../../../prices/steps.ts'
import type { CatalogTyre } from '../../../prices/tyre-catalog.ts'
import { type BelowDay, type BelowPlace, findPricesBelowRrp, shortfall } from './below-day.ts'

/** Prices below the recommended ones that filters leave, and their sums. */
export interface SelectedBelow {
  below: BelowDay
  /** indexes of the prices */
  rows: Uint32Array
  tyres: number
  sites: BelowSite[]
  brands: string[]
  cities: string[]
  market: DayMarket
}

type Filters = Omit<BelowQuery, 'date' | 'page'>

/** Number of cached days and of cached selections. */
const CACHED_DAYS = 2
const CACHED_SELECTIONS = 10
const STEP = 2_000

interface ComputedDay {
  below: BelowDay
  market: DayMarket
  selections: ReturnType<typeof createRecentCache<SelectedBelow>>
}

/**
 * Finds prices below the recommended ones. A day is computed once for a list of recommended prices, and a selection once
 * for its pages.
 */
export class BelowRrpService {
  readonly reader: PriceReader
  readonly #days = createRecentCache<ComputedDay | undefined>(CACHED_DAYS)

  constructor(reader: PriceReader) {
    this.reader = reader
  }

  /** @returns undefined for a day without prices */
  async selected(day: string, filters: Filters): Promise<SelectedBelow | undefined> {
    const { indexes, sql } = this.reader
    const index = await indexes.of(day)
    const version = `${index?.version} ${await recommendedVersion(sql)}`
    const computed = await this.#days(day, () => this.#compute(day), version)
    const key = JSON.stringify([filters.site, filters.brand, filters.city, filters.q, filters.over])
    return computed?.selections(key, () => this.#select(computed, filters))
  }

  async #compute(day: string): Promise<ComputedDay | undefined> {
    const market = await dayMarket(this.reader, day)
    if (!market) return undefined
    const recommended = await recommendedByTyre(this.reader.sql, day)
    const prices = await market.orders.prices()
    const below = await findPricesBelowRrp(market.index.tyres, prices, recommended)
    return { below, market, selections: createRecentCache(CACHED_SELECTIONS) }
  }

  async #select({ below, market }: ComputedDay, { site, brand, city, q = '', over = 0 }: Filters) {
    const search = q.trim()
    const found = search === '' ? undefined : await this.reader.matching(search)
    const pause = createYields()
    const sums = new SiteSums(below)
    const names = { brands: new Set<string>(), cities: new Set<string>() }
    const rows = new Uint32Array(below.position.length)
    const tyres = new Set<number>()
    let count = 0
    for (let at = 0; at < rows.length; at++) {
      if (at % STEP === 0) await pause()
      const position = below.position[at] as number
      const { id, specs } = below.tyres[position] as CatalogTyre
      const place = below.places[below.place[at] as number] as BelowPlace
      names.brands.add(specs.brand)
      names.cities.add(place.city)
      if (brand !== undefined && specs.brand !== brand) continue
      if (city !== undefined && place.city !== city) continue
      if (found && !(id < found.size && found.has(id))) continue
      if (isTolerated(below, at, over)) continue
      sums.add(at, position, place)
      if (site !== undefined && place.site !== site) continue
      rows[count++] = at
      tyres.add(position)
    }
    return {
      below,
      market,
      rows: rows.slice(0, count),
      tyres: tyres.size,
      sites: sums.list(),
      brands: [...names.brands].sort(byName),
      cities: [...names.cities].sort(byName),
    }
  }
}

const byName = new Intl.Collator('ru').compare

/** Sums of the sites: prices must be added in order, the largest difference first. */
class SiteSums {
  readonly #below: BelowDay
  readonly #seen: Uint8Array
  readonly #sums = new Map<number, { own: boolean; tyres: number; sum: number; largest: number }>()

  constructor(below: BelowDay) {
    this.#below = below
    this.#seen = new Uint8Array(below.tyres.length * below.sites.length)
  }

  add(at: number, position: number, { siteAt, own }: BelowPlace): void {
    const key = position * this.#below.sites.length + siteAt
    // A tyre counts once for a site, with its largest difference.
    if (this.#seen[key] === 1) return
    this.#seen[key] = 1
    const percent = shortfall(this.#below, at)
    const sum = this.#sums.get(siteAt) ?? { own, tyres: 0, sum: 0, largest: percent }
    this.#sums.set(siteAt, sum)
    sum.tyres++
    sum.sum += percent
  }

  list(): BelowSite[] {
    return [...this.#sums]
      .map(([siteAt, { own, tyres, sum, largest }]) => ({
        site: this.#below.sites[siteAt] as string,
        own,
        tyres,
        mean: round(sum / tyres),
        largest: round(largest),
      }))
      .sort((a, b) => b.tyres - a.tyres || b.mean - a.mean)
  }
}

/** Returns whether a price is below by at most this many percent. Not computed from the percent, which is not exact. */
const isTolerated = ({ retail, recommended }: BelowDay, at: number, over: number): boolean =>
  (retail[at] as number) * 100 >= (recommended[at] as number) * (100 - over)

const round = (percent: number): number => Math.round(percent * 10) / 10
