// Specification 21.10

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNames, type NamePart } from './word-diff.tsx'

const marked = (parts: readonly NamePart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')
const compared = (a: string, b: string, ...brands: string[]) => compareNames(a, b, brands).map(marked)

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
    ['ignores words that say nothing', 'Автошина Ice TL', 'Ice', ['Автошина Ice TL', 'Ice']],
    ['marks tubes', 'Ice TT', 'Ice TL', ['Ice [TT]', 'Ice TL']],
    [
      'ignores R against ZR',
      'Ice 205/55ZR16 205/55Z R17',
      'Ice 205/55R16 205/55 R17',
      ['Ice 205/55ZR16 205/55Z R17', 'Ice 205/55R16 205/55 R17'],
    ],
    [
      'marks a sign that stands alone',
      'Pilot Sport 4 S * TL',
      'Pilot Sport 4 S TL',
      ['Pilot Sport 4 S [*] TL', 'Pilot Sport 4 S TL'],
    ],
    ['marks a sign at the end of a word', 'Sport+ (★)', 'Sport *', ['Sport[+] (★)', 'Sport *']],
    ['ignores a sign within a word', 'i*cept M+S', 'i cept MS', ['i*cept M+S', 'i cept MS']],
    ['marks Run Flat as one', 'Ice Run-Flat', 'Ice Run', ['Ice [Run-Flat]', 'Ice [Run]']],
    ['ignores how Run Flat is written', 'Ice Run Flat', 'Ice RUNFLAT', ['Ice Run Flat', 'Ice RUNFLAT']],
    ['counts repeated words', 'Ice Ice', 'Ice', ['Ice [Ice]', 'Ice']],
    ['marks a year with its abbreviation as one', 'Ice 2020 г.в.', 'Ice', ['Ice [2020 г.в.]', 'Ice']],
    ['marks a year that differs alone', 'Ice 2020г.', 'Ice 2021 г.', ['Ice [2020]г.', 'Ice [2021] г.']],
    ['marks everything beside an empty name', 'Ice', '', ['[Ice]', '']],
  ])('%s', (_, a, b, expected) => {
    expect(compared(a, b)).toEqual(expected)
  })

  it.each([
    ['of the listing', 'Pirelli P Zero', 'P Zero', ['Pirelli', '']],
    ['of the tyre', 'P Zero', 'P Zero PIRELLI', ['', 'Pirelli']],
    ['of two words', 'Nokian Tyres Ice', 'Ice', ['Nokian Tyres']],
    ['joined in the name', 'BFGoodrich Ice', 'Ice', ['BF Goodrich']],
    ['separated in the name', 'BF Goodrich Ice', 'Ice', ['BFGoodrich']],
  ])('never marks a brand %s', (_, a, b, brands) => {
    expect(compared(a, b, ...brands)).toEqual([a, b])
  })

  it('never marks brands and meaningless words, wherever they are, and always a star', () => {
    const words = fc.array(fc.constantFrom('Ice', 'Polar', '205/55', '94T', 'XL', 'шип.'))
    const noise = fc.array(fc.constantFrom('Nokian', 'TYRES', 'TL', 'шина', 'Автошина'))
    const mixed = fc.tuple(words, noise).chain(([some, more]) => {
      const all = [...some, ...more]
      return fc.shuffledSubarray(all, { minLength: all.length }).map((shuffled) => [some, shuffled] as const)
    })
    fc.assert(
      fc.property(mixed, ([plain, noisy]) => {
        const [a, b] = compareNames(plain.join(' '), `${noisy.join(' ')} *`, ['Nokian Tyres'])
        expect(a.some(({ differs }) => differs)).toBe(false)
        expect(b.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(['*'])
      }),
    )
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
