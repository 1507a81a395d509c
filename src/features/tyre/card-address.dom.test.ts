// Specification 15.1

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { keyOfPath, readCardQuery } from './card-address.ts'

const NOTHING = { date: null, city: null, why: null }

test('cardPath and readCardQuery preserve any key, and everything that the card displays', () => {
  expect(cardPath('TS32100A', NOTHING)).toBe('/tyre/TS32100A')
  const query = { date: '2026-04-18', city: 'Нижний Новгород', why: 'median' } as const
  const url = new URL(cardPath('Ш205', query), 'https://localhost')
  expect(keyOfPath(url.pathname)).toBe('Ш205')
  expect(readCardQuery(url.search)).toEqual(query)
})

test('readCardQuery leaves out invalid values', () => {
  expect(readCardQuery('?date=2026-02-30&city=&why=everything')).toEqual(NOTHING)
  expect(keyOfPath('/tyre/%E0%A4%A')).toBe('%E0%A4%A')
  expect(keyOfPath('/export/retail')).toBe('')
})

test('keyOfPath restores every key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
      // The URL class resolves dots in the path; the router does not decode it.
      const { pathname } = new URL(`https://localhost${cardPath(key, NOTHING)}`)
      if (key !== '.' && key !== '..') expect(keyOfPath(pathname)).toBe(key.toWellFormed())
    }),
  )
})
