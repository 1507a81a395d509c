// Specification 21.1, 10.15

import { describe, expect, it } from 'vitest'
import { specs } from '../../../tests/support/prices.ts'
import { articleCore, listingKey, NO_IDS, validGtin } from './listing.ts'

const keyOf = (over: Parameters<typeof specs>[0], code = '') => listingKey(specs(over), { ...NO_IDS, code })

describe('the identity of a listing within its site', () => {
  it.each(['T429283', 't429283', ' T429283 ', 'T-429.283', 'T 429/283', 'T429\u00a0283'])(
    "is the manufacturer's article, however it is spelled: %j",
    (article) => {
      expect(keyOf({ article, brand: 'Иначе', name: 'Названа' }, 'c1')).toBe('T429283')
    },
  )

  it("is the supplier's code without an article, which no article can equal", () => {
    expect(keyOf({ article: '' }, '77-1')).toBe('#771')
    expect(keyOf({ article: ' - ', name: 'Иначе' }, '77-1')).toBe('#771')
    expect(keyOf({ article: '771' })).not.toBe(keyOf({ article: '' }, '771'))
  })

  it('is brand, name, size and indices without both, ignoring case and spaces', () => {
    const key = keyOf({ article: '' })
    expect(keyOf({ article: '', name: ' 205/55r16  94V arktika POLAR' })).not.toBe('')
    expect(keyOf({ article: '', brand: 'ARKTIKA' })).toBe(key)
    for (const over of [{ name: 'Иначе' }, { brand: 'Zorki' }, { width: '215' }, { loadIndex: '91' }])
      expect(keyOf({ article: '', ...over })).not.toBe(key)
  })
})

describe('a GTIN', () => {
  it.each([
    ['4006381333931', '04006381333931'],
    ['4006381 33393-1', '04006381333931'],
    ['036000291452', '00036000291452'],
    ['73513537', '00000073513537'],
  ])('%s is %s', (text, gtin) => expect(validGtin(text)).toBe(gtin))

  it.each(['4006381333932', '123', '0000000000000', '1,23457E+12', '40063813339311', 'abc', ''])(
    'is not %j: length or check digit is wrong',
    (text) => expect(validGtin(text)).toBe(''),
  )
})

it('has one core for the notations of an article', () => {
  for (const article of ['0348176', '348176', '03481760000', 'X348176NX'])
    expect(articleCore(article)).toBe('348176')
  // Short numbers are too common.
  expect(articleCore('A120')).toBe('A120')
})
