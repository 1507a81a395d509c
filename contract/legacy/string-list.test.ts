import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStringList } from './filter-options.ts'

describe('specification 7.3: a list may arrive as an array, a JSON text of an array, or a single string', () => {
  it.each([
    ['an array', ['Зима', 'Лето'], ['Зима', 'Лето']],
    ['a JSON text', '["Зима", "Лето"]', ['Зима', 'Лето']],
    ['a JSON text with white space around', '  ["Зима","Лето"]\n', ['Зима', 'Лето']],
    ['a JSON text to be repaired', '[“Зима”, “Лето”,]', ['Зима', 'Лето']],
    ['a single string', 'Зима', ['Зима']],
    ['a single string with spaces around', ' Зима ', ['Зима']],
    ['a string that only begins like a list', '[Зима', ['[Зима']],
    ['numbers', [16, 17.5], ['16', '17.5']],
    ['a JSON text of numbers', '[16, 17]', ['16', '17']],
    ['a single number', 16, ['16']],
    ['an empty array', [], []],
    ['the JSON text of an empty array', '[]', []],
    ['an empty string', '', []],
    ['nothing', undefined, []],
    ['null', null, []],
    ['an object', { a: 'Зима' }, []],
  ])('%s', (_, value, list) => {
    expect(readStringList(value)).toEqual(list)
  })

  it('skips empty items and keeps 0', () => {
    expect(readStringList(['Зима', '', ' ', '-', null, {}, [], true, 0, '0'])).toEqual(['Зима', '0'])
  })

  it('removes duplicates and keeps the order', () => {
    expect(readStringList(['9', '10', ' 9', 10, '8'])).toEqual(['9', '10', '8'])
  })

  it('reads an array and its JSON text alike', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.double())), (items) => {
        expect(readStringList(JSON.stringify(items))).toEqual(
          readStringList(JSON.parse(JSON.stringify(items))),
        )
      }),
    )
  })

  it('gives distinct, non-empty texts for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const list = readStringList(value)
        expect(new Set(list).size).toBe(list.length)
        for (const text of list)
          expect(text).toSatisfy((t: string) => t.trim() === t && t !== '' && t !== '-')
      }),
    )
  })
})
