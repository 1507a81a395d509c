import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { parseToday } from './today.ts'

const ANSWER = {
  version: 1,
  day: '2026-04-18',
  sites: [{ site: 'a.ru', before: '2026-04-17', up: 3, down: 0 }],
  own: [{ city: '', kind: 'wholesale', above: 1, at: 2, below: 3, cheapest: 4, dearer: [null, 1] }],
  moves: [{ key: 'A1', name: 'Шина', site: 'a.ru', city: 'Томск', percent: -12.5 }],
  moved: [null, 3],
}

describe('the answer of GET /api/companion/today (specification 2.15)', () => {
  it('is read', () => {
    expect(parseToday(JSON.stringify(ANSWER))).toEqual({
      ...{ day: ANSWER.day, sites: ANSWER.sites, moves: ANSWER.moves, moved: ANSWER.moved },
      own: [{ city: '', kind: 'wholesale', above: 1, at: 2, below: 3, cheapest: 4 }],
      dearer: [[null, 1]],
    })
  })

  it('loses what cannot be used, and nothing else', () => {
    const sites = [{ site: '', before: '2026-04-17' }, { site: 'b.ru', before: 'вчера' }, ...ANSWER.sites]
    const moves = [
      { key: 'A1', name: 'Шина', percent: 'много' },
      { name: 'Шина', percent: 1 },
    ]
    const read = parseToday(JSON.stringify({ ...ANSWER, day: '2026-02-30', sites, moves }))
    expect(read).toMatchObject({ day: null, sites: ANSWER.sites, moves: [] })
  })

  it.each(['<html>', '[]', '{}', '{"version":2}'])('is not %s', (body) => {
    expect(() => parseToday(body)).toThrow(ReadError)
  })

  it('never throws anything but a ReadError, and counts stay whole numbers', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('1 200', -1, 1.5, null))
    const list = fc.array(
      fc.dictionary(fc.constantFrom('site', 'before', 'up', 'city', 'dearer', 'key'), odd),
    )
    const answers = fc.record({
      version: fc.constant(1),
      day: odd,
      sites: list,
      own: list,
      moves: list,
      moved: odd,
    })
    fc.assert(
      fc.property(answers, (answer) => {
        const { sites, own, dearer, moved } = parseToday(JSON.stringify(answer))
        const counts = [...sites.flatMap(({ up, down }) => [up, down]), ...own.map(({ above }) => above)]
        expect(counts.every((one) => Number.isSafeInteger(one) && one >= 0)).toBe(true)
        expect(dearer).toHaveLength(own.length)
        expect(moved.every((one) => one === null || Number.isSafeInteger(one))).toBe(true)
      }),
    )
  })
})
