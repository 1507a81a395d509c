// Specification 23.8

import { describe, expect, it } from 'vitest'
import type { FoundPrice } from '../../../../contract/pages/tracked-page.ts'
import { firstChoice } from './page-text.tsx'

const found = (place: string, over: Partial<FoundPrice> = {}): FoundPrice => ({
  origin: 'element',
  place,
  name: '',
  price: 7_340,
  list_price: null,
  pieces: 1,
  stock: null,
  problem: '',
  context: '',
  doubt: '',
  mark: 1,
  ...over,
})

describe('firstChoice (specification 23.8)', () => {
  const prices = [
    found('Product › offers › price', { origin: 'json-ld', mark: null }),
    found('p.price'),
    found('p.price', { doubt: 'На странице другая шина' }),
    found('p.old', { price: null, problem: 'цена: меньше 100 ₽' }),
  ]

  it('is the proposed price of a new page', () => {
    expect(firstChoice({ prices, proposed: 0 }, null)).toBe(0)
    expect(firstChoice({ prices, proposed: null }, null)).toBeNull()
  })

  it('retains the place that was confirmed before', () => {
    expect(firstChoice({ prices, proposed: 0 }, { origin: 'element', place: 'p.price' })).toBe(1)
    expect(firstChoice({ prices, proposed: 2 }, { origin: 'element', place: 'p.price' })).toBe(2)
    expect(firstChoice({ prices, proposed: null }, { origin: 'element', place: 'p.price' })).toBe(1)
  })

  it('is the proposed price if none can be used at that place', () => {
    expect(firstChoice({ prices, proposed: 0 }, { origin: 'element', place: 'p.old' })).toBe(0)
    expect(firstChoice({ prices, proposed: 0 }, { origin: 'json-ld', place: 'Offer › price' })).toBe(0)
    expect(firstChoice({ prices, proposed: null }, { origin: 'element', place: 'p.gone' })).toBeNull()
  })
})
