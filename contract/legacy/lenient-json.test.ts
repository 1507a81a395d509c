import fc, { type JsonValue } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVALID_JSON, parseLenientJson, ReadError } from './lenient-json.ts'

describe('specification 7.1: server JSON is parsed leniently', () => {
  it.each([
    ['double curly quotes', '{“city”: [“Москва”]}'],
    ['low-high quotes', '{„city“: [„Москва“]}'],
    ['guillemets', '{«city»: [«Москва»]}'],
    ['a comma after the last item', '{"city": ["Москва",]}'],
    ['a comma after the last member', '{"city": ["Москва"],}'],
    ['a comma and white space before the end', '{"city": ["Москва" , \n ] ,\r\n\t}'],
    ['all at once', '{“city”: [“Москва”,],}'],
    ['a control character inside a text', '{"city": ["Мос\u0000к\u0001ва"]}'],
    ['a line break inside a text', '{"city": ["Мос\r\nква"]}'],
    ['a delete character', '{"city": ["Мос\u007fква"],}'],
    ['a control character between tokens', '{"city":\u0002["Москва"]\u0003}'],
    ['a byte order mark', '\ufeff{"city": ["Москва"]}'],
  ])('with %s', (_, text) => {
    expect(parseLenientJson(text)).toEqual({ city: ['Москва'] })
  })

  it('replaces single typographic quotes by apostrophes', () => {
    expect(parseLenientJson('{“brand”: “O’Green”}')).toEqual({ brand: "O'Green" })
  })

  it('leaves valid JSON unchanged, including typographic quotes and commas within texts', () => {
    const answer = { name: 'Шина «Кама» “Евро” O’Green', list: 'a,] b,}' }
    expect(parseLenientJson(JSON.stringify(answer))).toEqual(answer)
  })

  it.each([
    '',
    ' ',
    '<html></html>',
    'undefined',
    '{',
    '{"city": [}',
    '[1,,2]',
    '{"a" 1}',
    "{'a': 1}",
    'NaN',
  ])('says that %j is invalid', (text) => {
    const error = (() => {
      try {
        return parseLenientJson(text)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(ReadError)
    expect((error as ReadError).message).toBe('Invalid JSON from server')
    expect(INVALID_JSON).toBe('Invalid JSON from server')
  })

  it('reads valid JSON like JSON.parse', () => {
    const text = fc.oneof(
      fc.json({ stringUnit: 'binary' }),
      fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
    )
    fc.assert(
      fc.property(text, (json) => {
        expect(parseLenientJson(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  it('repairs any combination of defects', () => {
    const word = fc.stringMatching(/^[A-Za-zА-Яа-я0-9 :.-]{0,8}$/)
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.integer(),
        fc.constantFrom(null, true, false),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(word, tie('value'), { maxKeys: 3 }),
      ),
    }))
    const damage = fc.record({
      quotes: fc.constantFrom('""', '“”', '„“', '«»', '”‟'),
      comma: fc.constantFrom('', ',', ' ,', ',\n'),
      control: fc.constantFrom('', '\u0000', '\u001f', '\u000b'),
    })
    fc.assert(
      fc.property(value, damage, (sound, { quotes, comma, control }) => {
        const text = (of: string) => `${quotes[0]}${of.split('').join(control)}${quotes[1]}`
        const list = (items: string[]) => (items.length > 0 ? items.join(',') + comma : '')
        const write = (of: JsonValue): string => {
          if (typeof of === 'string') return text(of)
          if (Array.isArray(of)) return `[${control}${list(of.map(write))}]`
          if (typeof of !== 'object' || of === null) return JSON.stringify(of)
          const members = Object.entries(of).map(
            ([key, member]) => `${text(key)}:${control}${write(member as JsonValue)}`,
          )
          return `{${list(members)}${control}}`
        }
        expect(parseLenientJson(write(sound))).toEqual(JSON.parse(JSON.stringify(sound)))
      }),
    )
  })

  it('throws only ReadError, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '“', '\\', '1', ' '), { maxLength: 12 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (of) => {
        try {
          parseLenientJson(of)
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError)
        }
      }),
    )
  })
})
