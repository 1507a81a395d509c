// Specification 14.4

import { expect, it } from 'vitest'
import { offer } from '../../tests/support/prices.ts'
import { changesBetween, readChanges } from './changes.ts'

const NUMBERS = new Map([
  ['Томск', 1],
  ['Омск', 2],
  ['Чита', 12],
])
const changes = (before: Parameters<typeof offer>[0][], after: Parameters<typeof offer>[0][]) =>
  changesBetween(before.map(offer), after.map(offer), ({ city }) => NUMBERS.get(city) as number)

const TOMSK = { city: 'Томск', retail: 5000, stock: 4 }
const OMSK = { city: 'Омск', wholesale: 4000.5, stock: 0 }

it('changesBetween stores only the locations in which something changed', () => {
  expect(changes([TOMSK, OMSK], [OMSK, { ...TOMSK, retail: 5100 }])).toBe('1,5100,-1,-1,2')
  expect(changes([TOMSK], [TOMSK, OMSK])).toBe('2,-1,4000.5,-1,1')
  expect(changes([TOMSK, OMSK], [TOMSK])).toBe('2,-1,-1,-1,-1')
  expect(changes([TOMSK, OMSK], [OMSK, TOMSK])).toBe('')
})

it('changesBetween ignores the number of pieces, except when the last one is sold', () => {
  expect(changes([TOMSK], [{ ...TOMSK, stock: 1 }])).toBe('')
  expect(changes([TOMSK], [{ ...TOMSK, stock: 0 }])).toBe('1,5000,-1,-1,1')
  expect(changes([TOMSK], [{ ...TOMSK, stock: null }])).toBe('1,5000,-1,-1,0')
})

it('readChanges reads what changesBetween has stored', () => {
  const gone = { location: 1, offer: null }
  const came = { location: 12, offer: { retail: 0, wholesale: null, cost: 1, inStock: null } }
  expect(readChanges(changes([TOMSK], [{ city: 'Чита', retail: 0, cost: 1 }]))).toEqual([came, gone])
  expect(readChanges('')).toEqual([])
})
