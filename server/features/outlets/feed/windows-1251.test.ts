// Specification 24.2

import { expect, it } from 'vitest'
import { characterReference, questionMark, windows1251 } from './write-feed.ts'

it.each([
  ['Шина ё №5', 'Шина ё №5'],
  ['🛞', '&#128734;'],
  // Byte 0x98 has no character, though browsers decode it.
  ['\u0098', '&#152;'],
])('windows1251 writes %j so that parsers of XML read it', (text, read) => {
  expect(new TextDecoder('windows-1251').decode(windows1251(text, characterReference))).toBe(read)
  expect(windows1251('\u0098', questionMark)).toEqual(Uint8Array.from([63]))
})
