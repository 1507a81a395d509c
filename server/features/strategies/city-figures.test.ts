// Specification 19.9

import { describe, expect, it } from 'vitest'
import { type ComparedOffer, figuresByCity } from './city-figures.ts'

const offer = (site: string, retail: number, stock: number | null, own = false): ComparedOffer => ({
  ...{ site, city: 'Томск', own, retail, wholesale: null, cost: null, stock },
})
const OFFERS = [
  offer('own.ru', 5000, 0, true),
  offer('a.ru', 4500, 0),
  offer('b.ru', 4700, null),
  offer('c.ru', 4800, 4),
]

describe('competitors’ prices of a strategy', () => {
  it('are all of them, or those of tyres that can be bought or may be', () => {
    const [all, inStock] = [false, true].map((only) => figuresByCity(OFFERS, 'retail', only).get('Томск'))
    expect(all).toMatchObject({ now: 5000, rivals: [4500, 4700, 4800], median: 4700 })
    expect(inStock).toMatchObject({ now: 5000, rivals: [4700, 4800], median: 4750 })
  })
})
