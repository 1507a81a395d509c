// Specification 15.5

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import { spreadLabels } from './chart-lines.ts'
import { fewDaysText, outText } from './day-text.ts'
import {
  changesOfSites,
  fewDays,
  historyFigures,
  lowestOwnPrices,
  sitesOn,
  spanOf,
  startingRange,
  zoomed,
} from './history.ts'

stayInYear(2026)

describe('figuresOf', () => {
  it('computes means of the known days, the last of equal lows and highs, and changes across gaps', () => {
    const figures = historyFigures([100, 120, null, 120, 100, null], '2026-02-27')
    expect(figures).toEqual({
      now: { price: 100, day: '2026-03-03' },
      means: [110, 110, 110],
      lowest: { price: 100, day: '2026-03-03' },
      highest: { price: 120, day: '2026-03-02' },
      moves: 2,
    })
  })

  it('accepts one point, 0, and an empty history', () => {
    const one = { price: 0, day: '2026-01-01' }
    expect(historyFigures([0], '2026-01-01')).toEqual({
      now: one,
      means: [0, 0, 0],
      lowest: one,
      highest: one,
      moves: 0,
    })
    const none = { now: null, means: [null, null, null], lowest: null, highest: null, moves: 0 }
    expect(historyFigures([null, null], '2026-01-01')).toEqual(none)
    expect(historyFigures([], '2026-01-01')).toEqual(none)
  })

  it('computes means back from the last day', () => {
    const prices = Array.from({ length: 400 }, (_, day) => (day < 370 ? 200 : 100))
    expect(historyFigures(prices, '2025-01-01').means).toEqual([100, 166.67, 191.78])
  })
})

describe('changesOfSites', () => {
  const median = [5000, null, 5000, 4000, 4000]
  const history: TyreHistory = {
    ...{ kind: 'retail', city: '', from: '2026-01-01', to: '2026-01-05', cities: [] },
    ...{ min: median, median, max: median },
    sites: [
      { site: 'a.ru', own: false, prices: [5000, null, 5000, 5000, null], moved: ['2026-01-03'], out: [] },
      { site: 'b.ru', own: false, prices: [null, null, null, 3000, 4000], moved: ['2026-01-04'], out: [] },
    ],
  }

  it('finds changes across days without prices', () => {
    expect(changesOfSites(history)).toEqual([
      { day: 2, came: [], went: [], moved: ['a.ru'] },
      { day: 3, came: ['b.ru'], went: [], moved: [] },
      { day: 4, came: [], went: ['a.ru'], moved: [] },
    ])
    expect([0, 1, 3, 4].map((day) => sitesOn(history, day))).toEqual([1, 0, 2, 1])
  })

  it('are not counted as changes of the median', () => {
    expect(historyFigures(median, '2026-01-01').moves).toBe(1)
    expect(historyFigures(median, '2026-01-01', new Set([3, 4])).moves).toBe(0)
  })
})

describe('spanOf', () => {
  it('ends on the last day, and is never longer than the history', () => {
    expect(spanOf('7', 30)).toEqual({ first: 23, last: 29 })
    expect(spanOf('365', 30)).toEqual({ first: 0, last: 29 })
    expect(spanOf('all', 1)).toEqual({ first: 0, last: 0 })
  })

  it('zooms around a day, and stays within the history', () => {
    expect(zoomed({ first: 0, last: 100 }, 0.5, 50, 101)).toEqual({ first: 25, last: 75 })
    expect(zoomed({ first: 0, last: 100 }, 0.5, 100, 101)).toEqual({ first: 50, last: 100 })
    expect(zoomed({ first: 25, last: 75 }, 2, 50, 101)).toEqual({ first: 0, last: 100 })
    expect(zoomed({ first: 0, last: 0 }, 0.5, 0, 1)).toEqual({ first: 0, last: 0 })
    fc.assert(
      fc.property(
        fc
          .nat(1000)
          .chain((days) => fc.tuple(fc.constant(days + 1), fc.nat(days), fc.nat(days), fc.nat(days))),
        fc.constantFrom(0.5, 2),
        ([days, a, b, around], factor) => {
          const [first, last] = [Math.min(a, b), Math.max(a, b)]
          const span = zoomed({ first, last }, factor, Math.min(Math.max(around, first), last), days)
          expect(span.first).toBeGreaterThanOrEqual(0)
          expect(span.last).toBeLessThan(days)
          expect(span.first).toBeLessThanOrEqual(span.last)
        },
      ),
    )
  })

  it('starts with the shortest range that is not nearly empty', () => {
    const of = (days: number, has: (ago: number) => boolean): TyreHistory => {
      const median = Array.from({ length: days }, (_, day) => (has(days - 1 - day) ? 5000 : null))
      const all = { min: median, median, max: median }
      return { kind: 'retail', city: '', from: '2024-01-01', to: null, cities: [], ...all, sites: [] }
    }
    expect(startingRange(of(500, () => true))).toBe('30')
    expect(startingRange(of(500, (ago) => ago % 7 === 0))).toBe('90')
    expect(startingRange(of(500, (ago) => ago < 2 || (ago > 100 && ago < 120)))).toBe('365')
    expect(startingRange(of(500, (ago) => ago < 2 || ago > 400))).toBe('all')
    expect(startingRange(of(3, () => true))).toBe('all')
  })
})

