// Specification 14.3

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lowest, statisticsOf } from '../../contract/reports/statistics.ts'
import type { DayRun } from './store.ts'
import { buildSeries, type DayChanges } from './timeline.ts'

const [FIRST, LAST] = [20_000, 20_012]
const day = fc.integer({ min: FIRST - 4, max: LAST })
/** Stored form: location, retail, wholesale, cost, stock; -1 for missing values. */
const place = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(-1, 0, 5000, 5000, 5100.5))
  .map(([number, price]) => [number, price, -1, -1, 2])
const site = fc.record({
  days: fc.uniqueArray(day),
  changes: fc.uniqueArray(fc.record({ day, places: fc.array(place, { maxLength: 4 }) }), {
    selector: (one) => one.day,
  }),
})

function runsOf(days: readonly number[]): DayRun[] {
  const sorted = days.toSorted((a, b) => a - b)
  return sorted
    .filter((one) => !days.includes(one - 1))
    .map((first) => ({
      first,
      last: sorted.find((one) => one >= first && !days.includes(one + 1)) as number,
    }))
}

/** Returns the prices of a site on a day, found by applying all its changes. */
function pricesOn(changes: readonly DayChanges[], on: number, counts: (place: number) => boolean): number[] {
  const byPlace = new Map<number, number>()
  for (const one of changes.filter((change) => change.day <= on)) {
    for (let at = 0; at < one.changes.length; at += 5) {
      byPlace.set(one.changes[at] as number, one.changes[at + 1] as number)
    }
  }
  return [...byPlace].flatMap(([number, price]) => (price >= 0 && counts(number) ? [price] : []))
}

it('buildSeries returns for every day the statistics of all changes up to it', () => {
  fc.assert(
    fc.property(fc.array(site, { maxLength: 4 }), fc.boolean(), (sites, all) => {
      const counts = (number: number) => all || number === 2
      const changes = sites.flatMap((one, siteId) =>
        one.changes
          .toSorted((a, b) => a.day - b.day)
          .map(
            (change): DayChanges => ({ siteId, day: change.day, changes: change.places.flat() as number[] }),
          ),
      )
      const series = buildSeries(
        changes,
        { first: FIRST, last: LAST },
        { kind: 'retail', includes: all ? null : counts },
        new Map(sites.map(({ days }, siteId) => [siteId, runsOf(days)])),
      )
      for (let on = FIRST; on <= LAST; on++) {
        const known = sites.map(({ days }, siteId) => {
          const ofSite = changes.filter((change) => change.siteId === siteId)
          return days.includes(on) ? pricesOn(ofSite, on, counts) : []
        })
        const { min = null, median = null, max = null } = statisticsOf(known.flat()) ?? {}
        const at = on - FIRST
        expect([series.min[at], series.median[at], series.max[at]]).toEqual([min, median, max])
        for (const [siteId, prices] of known.entries()) {
          expect(series.sites.get(siteId)?.[at] ?? null).toBe(lowest(prices))
        }
      }
    }),
  )
})

it('buildSeries reports the days on which all locations of a site’s prices differ from those before', () => {
  const prices = (day: number, ...places: [number, number][]): DayChanges => ({
    siteId: 1,
    day: FIRST + day,
    changes: places.flatMap(([number, price]) => [number, price, -1, -1, 2]),
  })
  const moved = (changes: readonly DayChanges[], runs: readonly DayRun[]) =>
    buildSeries(
      changes,
      { first: FIRST, last: LAST },
      { kind: 'retail', includes: null },
      new Map([[1, runs]]),
    ).moved.get(1)
  const whole = [{ first: FIRST, last: LAST }]
  // Locations replaced one by one, then all at once; a location that disappears and returns; one that disappears and
  // is replaced.
  const drift = [prices(0, [1, 5000], [2, 5000]), prices(1, [1, -1], [3, 5000]), prices(2, [2, -1])]
  expect(moved(drift, whole)).toBeUndefined()
  expect(moved([...drift, prices(3, [3, -1], [4, 5000])], whole)).toEqual([3])
  expect(moved([prices(0, [1, 5000]), prices(1, [1, -1]), prices(2, [1, 5000])], whole)).toBeUndefined()
  expect(moved([prices(0, [1, 5000]), prices(1, [1, -1]), prices(2, [2, 5000])], whole)).toEqual([2])
  const gap = [
    { first: FIRST, last: FIRST },
    { first: FIRST + 5, last: LAST },
  ]
  expect(moved([prices(0, [1, 5000]), prices(3, [1, -1], [2, 5000])], gap)).toEqual([5])
})

it('buildSeries reports the periods in which no location with a price has stock', () => {
  /** Locations with their price and stock: 0 unknown, 1 none, 2 some. */
  const at = (day: number, ...places: [number, number, number][]): DayChanges => ({
    siteId: 1,
    day: FIRST + day,
    changes: places.flatMap(([number, price, stock]) => [number, price, -1, -1, stock]),
  })
  const out = (changes: readonly DayChanges[], includes: ((location: number) => boolean) | null = null) =>
    buildSeries(
      changes,
      { first: FIRST, last: LAST },
      { kind: 'retail', includes },
      new Map([
        [
          1,
          [
            { first: FIRST, last: FIRST + 5 },
            { first: FIRST + 8, last: LAST },
          ],
        ],
      ]),
    ).out.get(1)
  // A period without stock goes on through a change of the price, and is interrupted by days without prices.
  const changes = [at(0, [1, 5000, 2]), at(2, [1, 5000, 1]), at(3, [1, 5100, 1]), at(10, [1, 5100, 0])]
  expect(out(changes)).toEqual([
    [2, 5],
    [8, 9],
  ])
  // One location with stock, or with unknown stock, is enough; a location without a price counts for nothing.
  expect(out([at(0, [1, 5000, 1], [2, 5000, 2]), at(1, [2, 5000, 0])])).toBeUndefined()
  expect(out([at(0, [1, 5000, 1], [2, -1, 2]), at(3, [1, 5000, 2])])).toEqual([[0, 2]])
  expect(out([at(0, [1, 5000, 1], [2, 5000, 2]), at(4, [1, -1, -1])], (location) => location === 1)).toEqual([
    [0, 3],
  ])
})
