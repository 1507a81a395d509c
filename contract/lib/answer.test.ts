import fc from 'fast-check'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { ReadError } from '../legacy/lenient-json.ts'
import { readAnswer } from './answer.ts'
import { oneOf, withFallbackValue } from './schemas.ts'

const Answer = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  share: Type.Number(),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  note: Type.Optional(Type.String()),
  days: Type.Array(Type.Object({ day: Type.String(), on: Type.Boolean() })),
  last: Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()]),
  any: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
})
const GOOD = { id: 1, share: 0.5, kind: 'a', days: [{ day: '2026-04-18', on: true }], last: null, any: {} }

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, '', 'a', 'b', 0, 1, -1, 1.5, true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('id', 'day', 'on', '__proto__'), tie('value')),
  ),
})).value

describe('readAnswer', () => {
  it('accepts and rejects what the schema does, for any change of a valid answer', () => {
    const changed = fc.tuple(fc.constantFrom(...Object.keys(GOOD), 'note', 'more'), value)
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 2 }), (changes) => {
        const answer = JSON.parse(JSON.stringify({ ...GOOD, ...Object.fromEntries(changes) })) as unknown
        const read = () => readAnswer(Answer, JSON.stringify(answer))
        if (Check(Answer, answer)) expect(read()).toEqual(answer)
        else expect(read).toThrow(ReadError)
      }),
    )
  })

  it('replaces a word of a newer server by the default of its schema', () => {
    const Light = Type.Object({ light: withFallbackValue(oneOf('on', 'off'), 'off') })
    expect(readAnswer(Light, '{"light":"on"}')).toEqual({ light: 'on' })
    expect(readAnswer(Light, '{"light":"purple"}')).toEqual({ light: 'off' })
    for (const light of ['null', '1', '{}'])
      expect(() => readAnswer(Light, `{"light":${light}}`)).toThrow('at light')
    expect(() => readAnswer(Light, '{}')).toThrow(ReadError)
  })

  it('names the place of a mistake', () => {
    const body = JSON.stringify({ ...GOOD, days: [...GOOD.days, { day: 'x', on: 1 }] })
    expect(() => readAnswer(Answer, body)).toThrow('at days[1].on')
    expect(() => readAnswer(Answer, '[]')).toThrow('Unexpected answer')
    expect(() => readAnswer(Answer, '<html>')).toThrow(ReadError)
  })
})
