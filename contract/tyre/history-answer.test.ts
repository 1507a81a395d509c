import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { parseSparklines, parseTyreHistory } from './history-answer.ts'

const ANSWER = {
  version: 1,
  kind: 'wholesale',
  city: 'Томск',
  from: '2026-02-28',
  to: '2026-03-02',
  min: [0, null, 4000.5],
  median: [10, null, 4000.5],
  max: [20, null, 5000],
  sites: [
    { site: 'daikon.ru', own: true, prices: [0, null, 5000], moved: ['2026-03-02'], out: [] },
    { site: 'a.ru', own: false, prices: [20, null, 4000.5], moved: [], out: [['2026-02-28', '2026-03-02']] },
  ],
  cities: ['Томск', 'Омск'],
}
const EMPTY = { version: 1, kind: 'retail', city: '', from: null, to: null }
const read = (answer: object) => parseTyreHistory(JSON.stringify(answer))

describe('parseTyreHistory (specification 14.3)', () => {
  it('reads prices day by day, with 0 as a price and gaps as null', () => {
    const { version: _, ...expected } = ANSWER
    expect(read(ANSWER)).toEqual(expected)
  })

  it('reads one point, or none', () => {
    const one = { ...EMPTY, from: '2026-03-01', to: '2026-03-01', min: [0], median: [0], max: [0] }
    expect(read(one)).toMatchObject({ from: '2026-03-01', to: '2026-03-01', min: [0], sites: [] })
    const none = { from: null, to: null, min: [], median: [], max: [], sites: [], cities: [] }
    expect(read(EMPTY)).toMatchObject(none)
    expect(read({ ...EMPTY, min: [], sites: [], cities: [], to: '2026-03-01' })).toMatchObject(none)
  })

  it('drops a site whose days do not match', () => {
    const sites = [
      { site: 'a.ru', prices: [1, 2] },
      { prices: [1, 2, 3] },
      null,
      {
        site: 'b.ru',
        prices: [1, '2', {}],
        moved: ['yesterday', 3, '2026-03-01'],
        out: [['2026-03-01'], 5, ['2026-03-02', '2026-03-01']],
      },
    ]
    expect(read({ ...ANSWER, sites }).sites).toEqual([
      { site: 'b.ru', own: false, prices: [1, 2, null], moved: ['2026-03-01'], out: [] },
    ])
  })

  it.each([{ min: [1] }, { median: null }, { to: '2026-02-27' }, { to: '2999-01-01' }, { version: 2 }])(
    'rejects days that do not match: %j',
    (over) => {
      expect(() => read({ ...ANSWER, ...over })).toThrow(ReadError)
    },
  )
})

describe('parseSparklines (specification 14.3)', () => {
  const line = Array.from({ length: 30 }, (_, day) => (day % 7 === 0 ? null : day))

  it('reads lines by key, and drops those whose days do not match', () => {
    const lines = { A1: line, constructor: line, short: [1], odd: 'x' }
    const read = (over: object) => [...parseSparklines(JSON.stringify({ version: 1, lines, ...over }))]
    const both = (mixed: boolean) => [
      ['A1', { prices: line, mixed }],
      ['constructor', { prices: line, mixed: false }],
    ]
    expect(read({ mixed: ['A1', 'gone'] })).toEqual(both(true))
    expect(read({})).toEqual(both(false))
  })
})

it.each([parseTyreHistory, parseSparklines])('%o reads or rejects any answer with a ReadError', (parse) => {
  const odd = fc.record({
    version: fc.constant(1),
    lines: fc.jsonValue(),
    sites: fc.jsonValue(),
    min: fc.jsonValue(),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        odd.map((one) => JSON.stringify(one)),
      ),
      (body) => {
        try {
          parse(body)
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError)
        }
      },
    ),
  )
})
