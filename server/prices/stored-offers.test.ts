import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeOffers, encodeOffers, type StoredOffer } from './stored-offers.ts'

describe('stored offers', () => {
  it('round-trip, including absent numbers and zeros', () => {
    const number = fc.option(fc.integer({ min: 0, max: 1e9 }).map((kopecks) => kopecks / 100))
    const offer: fc.Arbitrary<StoredOffer> = fc.record(
      {
        city: fc.string({ unit: 'grapheme' }),
        warehouse: fc.string({ unit: 'grapheme' }),
        retail: number,
        wholesale: number,
        cost: number,
        stock: fc.option(fc.nat(10_000_000)),
        change: fc.option(fc.integer({ min: -1000, max: 100_000 }).map((tenths) => tenths / 10)),
      },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 5 }), (offers) => {
        expect(decodeOffers(encodeOffers(offers))).toEqual(offers)
      }),
    )
  })

  it('are compact: field names are not repeated', () => {
    const offer = {
      city: 'Томск',
      warehouse: '',
      retail: 5000,
      wholesale: null,
      cost: null,
      stock: 4,
      change: -2.5,
    }
    expect(encodeOffers([offer])).toBe('[["Томск","",5000,null,null,4,-2.5]]')
  })
})
