// Specification 27.1

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../contract/lib/dates.ts'
import { periodBefore, totalsPeriod } from '../../../contract/totals/totals.ts'
import {
  ALL_COMPETITORS,
  type CityQuote,
  DayTally,
  joinSmallBrands,
  type SiteQuotes,
  stockWeight,
} from '../../prices/totals/day-tally.ts'
import { combineDays, type SummedDay } from './period-figures.ts'

const SITES = [
  { host: 'own.ru', own: true },
  { host: 'a.ru', own: false },
  { host: 'b.ru', own: false },
]
const MONDAY = '2026-04-13'
const NO_FILTERS = { site: '', brand: '', city: '' }

/** Price and stock of one offer; null without an offer. */
const anOffer = fc.option(
  fc.record({ price: fc.integer({ min: 1, max: 6 }), stock: fc.option(fc.integer({ min: 0, max: 3 })) }),
)
/** Offers of one tyre on one day, by site. */
const anyDay = fc.tuple(anOffer, anOffer, anOffer)
/** Days of some tyres of one city; null for a day without prices. */
const anyWeek = fc.array(fc.option(fc.array(anyDay, { minLength: 3, maxLength: 3 })), { maxLength: 7 })

const quote = (offer: { price: number; stock: number | null } | null): CityQuote[] | undefined =>
  offer
    ? [
        {
          city: 'Томск',
          prices: [offer.price],
          low: offer.price,
          stock: offer.stock ?? 0,
          unknown: offer.stock === null,
        },
      ]
    : undefined

function summed(
  week: (readonly (typeof anyDay extends fc.Arbitrary<infer T> ? T : never)[] | null)[],
): SummedDay[] {
  return week.map((tyres, n) => {
    const day = addDays(MONDAY, n)
    const before = week.slice(0, n).findLast((one) => one !== null)
    if (!tyres) return { day, totals: null }
    const tally = new DayTally(SITES)
    for (const [tyre, offers] of tyres.entries()) {
      const quotes: SiteQuotes[] = offers.map((offer, site) => ({
        site,
        now: quote(offer),
        before: quote(before?.[tyre]?.[site] ?? null),
      }))
      tally.add(tyre, tyre === 0 ? 'Arktika' : 'Zorki', quotes)
    }
    return { day, totals: tally.totals() }
  })
}

describe('combineDays', () => {
  it('equals the definitions, computed tyre by tyre', async () => {
    await fc.assert(
      fc.asyncProperty(anyWeek, async (week) => {
        const { now } = await combineDays(summed(week), NO_FILTERS)
        let [weight, weighted, pairs, first] = [0, 0, 0, 0]
        for (const tyres of week) {
          for (const [own, ...theirs] of tyres ?? []) {
            const prices = theirs.flatMap((one) => (one ? [one.price] : [])).sort((a, b) => a - b)
            if (!own || prices.length === 0) continue
            const median = ((prices[0] as number) + (prices.at(-1) as number)) / 2
            const stock = own.stock ?? 1
            pairs += 1
            if (own.price <= (prices[0] as number)) first += 1
            weight += stock
            weighted += stock * (own.price / median)
          }
        }
        expect(now).toMatchObject({ pairs, first, weight })
        if (weight === 0) expect(now.index).toBeNull()
        else expect(now.index).toBeCloseTo((weighted / weight) * 100, 0)
      }),
    )
  })

  it('answers each undercut once or leaves it open, whatever days are missing', async () => {
    await fc.assert(
      fc.asyncProperty(anyWeek, async (week) => {
        const days = summed(week)
        const { now, days: byDay } = await combineDays(days, NO_FILTERS)
        const undercuts = days.reduce((sum, { totals }) => sum + (totals?.undercuts.length ?? 0) / 4, 0)
        expect(now.answered + now.open).toBe(undercuts)
        if (now.reaction !== null) expect(now.reaction).toBeGreaterThanOrEqual(1)
        expect(byDay.map(({ figures }) => figures === null)).toEqual(week.map((tyres) => tyres === null))
      }),
    )
  })

  it('has groups whose sums are those of the whole, in any filter', async () => {
    await fc.assert(
      fc.asyncProperty(anyWeek, fc.constantFrom('', 'a.ru', 'b.ru'), async (week, site) => {
        const days = summed(week)
        const whole = await combineDays(days, { ...NO_FILTERS, site })
        for (const groups of [whole.brands, whole.cities]) {
          for (const key of ['pairs', 'first', 'weight', 'own_up', 'own_down', 'up', 'down'] as const)
            expect([...groups.values()].reduce((sum, one) => sum + one[key], 0)).toBe(whole.now[key])
        }
        for (const [brand, figures] of whole.brands)
          expect((await combineDays(days, { site, brand, city: '' })).now).toEqual(figures)
        if (site) expect(whole.sites.get(site)?.figures.pairs ?? 0).toBe(whole.now.pairs)
      }),
    )
  })
})

describe('stockWeight', () => {
  it('is the known stock, 1 if it is unknown and 0 if all are sold out', () => {
    const weight = (...stocks: (number | null)[]) =>
      stockWeight(stocks.map((stock) => ({ stock: stock ?? 0, unknown: stock === null })))
    expect([weight(3, 4), weight(null), weight(0), weight(0, null), weight(2, null), weight(0, 0)]).toEqual([
      7, 1, 0, 1, 2, 0,
    ])
  })
})

describe('joinSmallBrands', () => {
  it('keeps the sums and bounds the brands', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 }), (sizes) => {
        const tally = new DayTally(SITES)
        let tyre = 0
        for (const [brand, size] of sizes.entries()) {
          for (let n = 0; n < size % 4; n++)
            tally.add(tyre++, `Бренд ${brand}`, [
              { site: 0, now: quote({ price: 5, stock: 1 }), before: quote({ price: 6, stock: 1 }) },
              { site: 1, now: quote({ price: 4, stock: 1 }), before: quote({ price: 7, stock: 1 }) },
            ])
        }
        const totals = tally.totals()
        const joined = joinSmallBrands(totals, 20)
        const sum = (list: readonly number[], size: number, at: number) =>
          list.reduce((all, value, n) => (n % size === at ? all + value : all), 0)
        for (const at of [3, 4, 5]) expect(sum(joined.cells, 7, at)).toBe(sum(totals.cells, 7, at))
        for (const at of [3, 4]) expect(sum(joined.moves, 5, at)).toBe(sum(totals.moves, 5, at))
        expect(joined.undercuts.length).toBe(totals.undercuts.length)
        expect(joined.cells.length / 7).toBeLessThanOrEqual(Math.max(20, totals.cities.length * 3))
        for (let at = 1; at < joined.cells.length; at += 7)
          expect(joined.brands[joined.cells[at] as number]).toBeDefined()
        expect(joined.cells.some((value, n) => n % 7 === 2 && value === ALL_COMPETITORS)).toBe(
          totals.cells.length > 0,
        )
      }),
    )
  })
})

describe('totalsPeriod', () => {
  it('is the calendar week or month, and adjoins the one before', () => {
    const anyDayOfYears = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n))
    fc.assert(
      fc.property(anyDayOfYears, fc.constantFrom('week' as const, 'month' as const), (day, kind) => {
        const period = totalsPeriod(kind, day)
        expect(period.from <= day && day <= period.to).toBe(true)
        expect(addDays(periodBefore(kind, period).to, 1)).toBe(period.from)
        if (kind === 'week') expect(new Date(period.from).getUTCDay()).toBe(1)
        else expect(period.from.slice(8)).toBe('01')
      }),
    )
    expect(totalsPeriod('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
})
