import type { DayIndex } from '../../prices/day-index.ts'
import type { PriceReader } from '../../prices/report-query.ts'
import type { SiteOffer } from '../../prices/stored-offers.ts'
import type { CatalogTyre } from '../../prices/tyre-catalog.ts'
import { loadTyrePrices } from '../../prices/tyre-prices.ts'

interface Span {
  min: number
  max: number
}

/** Summary of a tyre's prices on a day over all cities and sites. */
export interface FoundPrices {
  retail: Span | null
  wholesale: Span | null
  /** lowest own prices; null if the own site does not offer the tyre */
  own: { retail: number | null; wholesale: number | null } | null
  cities: number
  sites: number
}

/** Day with prices, and its index by tyre id. */
export interface PricedDay {
  day: string
  index: DayIndex
  /** position in the index by tyre id; UNPRICED without prices */
  positions: Uint32Array
}

const UNPRICED = 0xffff_ffff

/** Positions by day index; cached as long as the index to which they belong. */
const known = new WeakMap<DayIndex, Uint32Array>()

/** Returns the last day with prices; undefined if there is none. */
export async function lastPricedDay({ indexes }: PriceReader): Promise<PricedDay | undefined> {
  const day = await indexes.lastDay()
  const index = day === null ? undefined : await indexes.of(day)
  return day === null || !index ? undefined : { day, index, positions: positionsOf(index) }
}

function positionsOf(index: DayIndex): Uint32Array {
  const before = known.get(index)
  if (before) return before
  const last = index.tyres.reduce((highest, { id }) => Math.max(highest, id), 0)
  const positions = new Uint32Array(last + 1).fill(UNPRICED)
  for (const [position, { id }] of index.tyres.entries()) positions[id] = position
  known.set(index, positions)
  return positions
}

/**
 * Returns a tyre's rank among equal matches: tyres with retail prices come first, then tyres with any prices
 * (specification 16.2).
 */
export function preferenceOn({ positions, index }: PricedDay, id: number): number {
  const position = positions[id] ?? UNPRICED
  if (position === UNPRICED) return 0
  return index.anywhere.retail.has(position) ? 1 : 0.5
}

/** Loads the prices of a few tyres on that day with one statement; returns them by tyre id. */
export async function foundPricesOf(
  { sql, isOwnSite }: PriceReader,
  priced: PricedDay,
  tyres: readonly CatalogTyre[],
): Promise<Map<number, FoundPrices>> {
  const offered = tyres.filter(({ id }) => preferenceOn(priced, id) > 0)
  const positions = Uint32Array.from(offered, ({ id }) => priced.positions[id] as number)
  const loaded = await loadTyrePrices(sql, priced.index, priced.day, positions, {}, isOwnSite)
  return new Map(loaded.map(({ offers, own }, i) => [(offered[i] as CatalogTyre).id, summary(offers, own)]))
}

function summary(offers: readonly SiteOffer[], own: readonly SiteOffer[]): FoundPrices {
  return {
    retail: spanOf(offers, 'retail'),
    wholesale: spanOf(offers, 'wholesale'),
    own:
      own.length === 0
        ? null
        : {
            retail: spanOf(own, 'retail')?.min ?? null,
            wholesale: spanOf(own, 'wholesale')?.min ?? null,
          },
    cities: new Set(offers.map(({ city }) => city)).size,
    sites: new Set(offers.map(({ site }) => site)).size,
  }
}

function spanOf(offers: readonly SiteOffer[], kind: 'retail' | 'wholesale'): Span | null {
  let span: Span | null = null
  for (const { [kind]: price } of offers) {
    if (price === null) continue
    span = span
      ? { min: Math.min(span.min, price), max: Math.max(span.max, price) }
      : { min: price, max: price }
  }
  return span
}
