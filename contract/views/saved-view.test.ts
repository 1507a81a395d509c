// Specification 18.1

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import {
  readViewBody,
  VIEW_QUERY_LENGTH,
  type ViewBody,
  viewAddress,
  viewName,
  viewQuery,
} from './saved-view.ts'
import { viewDay } from './view-day.ts'

const VIEW: ViewBody = {
  name: 'Утро',
  report: 'retail',
  query: 'brand=Arktika&sort=-%D0%A2%D0%BE%D0%BC%D1%81%D0%BA',
  day: 'latest',
  scope: 'own',
}

const pair = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))

describe('viewQuery', () => {
  it('stores everything but day and page, whatever the address contains', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
        const kept = viewQuery(new URLSearchParams([['date', '2026-04-18'], ...pairs, ['page', '3']]))
        const expected = pairs.filter(([name]) => name !== 'date' && name !== 'page')
        expect([...new URLSearchParams(kept)]).toEqual(expected)
        if (kept.length <= VIEW_QUERY_LENGTH) expect(readViewBody({ ...VIEW, query: kept }).query).toBe(kept)
      }),
    )
  })

  it('opens the same report on any day', () => {
    expect(viewAddress(VIEW, '2026-04-18')).toBe(`/export/retail?date=2026-04-18&${VIEW.query}`)
    expect(viewAddress({ ...VIEW, query: '' }, '2026-04-18')).toBe('/export/retail?date=2026-04-18')
  })
})

describe('readViewBody', () => {
  it('returns a view without unknown fields', () => {
    expect(readViewBody({ ...VIEW, more: 1 })).toEqual(VIEW)
    expect(readViewBody({ ...VIEW, day: '2026-04-18', scope: 'team', query: '' }).day).toBe('2026-04-18')
  })

  it.each([
    { name: '' },
    { name: ' Утро' },
    { name: 'Утро\nвечер' },
    { name: '\ud800' },
    { name: '\u200b' },
    { name: '\u200d' },
    { name: 'a\u202eb' },
    { name: 'я'.repeat(81) },
    { report: 'constructor' },
    { report: undefined },
    { query: 'date=2026-04-18' },
    { query: 'brand=A&page=2' },
    { query: 'brand=A#b' },
    { query: 'brand=Арктика' },
    { query: 'a'.repeat(VIEW_QUERY_LENGTH + 1) },
    { day: '2026-02-30' },
    { day: 'tomorrow' },
    { scope: 'all' },
  ])('rejects %j', (change) => {
    expect(() => readViewBody({ ...VIEW, ...change })).toThrow(ReadError)
  })

  it('reads any value or rejects it with a ReadError', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => readViewBody(value)).toThrow(ReadError)
      }),
    )
  })

  it('trims a typed name', () => {
    expect(viewName('  Моё утро ')).toBe('Моё утро')
    expect(viewName(' \t')).toBeNull()
    // A Hangul filler, a combining joiner, an empty Braille pattern.
    for (const unseen of ['\u3164', '\u034f\u115f\u1160', '\u2800']) expect(viewName(unseen)).toBeNull()
  })
})

it.each([
  ['latest', '2026-04-16'],
  ['today', '2026-05-01'],
  ['yesterday', '2026-04-30'],
  ['2026-01-02', '2026-01-02'],
])('maps a view of %s to %s', (day, shown) => {
  expect(viewDay({ ...VIEW, day }, { today: '2026-05-01', latest: '2026-04-16' })).toBe(shown)
})
