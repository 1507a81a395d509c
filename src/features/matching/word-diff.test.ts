// Specification 21.10

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNames, type NamePart } from './word-diff.ts'

const marked = (parts: readonly NamePart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')
const compared = (a: string, b: string) => compareNames(a, b).map(marked)

describe('compareNames', () => {
  it.each([
    [
      'marks a number within a word',
      'Ice 205/55R16 94T',
      'Ice 205/55 R16 95T',
      ['Ice 205/55R16 [94]T', 'Ice 205/55 R16 [95]T'],
    ],
    ['ignores order', 'Шина Arktika Ice', 'Ice Arktika шина', ['Шина Arktika Ice', 'Ice Arktika шина']],
    ['ignores case', 'iG55', 'IG55', ['iG55', 'IG55']],
    [
      'ignores spaces within a word',
      'Ice Guard IG55',
      'iceGuard iG 55',
      ['Ice Guard IG55', 'iceGuard iG 55'],
    ],
    ['ignores Cyrillic letters that look Latin', '91Т', '91T', ['91Т', '91T']],
    ['ignores a decimal comma', '31x10,5', '31x10.5', ['31x10,5', '31x10.5']],
    ['marks words of one name', 'Ice XL', 'Ice', ['Ice [XL]', 'Ice']],
    ['marks consecutive words together', 'Ice Snow Fox', 'Ice', ['Ice [Snow Fox]', 'Ice']],
    ['ignores words that say nothing', 'Автошина Ice', 'Ice', ['Автошина Ice', 'Ice']],
    ['counts repeated words', 'Ice Ice', 'Ice', ['Ice [Ice]', 'Ice']],
    ['marks everything beside an empty name', 'Ice', '', ['[Ice]', '']],
  ])('%s', (_, a, b, expected) => {
    expect(compared(a, b)).toEqual(expected)
  })

  it('returns parts that are the names when joined, and no difference between equal names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(compareNames(a, b).map((parts) => parts.map(({ text }) => text).join(''))).toEqual([a, b])
        expect(
          compareNames(a, a)
            .flat()
            .some(({ differs }) => differs),
        ).toBe(false)
      }),
    )
  })
})
