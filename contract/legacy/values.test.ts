import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { count, finiteNumber, firstMember, numberCell, textCell } from './values.ts'

describe('specification 7.2: empty strings, null, "-" and white space are empty cells, 0 is a value', () => {
  const empty = ['', ' ', '\t\n', '\u00a0', '-', ' - ', null, undefined]
  const neither = [true, false, {}, [], [1], Number.NaN, Number.POSITIVE_INFINITY]

  it.each([...empty, ...neither])('%j is an empty cell', (value) => {
    expect(textCell(value)).toBeNull()
    expect(numberCell(value)).toBeNull()
  })

  it.each([
    [0, 0],
    ['0', '0'],
    [-5, -5],
    [205, 205],
    ['R16', 'R16'],
    ['  Nokian Hakkapeliitta 10  ', 'Nokian Hakkapeliitta 10'],
    ['--', '--'],
    ['0123', '0123'],
  ])('%j is the text cell %j', (value, cell) => {
    expect(textCell(value)).toBe(cell)
  })

  it('returns the first non-empty of several names', () => {
    const names = ['rest', 'stock', 'quantity']
    expect(firstMember({ quantity: 3, stock: 2, rest: 1 }, names)).toBe(1)
    expect(firstMember({ rest: 0, stock: 2 }, names)).toBe(0)
    for (const nothing of empty) expect(firstMember({ rest: nothing, stock: 2 }, names)).toBe(2)
    expect(firstMember({ rest: '-' }, names)).toBeUndefined()
    expect(firstMember({}, names)).toBeUndefined()
  })

  it('ignores inherited properties', () => {
    expect(firstMember({}, ['constructor', 'toString', '__proto__'])).toBeUndefined()
    expect(firstMember(JSON.parse('{"__proto__":"a","constructor":"b"}'), ['constructor'])).toBe('b')
  })
})

describe('specification 7.2: prices and stock as numbers or as texts of numbers', () => {
  it.each([
    [0, 0],
    [4990.5, 4990.5],
    ['0', 0],
    ['4990', 4990],
    ['4990.50', 4990.5],
    ['4990,50', 4990.5],
    ['4 990,50', 4990.5],
    ['4\u00a0990', 4990],
    ['4\u202f990', 4990],
    [' 4990 ', 4990],
    ['-12,5', -12.5],
    ['+3', 3],
  ])('%j is the number %d', (value, number) => {
    expect(numberCell(value)).toBe(number)
    expect(finiteNumber(value)).toBe(number)
  })

  it.each(['по запросу', '>10', '4 990 ₽', '1.234.567', '1e5', '0x10', '12,', 'NaN', 'Infinity'])(
    'the non-numeric text %j is kept unchanged',
    (words) => {
      expect(numberCell(words)).toBe(words)
      expect(finiteNumber(words)).toBeNull()
    },
  )

  it('keeps digits too long for a number as text', () => {
    const digits = '9'.repeat(400)
    expect(numberCell(digits)).toBe(digits)
  })

  it('reads every number sent as a text', () => {
    const number = fc.integer({ min: -1e9, max: 1e9 }).map((kopecks) => kopecks / 100)
    fc.assert(
      fc.property(number, fc.constantFrom('.', ','), (value, point) => {
        expect(numberCell(value.toString().replace('.', point))).toBe(value)
      }),
    )
  })

  it('gives a non-empty text, a finite number or null, for any input', () => {
    const digits = fc.stringMatching(/^[+-]?\d{1,400}([.,]\d{1,400})?$/)
    const anything = fc.oneof(fc.anything(), digits)
    fc.assert(
      fc.property(anything, (value) => {
        for (const cell of [numberCell(value), textCell(value)]) {
          if (typeof cell === 'number') expect(Number.isFinite(cell)).toBe(true)
          else if (cell !== null)
            expect(cell).toSatisfy((text: string) => text !== '' && text === text.trim())
        }
      }),
    )
  })
})

describe('specification 7.6: counts of rows and pages', () => {
  it.each([
    [0, 0],
    [17, 17],
    ['17', 17],
    ['20 000', 20_000],
  ])('%j counts as %d', (value, number) => {
    expect(count(value)).toBe(number)
  })

  it.each([-1, 1.5, 'много', '', null, undefined, {}, [3], true, 1e300])('%j is not a count', (value) => {
    expect(count(value)).toBeNull()
  })
})
