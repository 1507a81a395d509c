// Specification 10.26

import { describe, expect, it, vi } from 'vitest'
import { specs } from '../../../tests/support/prices.ts'
import type { DayPrices } from './day-prices.ts'
import { Orders } from './orders.ts'
import type { PriceScope } from './scope.ts'

const SCOPE: PriceScope = {
  layout: 'analytics',
  priceType: 'retail',
  analytics: true,
  filters: {},
  multiplier: null,
  city: null,
  kind: 'retail',
  competitors: null,
}
const NONE = new Int32Array()
/** Prices of one tyre that nobody sells. */
const EMPTY: DayPrices = {
  places: [],
  starts: Uint32Array.of(0, 0),
  place: NONE,
  retail: NONE,
  wholesale: NONE,
  cost: NONE,
  stock: NONE,
  change: NONE,
}
const index = () => ({ tyres: [{ id: 1, specs: specs() }], hosts: new Map() })
const loading = () => vi.fn(async () => EMPTY)

describe('the orders of a day (decision 36)', () => {
  const sortOn = (
    orders: Orders,
    day: ReturnType<typeof index>,
    load: () => Promise<DayPrices>,
    name: 'own' | 'min' | 'max' | 'rank' | 'percent',
  ) => orders.of(day, load).sorted({ of: 'market', name }, false, SCOPE)

  it('read the prices once for all requests, and not at all to sort by attributes of tyres', async () => {
    const [orders, day, load] = [new Orders(), index(), loading()]
    await orders.of(day, load).sorted({ of: 'spec', name: 'brand' }, true, SCOPE)
    expect(load).not.toHaveBeenCalled()
    await Promise.all([sortOn(orders, day, load, 'own'), sortOn(orders, day, load, 'min')])
    expect(await sortOn(orders, day, load, 'own')).toEqual(Uint32Array.of(0))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('cache the prices of the two most recently used days', async () => {
    const orders = new Orders()
    const days = [index(), index(), index()].map((day) => ({ day, load: loading() }))
    const [first, second, third] = days as [(typeof days)[0], (typeof days)[0], (typeof days)[0]]
    const names = ['own', 'min', 'max', 'rank', 'percent'] as const
    for (const [i, { day, load }] of [first, second, first, third, first].entries())
      await sortOn(orders, day, load, names[i] as (typeof names)[number])
    expect(days.map(({ load }) => load.mock.calls.length)).toEqual([1, 1, 1])
    await sortOn(orders, second.day, second.load, 'max')
    expect(second.load).toHaveBeenCalledTimes(2)
  })

  it('cache the orders of all days whose index is cached', async () => {
    const orders = new Orders()
    const days = Array.from({ length: 5 }, () => ({ day: index(), load: loading() }))
    for (const round of [1, 2]) {
      for (const { day, load } of days) await sortOn(orders, day, load, 'own')
      expect(
        days.map(({ load }) => load.mock.calls.length),
        `round ${round}`,
      ).toEqual([1, 1, 1, 1, 1])
    }
  })

  it('try again after a failure', async () => {
    const [orders, day] = [new Orders(), index()]
    const load = loading().mockRejectedValueOnce(new Error('no database'))
    await expect(sortOn(orders, day, load, 'own')).rejects.toThrow('no database')
    await expect(sortOn(orders, day, load, 'own')).resolves.toEqual(Uint32Array.of(0))
  })
})
