// Specification 16.5

import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { markedPieces, parseHighlightQuery } from './marks.ts'

const marked = (text: string, query: string): string[] =>
  markedPieces(text, parseHighlightQuery(query)).flatMap((piece) => (piece.marked ? [piece.text] : []))

test.each([
  ['Nokian Hakkapeliitta R5', 'нокиан хака', ['Nokian', 'Hakkapeliitta']],
  ['Michelin X-Ice', 'мишлен', ['Michelin']],
  ['205/55R16 91T Polar', '205 55 16 91t', ['205/55R16', '91T']],
  ['205/55R16 91T Polar', '205/55', ['205/55R16']],
  ['205/55 R16', '2055516', ['205/55', 'R16']],
  ['Nokian', 'тщлшфт', ['Nokian']],
  ['TS-72179', '7217', ['72179']],
  ['Polar', '', []],
])('of %s, %s names %j', (text, query, expected) => {
  expect(marked(text, query)).toEqual(expected)
})

it('neither loses nor adds characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
      expect(
        markedPieces(text, parseHighlightQuery(query))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
