import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { columnLetters, dateSerial, escapeXml } from './xlsx-sheet.ts'

/** The texts of the elements, read by a parser that accepts nothing but well-formed XML. */
function parse(xml: string): string {
  const parser = new SaxesParser()
  let text = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (found) => {
    text += found
  })
  parser.write(xml).close()
  return text
}

const ALLOWED = /[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const allowedOf = (text: string) => [...text].filter((character) => ALLOWED.test(character)).join('')
/** XML has one kind of line end. */
const withPlainLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

describe('texts in spreadsheet XML', () => {
  it.each([
    ['A & B', 'A &amp; B'],
    ['<b>', '&lt;b&gt;'],
    ['"Кама"', '&quot;Кама&quot;'],
    ['&amp;', '&amp;amp;'],
    [']]>', ']]&gt;'],
    ['a\u0000b\u0008c\u001fd', 'abcd'],
    ['a\ud800b', 'ab'],
    ['\udc00', ''],
    ['a\ufffeb\uffffc', 'abc'],
    ['🛞 Ё', '🛞 Ё'],
    ['a\tb\nc', 'a\tb\nc'],
  ])('%j is written as %j', (text, xml) => {
    expect(escapeXml(text)).toBe(xml)
  })

  it('hold no forbidden character and read back as they were but for those', () => {
    const odd = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      ']]>',
      '\u0000',
      '\u000b',
      '\ud800',
      '\udc00',
      '\uffff',
      '\r',
      '&#0;',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(odd, fc.string({ maxLength: 2 })), { maxLength: 8 }).map((parts) => parts.join('')),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
        .map((units) => String.fromCharCode(...units)),
    )
    fc.assert(
      fc.property(text, (of) => {
        const xml = escapeXml(of)
        expect(xml).toBe(allowedOf(xml))
        expect(parse(`<t xml:space="preserve">${xml}</t>`)).toBe(withPlainLineEnds(allowedOf(of)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('letters of spreadsheet columns', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('column %d is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
  })

  it('count through the alphabet without a gap or a repeat', () => {
    const numberOf = (letters: string) =>
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    fc.assert(
      fc.property(fc.nat(1_000_000), (index) => {
        expect(columnLetters(index)).toMatch(/^[A-Z]+$/)
        expect(numberOf(columnLetters(index))).toBe(index + 1)
      }),
    )
  })
})

describe("days of Excel's calendar", () => {
  it.each([
    ['1900-03-01', 61],
    ['1970-01-01', 25_569],
    ['2024-02-29', 45_351],
    ['2026-03-01', 46_082],
  ])('%s is day %d', (day, serial) => {
    expect(dateSerial(day)).toBe(serial)
  })

  it('follow each other by one', () => {
    const date = fc.date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    const iso = (of: Date) => of.toISOString().slice(0, 10)
    fc.assert(
      fc.property(date, (of) => {
        const next = new Date(of.getTime() + 24 * 60 * 60 * 1000)
        expect(dateSerial(iso(next)) - dateSerial(iso(of))).toBe(1)
      }),
    )
  })
})
