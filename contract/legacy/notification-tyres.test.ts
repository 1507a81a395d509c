// Specification 7.14

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNotificationTyres } from './notifications.ts'

it('reads lines and known filters', () => {
  const tyres = [
    { line: 1, filters: { brand: ' Arktika ', width: 205, load: '-', article: 'A1' }, name: 'x' },
  ]
  const read = { line: 1, filters: { brand: 'Arktika', width: '205' } }
  expect(readNotificationTyres(tyres)).toEqual([read])
  const named = tyres.map((tyre) => ({ ...tyre, key: ' TS32100A ' }))
  expect(readNotificationTyres(named)).toEqual([{ ...read, key: 'TS32100A' }])
})

it.each([
  undefined,
  null,
  'x',
  {},
  [null, 5, {}, { line: -1, filters: {} }, { line: 1 }, { line: 1, filters: [] }],
])('%j names none', (value) => {
  expect(readNotificationTyres(value)).toEqual([])
})

it('accepts any input', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      for (const { line, filters } of readNotificationTyres([one, { line: 1, filters: other }])) {
        expect(line).toBeGreaterThanOrEqual(0)
        for (const value of Object.values(filters)) expect(typeof value).toBe('string')
      }
    }),
  )
})
