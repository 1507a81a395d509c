// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportError } from '../errors.ts'
import { createDecoder } from './decode.ts'

const WINDOWS_1251 = new Uint8Array([0xd6, 0xe5, 0xed, 0xe0]) // Цена

function decodeAll(bytes: Uint8Array, sizes: number[], encoding?: string): string {
  const decoder = createDecoder(bytes, encoding)
  let text = ''
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    text += decoder.decode(bytes.subarray(at, at + size))
    at += size
  }
  decoder.end()
  return text
}

describe('createDecoder', () => {
  it('reads UTF-8, however it is split into chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(5)), (text, sizes) => {
        expect(decodeAll(Buffer.from(text), sizes)).toBe(text.replace(/^\ufeff/, ''))
      }),
    )
  })

  it('strips a byte order mark, even if it is split between chunks', () => {
    expect(decodeAll(Buffer.from('\ufeffцена'), [1, 1])).toBe('цена')
  })

  it('reads windows-1251 if the mapping names it', () => {
    expect(decodeAll(WINDOWS_1251, [1], 'windows-1251')).toBe('Цена')
  })

  it('uses the encoding declared in an XML file', () => {
    const head = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>')
    expect(decodeAll(Buffer.concat([head, WINDOWS_1251]), [])).toContain('Цена')
  })

  it('recognises the byte order mark of UTF-16', () => {
    expect(decodeAll(Buffer.from('\ufeffцена', 'utf16le'), [3])).toBe('цена')
  })

  it('reports bytes that are invalid in the encoding, and unknown encodings', () => {
    expect(() => decodeAll(WINDOWS_1251, [])).toThrow(/не в кодировке UTF-8.*windows-1251/)
    expect(() => decodeAll(Buffer.from('ц').subarray(0, 1), [])).toThrow(ImportError)
    expect(() => decodeAll(new Uint8Array([0x41, 0xd8, 0x00, 0xd8, 0x41]), [], 'utf-16le')).toThrow(
      ImportError,
    )
    expect(() => createDecoder(new Uint8Array(), 'кои-8')).toThrow('Неизвестная кодировка «кои-8»')
  })
})
