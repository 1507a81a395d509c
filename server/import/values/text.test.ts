// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { Rejection } from '../errors.ts'
import { checkLength, cleanText } from './text.ts'

describe('cleanText', () => {
  it.each([
    ['  Ikon   Character \t Ice ', 'Ikon Character Ice'],
    ['a\u0000b\u0007c', 'abc'],
    ['a\nb', 'a b'],
    ['\ufeffарт\u200bикул\u00ad', 'артикул'],
    ['215\u00a055', '215 55'],
    ['-', ''],
    ['—', ''],
    ['a\ud800', 'a\ufffd'],
    ['O-75', 'O-75'],
  ])('cleans %j to %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })
})

describe('checkLength', () => {
  it('allows at most 500 characters', () => {
    expect(checkLength('а'.repeat(500), 'Бренд')).toHaveLength(500)
    expect(() => checkLength('а'.repeat(501), 'Бренд')).toThrow(Rejection)
  })
})