describe('prices without stock', () => {
  const history: TyreHistory = {
    ...{ kind: 'retail', city: '', from: '2026-11-01', to: '2026-11-06', cities: [] },
    ...{ min: [], median: [1, 1, 1, 1, 1, 1], max: [] },
    sites: [
      {
        site: 'one.ru',
        own: true,
        prices: [9, 8, 8, 8, null, 8],
        moved: [],
        out: [['2026-11-02', '2026-11-05']],
      },
      { site: 'two.ru', own: true, prices: [7, 7, null, null, null, 9], moved: [], out: [] },
      {
        site: 'a.ru',
        own: false,
        prices: [5, 5, 5, 5, 5, 5],
        moved: [],
        out: [['2026-11-06', '2026-11-06']],
      },
    ],
  }

  it('are own ones if no own site with a price has stock', () => {
    const own = lowestOwnPrices(history)
    expect(own?.prices).toEqual([7, 7, 8, 8, null, 8])
    // On the second day another own site still sells; on the fifth none has a price.
    expect([...(own?.out ?? [])]).toEqual([2, 3])
    expect(lowestOwnPrices({ ...history, sites: history.sites.slice(2) })).toBeNull()
  })

  it('are named as periods of the displayed days', () => {
    const lines = [
      { name: 'наша цена', out: new Set([0, 2, 3, 9]) },
      { name: 'медиана' },
      { name: 'a.ru', out: new Set([5]) },
    ]
    const text = (first: number, last: number) => outText(lines, { first, last }, '2026-11-01')
    expect(text(0, 9)).toBe(
      'Нет в наличии (бледная линия): наша цена 10 ноя, 3 ноя – 4 ноя, 1 ноя; a.ru 6 ноя.',
    )
    expect(text(3, 5)).toBe('Нет в наличии (бледная линия): наша цена 4 ноя; a.ru 6 ноя.')
    expect(text(6, 8)).toBeNull()
  })
})

describe('a history of one or two days', () => {
  const words = (
    prices: readonly (number | null)[],
    days: readonly number[],
    uncomparable: readonly number[] = [],
  ) => fewDaysText({ prices, uncomparable: new Set(uncomparable) }, days, '2026-04-16').replace(/\s/g, ' ')

  it.each([
    [[4500, 4700], '16 апр — 4 500 ₽, 17 апр — 4 700 ₽ (+4,4 %)'],
    [[4700, 4500], '16 апр — 4 700 ₽, 17 апр — 4 500 ₽ (−4,3 %)'],
    [[4500, 4500], '16 апр — 4 500 ₽, 17 апр — без изменений'],
    [[4500, null], '16 апр — 4 500 ₽, 17 апр — нет'],
    [[null, 4500], '16 апр — нет, 17 апр — 4 500 ₽'],
    [[0, 4500], '16 апр — 0 ₽, 17 апр — 4 500 ₽'],
  ])('of %j is a sentence', (prices, expected) => {
    expect(words(prices, [0, 1])).toBe(expected)
  })

  it('compares no medians of different sites, and skips days without prices', () => {
    expect(words([4500, null, 4700], [0, 2], [2])).toBe(
      '16 апр — 4 500 ₽, 18 апр — 4 700 ₽ (по другому набору сайтов)',
    )
    expect(words([4500], [0])).toBe('16 апр — 4 500 ₽')
  })

  it('is one with prices on at most two days, however far apart', () => {
    const of = (median: readonly (number | null)[]) =>
      fewDays({
        kind: 'retail',
        city: '',
        from: '2026-01-01',
        to: null,
        min: [],
        median,
        max: [],
        sites: [],
        cities: [],
      })
    expect([of([1]), of([1, null, null, 2]), of([1, 2, 3])]).toEqual([[0], [0, 3], null])
  })
})

describe('spreadLabels', () => {
  it('moves labels only where they would overlap or leave the chart', () => {
    expect(spreadLabels([100, 20, 60], 16, 200)).toEqual([100, 20, 60])
    expect(spreadLabels([50, 50, 52], 16, 200)).toEqual([50, 66, 82])
    expect(spreadLabels([0, 200], 16, 200)).toEqual([8, 192])
  })

  it('never lets labels overlap or leave the chart, and keeps their order', () => {
    const wanted = fc.array(fc.double({ min: -50, max: 250, noNaN: true }), { maxLength: 12 })
    fc.assert(
      fc.property(wanted, (given) => {
        const centres = spreadLabels(given, 16, 200)
        const order = given
          .map((_, index) => index)
          .sort((a, b) => (given[a] as number) - (given[b] as number))
        const sorted = order.map((index) => centres[index] as number)
        for (const [at, centre] of sorted.entries()) {
          expect(centre).toBeGreaterThanOrEqual(8 - 1e-9)
          expect(centre).toBeLessThanOrEqual(192 + 1e-9)
          if (at > 0) expect(centre - (sorted[at - 1] as number)).toBeGreaterThanOrEqual(16 - 1e-9)
        }
      }),
    )
  })
})
