import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { parseSearchAnswer } from './search-answer.ts'

const TYRE = { key: 'A1', brand: 'Arktika', name: 'Polar', width: '205', own: { retail: 1, wholesale: null } }

it('reads the results, and drops tyres without a key', () => {
  const answer = {
    version: 1,
    day: '2026-04-18',
    total: 7,
    priced: 5,
    tyres: [TYRE, { brand: 'Nobody' }, null],
  }
  const { total, priced, tyres } = parseSearchAnswer(JSON.stringify(answer))
  expect({ total, priced }).toEqual({ total: 7, priced: 5 })
  expect(tyres).toMatchObject([
    {
      key: 'A1',
      specs: { brand: 'Arktika', name: 'Polar', width: '205', height: null },
      retail: null,
      own: { retail: 1, wholesale: null },
      cities: 0,
      day: '2026-04-18',
    },
  ])
})

it.each(['<!doctype html>', '{}', '[]', '{"version":2,"tyres":[]}', '{"version":1}', ''])(
  'rejects any answer but a companion’s: %s',
  (body) => {
    expect(() => parseSearchAnswer(body)).toThrow(ReadError)
  },
)

it('reads or rejects any answer', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (tyre, day) => {
      const { total, tyres } = parseSearchAnswer(`{"version":1,"day":${day},"tyres":[${tyre}]}`)
      expect(tyres.length).toBeLessThanOrEqual(1)
      expect(total).toBe(tyres.length)
    }),
  )
})
