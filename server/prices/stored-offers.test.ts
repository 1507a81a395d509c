// Specification 10.23

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeOffers, decodeSiteOffers, encodeOffers, type StoredOffer } from './stored-offers.ts'

const number = fc.option(fc.integer({ min: 0, max: 1e9 }).map((kopecks) => kopecks / 100))
const offerOf = (name: fc.Arbitrary<string>): fc.Arbitrary<StoredOffer> =>
  fc.record(
    {
      city: name,
      warehouse: name,
      retail: number,
      wholesale: number,
      cost: number,
      stock: fc.option(fc.nat(10_000_000)),
      change: fc.option(fc.integer({ min: -1000, max: 100_000 }).map((tenths) => tenths / 10)),
    },
    { noNullPrototype: true },
  )

describe('stored offers', () => {
  it('round-trip, including absent numbers and zeros', () => {
    const offer = offerOf(fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 5 }), (offers) => {
        expect(decodeOffers(encodeOffers(offers))).toEqual(offers)
      }),
    )
  })

  it('of some cities are decoded in their order', () => {
    const name: fc.Arbitrary<string> = fc.constantFrom('', 'Томск', 'Омск', '"]}')
    fc.assert(
      fc.property(
        fc.array(offerOf(name), { maxLength: 8 }),
        fc.array(name, { maxLength: 2 }),
        (offers, cities) => {
          const expected = offers
            .filter(({ city }) => cities.includes(city))
            .map((offer) => ({ site: 'a.ru', ...offer }))
          const isCity = (city: string) => cities.includes(city)
          expect(decodeSiteOffers(encodeOffers(offers), 'a.ru', isCity)).toEqual(expected)
        },
      ),
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
