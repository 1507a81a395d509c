// Specification 14.2

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { parseTyreAnswer } from './tyre-answer.ts'

const PRICES = { retail: 5000, wholesale: 4000.5, cost: null, stock: 0 }
const PLACE = { city: 'Томск', site: 'a.ru', warehouse: '', ...PRICES }
const ANSWER = {
  version: 1,
  key: 'A1',
  day: '2026-11-21',
  last_day: '2026-11-21',
  compared: null,
  tyre: { article: 'A-1', brand: 'Arktika', width: '205', height: '', season: null },
  offers: [{ ...PLACE, before: PRICES, since: { retail: '2026-11-01', wholesale: null, cost: 'вчера' } }],
  gone: [PLACE],
  late: [{ site: 'b.ru', day: '2026-11-20' }],
  uncompared: ['c.ru'],
}
const read = (answer: object) => parseTyreAnswer(JSON.stringify(answer))

it('reads the market of a tyre', () => {
  expect(read(ANSWER)).toMatchObject({
    key: 'A1',
    day: '2026-11-21',
    lastDay: '2026-11-21',
    compared: null,
    specs: { article: 'A-1', brand: 'Arktika', width: '205', height: null, season: null, name: null },
    offers: [{ ...PLACE, before: PRICES, since: { retail: '2026-11-01', wholesale: null, cost: null } }],
    gone: [PLACE],
    late: [{ site: 'b.ru', day: '2026-11-20' }],
    uncompared: ['c.ru'],
  })
})

it('drops invalid places, and reads missing values as unknown', () => {
  const places = [null, 5, {}, { city: 'Томск' }, { site: 'a.ru', city: '' }, { city: 'Томск', site: 'a.ru' }]
  const { offers, gone, late } = read({ ...ANSWER, offers: places, gone: places, late: [{ site: 'b.ru' }] })
  const unknown = { city: 'Томск', site: 'a.ru', warehouse: '', retail: null, wholesale: null, cost: null }
  expect(offers).toMatchObject([{ ...unknown, before: null, since: { retail: null } }])
  expect(gone).toMatchObject([unknown])
  expect(late).toEqual([])
  expect(read({ ...ANSWER, uncompared: ['c.ru', 1, null] }).uncompared).toEqual(['c.ru'])
  expect(read({ ...ANSWER, uncompared: undefined }).uncompared).toEqual([])
})

it.each([
  '<!doctype html>',
  '{}',
  '[]',
  '{"version":2}',
  '{"version":1,"day":"2026-11-21"}',
  '{"error":"нет"}',
])('rejects any answer but a companion’s: %s', (body) => {
  expect(() => parseTyreAnswer(body)).toThrow(ReadError)
})

it('reads or rejects any answer with a ReadError', () => {
  const values = {
    offers: fc.jsonValue(),
    gone: fc.jsonValue(),
    late: fc.jsonValue(),
    uncompared: fc.jsonValue(),
    compared: fc.jsonValue(),
  }
  fc.assert(
    fc.property(fc.record(values), (odd) => {
      for (const { city, site } of read({ ...ANSWER, ...odd }).offers) expect([city, site]).not.toContain('')
    }),
  )
  fc.assert(
    fc.property(fc.json(), (body) => {
      expect(() => parseTyreAnswer(body)).toThrow(ReadError)
    }),
  )
})
