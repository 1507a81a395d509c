import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { readAnswer } from '../lib/answer.ts'
import { Today } from './today.ts'

const ANSWER = {
  version: 1,
  day: '2026-04-18',
  sites: [{ site: 'a.ru', before: '2026-04-17', up: 3, down: 0 }],
  own: [{ city: '', kind: 'wholesale', above: 1, at: 2, below: 3, cheapest: 4, dearer: [null, 1] }],
  fallen: { since: '2026-04-17', tyres: 2 },
  moves: [{ key: 'A1', name: 'Шина', site: 'a.ru', city: 'Томск', percent: -12.5 }],
  moved: [null, 3],
}

describe('the answer of GET /api/companion/today (specification 2.15)', () => {
  it('is returned unchanged', () => {
    expect(readAnswer(Today, JSON.stringify(ANSWER))).toEqual(ANSWER)
  })

  it('may lack what an older server does not count', () => {
    const { fallen: _, ...older } = ANSWER
    expect(readAnswer(Today, JSON.stringify(older))).toEqual(older)
  })

  it.each([
    '<html>',
    '[]',
    '{}',
    '{"version":2}',
    JSON.stringify({ ...ANSWER, moved: ['1 200'] }),
    JSON.stringify({ ...ANSWER, own: [{ ...ANSWER.own[0], dearer: undefined }] }),
  ])('is rejected: %s', (body) => {
    expect(() => readAnswer(Today, body)).toThrow(ReadError)
  })
})
