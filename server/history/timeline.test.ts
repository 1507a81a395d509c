// Specification 14.3

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lowest, statisticsOf } from '../../contract/reports/statistics.ts'
import type { DayRun } from './imported-days.ts'
import { type DayChanges, seriesOf } from './timeline.ts'

const [FIRST, LAST] = [20_000, 20_012]
const day = fc.integer({ min: FIRST - 4, max: LAST })
/** As stored: place, retail, wholesale, cost, stock; -1 for what there is not. */
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

/** The prices of a site on a day, found by going through all its changes. */
function pricesOn(changes: readonly DayChanges[], on: number, counts: (place: number) => boolean): number[] {
  const byPlace = new Map<number, number>()
  for (const one of changes.filter((change) => change.day <= on)) {
    for (let at = 0; at < one.changes.length; at += 5) {
      byPlace.set(one.changes[at] as number, one.changes[at + 1] as number)
    }
  }
  return [...byPlace].flatMap(([number, price]) => (price >= 0 && counts(number) ? [price] : []))
}

it('has for every day what going through all changes up to it would find', () => {
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
      const series = seriesOf(
        changes,
        { first: FIRST, last: LAST },
        { kind: 'retail', covers: all ? null : counts },
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

it('names the days on which a site’s prices come from none of the places that they came from before', () => {
  const prices = (day: number, ...places: [number, number][]): DayChanges => ({
    siteId: 1,
    day: FIRST + day,
    changes: places.flatMap(([number, price]) => [number, price, -1, -1, 2]),
  })
  const moved = (changes: readonly DayChanges[], runs: readonly DayRun[]) =>
    seriesOf(
      changes,
      { first: FIRST, last: LAST },
      { kind: 'retail', covers: null },
      new Map([[1, runs]]),
    ).moved.get(1)
  const whole = [{ first: FIRST, last: LAST }]
  // One by one, and all at once; gone for a while, and back at the same place and at another.
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
