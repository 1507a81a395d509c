// Specification 18.4

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { parseViews } from './views-answer.ts'

const VIEW = {
  id: '0123456789abcdef'.repeat(2),
  name: 'Утро',
  report: 'retail',
  query: 'brand=Zorki',
  day: 'latest',
  scope: 'team',
  owner: 'anna',
  mine: false,
  editable: true,
  version: 3,
}
const answerOf = (...views: unknown[]) => JSON.stringify({ version: 1, views })

it('reads the views in order, and drops those that this version cannot read', () => {
  const other = { ...VIEW, id: 'f'.repeat(32) }
  expect(parseViews(answerOf(other, { ...VIEW, report: 'margins' }, { ...VIEW, id: '7' }, VIEW))).toEqual([
    other,
    VIEW,
  ])
})

it.each(['<!doctype html>', '{}', '[]', '{"version":2,"views":[]}', '{"version":1}', ''])(
  'rejects any answer but a companion’s: %s',
  (body) => {
    expect(() => parseViews(body)).toThrow(ReadError)
  },
)

it('reads any list', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (views) => {
      expect(parseViews(answerOf(...views)).length).toBeLessThanOrEqual(views.length)
    }),
  )
})
