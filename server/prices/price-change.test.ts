// Specification 10.10

import { describe, expect, it } from 'vitest'
import { offer } from '../../tests/support/prices.ts'
import type { Offer } from './offer.ts'
import { compareOffers } from './price-change.ts'

/** Returns the change of one offer between two days. */
function changeOf(before: Partial<Offer>, after: Partial<Offer>) {
  return compareOffers([offer(after)], [offer(before)]).offers[0]?.change
}

describe("change of a price since the site's previous day", () => {
  it.each([
    [5000, 5500, 10],
    [5000, 4375, -12.5],
    [3000, 3100, 3.3],
    [5000, 0, -100],
    [100, 100_000, 99_900],
  ])('from %d to %d is %d percent', (before, after, percent) => {
    expect(changeOf({ wholesale: before }, { wholesale: after })).toBe(percent)
    expect(changeOf({ retail: before }, { retail: after })).toBe(percent)
  })

  it('is that of the wholesale price if it moved between the days', () => {
    expect(changeOf({ wholesale: 4000, retail: 5000 }, { wholesale: 4400, retail: 4000 })).toBe(10)
  })

  it('is that of the retail price if a day has no wholesale price', () => {
    expect(changeOf({ wholesale: null, retail: 5000 }, { wholesale: 4400, retail: 4000 })).toBe(-20)
    expect(changeOf({ wholesale: 4000, retail: 5000 }, { wholesale: null, retail: 4000 })).toBe(-20)
  })

  it('is null if nothing moved but cost and stock', () => {
    const still = { retail: 5000, wholesale: 4000 }
    expect(changeOf({ ...still, cost: 1, stock: 1 }, { ...still, cost: 2, stock: 2 })).toBeNull()
  })

  it('is null if one of the days has no price', () => {
    expect(changeOf({ wholesale: 4000 }, { retail: 5000 })).toBeNull()
    expect(changeOf({}, { retail: 5000 })).toBeNull()
    expect(changeOf({ retail: 5000 }, {})).toBeNull()
  })

  it('is null from a price of zero, where no percent is defined', () => {
    expect(changeOf({ retail: 0 }, { retail: 5000 })).toBeNull()
  })

  it.each([
    [100_000, 100_001, 0.1],
    [100_000, 99_999, -0.1],
  ])('is a move all the same when too small for one decimal: %d to %d', (before, after, percent) => {
    expect(changeOf({ wholesale: before }, { wholesale: after })).toBe(percent)
  })

  it('compares only within the same city and warehouse', () => {
    const previous = [
      offer({ city: 'Томск', warehouse: 'Б', wholesale: 200 }),
      offer({ city: 'Омск', warehouse: 'А', wholesale: 400 }),
      offer({ city: 'Томск', warehouse: 'А', wholesale: 100 }),
    ]
    const offers = [
      offer({ city: 'Томск', warehouse: 'А', wholesale: 110 }),
      offer({ city: 'Томск', warehouse: 'Б', wholesale: 220.5 }),
      offer({ city: 'Томск', warehouse: '', wholesale: 1 }),
      offer({ city: 'Уфа', warehouse: 'А', wholesale: 1 }),
    ]
    const { offers: changed, largest } = compareOffers(offers, previous)
    expect(changed.map(({ change }) => change)).toEqual([10, 10.3, null, null])
    expect(changed.map(({ change: _, ...rest }) => rest)).toEqual(offers)
    expect(largest).toEqual({
      city: 'Томск',
      priceType: 'wholesale',
      before: 200,
      after: 220.5,
      percent: 10.3,
    })
  })

  it('is null on the first day', () => {
    expect(compareOffers([offer({ wholesale: 1 })], [])).toEqual({
      offers: [{ ...offer({ wholesale: 1 }), change: null }],
      largest: null,
    })
  })
})
