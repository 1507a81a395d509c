import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { readAnswer } from '../lib/answer.ts'
import { Freshness, freshnessOn, sitesOfBoth } from './freshness.ts'

const ANSWER = {
  version: 1,
  days: ['2026-03-01', '2026-04-16', '2026-04-17', '2026-04-18'],
  sites: [
    { site: 'a.ru', first: '2026-04-16', last: '2026-04-18', missing: ['2026-04-17'] },
    { site: 'b.ru', first: '2026-04-17', last: '2026-04-17', missing: [] },
    { site: 'closed.ru', first: '2026-03-01', last: '2026-03-01', missing: [] },
  ],
}
const read = readAnswer(Freshness, JSON.stringify(ANSWER))

describe('which sites have prices (specification 10.25)', () => {
  it('lists the sites with prices of the day, and the last day of all others', () => {
    expect(freshnessOn(read, '2026-04-18')).toEqual({
      fresh: ['a.ru'],
      stale: [{ site: 'b.ru', day: '2026-04-17' }],
    })
    expect(freshnessOn(read, '2026-04-17')).toEqual({
      fresh: ['b.ru'],
      stale: [{ site: 'a.ru', day: '2026-04-16' }],
    })
  })

  it('separates sites with prices of both days from those with one', () => {
    expect(sitesOfBoth(read, '2026-04-16', '2026-04-18')).toEqual({ both: ['a.ru'], once: [] })
    expect(sitesOfBoth(read, '2026-04-17', '2026-04-18')).toEqual({ both: [], once: ['a.ru', 'b.ru'] })
    expect(sitesOfBoth(read, '2026-03-01', '2026-04-20')).toEqual({ both: [], once: ['closed.ru'] })
  })

  it('accepts days without any prices, before and after all other days', () => {
    expect(freshnessOn(read, '2026-04-20')).toEqual({
      fresh: [],
      stale: [
        { site: 'b.ru', day: '2026-04-17' },
        { site: 'a.ru', day: '2026-04-18' },
      ],
    })
    expect(freshnessOn(read, '2020-01-01')).toEqual({ fresh: [], stale: [] })
  })

  it('lists a site as late for 30 days', () => {
    const [, , closed] = ['2026-03-30', '2026-03-31', '2026-04-01'].map((day) => freshnessOn(read, day).stale)
    expect(freshnessOn(read, '2026-03-31').stale).toEqual([{ site: 'closed.ru', day: '2026-03-01' }])
    expect(closed).toEqual([])
  })

  it.each(['<!doctype html>', '{}', '[]', 'null', '{"sites":{}}', ''])('is rejected: %s', (body) => {
    expect(() => readAnswer(Freshness, body)).toThrow(ReadError)
  })
})
