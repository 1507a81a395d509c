// Specification 15.5

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { changesOfSites, historyFigures, sitesOn, spanOf, startingRange, zoomed } from './history.ts'

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
