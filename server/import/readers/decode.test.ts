// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportError } from '../errors.ts'
import { createAlterations } from '../remarks.ts'
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
  return text + decoder.end()
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

  it.each([
    'windows-1251',
    'win-1251',
    'Windows_1251',
    'cp1251',
    'CP-1251',
    'WIN1251',
    '1251',
    'ansi',
    'x-cp1251',
  ])('knows windows-1251 as %s', (name) => {
    const head = Buffer.from(`<?xml version="1.0" encoding="${name}"?><a>`)
    expect(decodeAll(Buffer.concat([head, WINDOWS_1251]), [])).toContain('Цена')
    expect(decodeAll(WINDOWS_1251, [], name)).toBe('Цена')
  })

  it.each([
    ['cp866', 'ibm866'],
    ['DOS', 'ibm866'],
    ['koi8', 'koi8-r'],
  ])('knows %s as %s', (name, encoding) => {
    expect(createDecoder(new Uint8Array([0xa5, 0xa5]), name).encoding).toBe(encoding)
  })

  it('reads UTF-8 as what it is, whatever the file or the mapping says', () => {
    const alterations = createAlterations()
    const said = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>шина')
    const decoder = createDecoder(said, undefined, alterations)
    expect(decoder.decode(said)).toContain('шина')
    expect(decoder.encoding).toBe('utf-8')
    expect(alterations.list()).toMatchObject([{ count: 1, example: 'windows-1251 → utf-8' }])
    expect(decodeAll(Buffer.from('шина'), [1, 2], 'windows-1251')).toBe('шина')
  })

  it('reads other bytes in the likeliest encoding if the file says UTF-8 or an unknown name', () => {
    for (const name of ['utf-8', 'x-unknown', 'utf-16'])
      expect(
        decodeAll(
          Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${name}"?><a>`), WINDOWS_1251]),
          [],
        ),
      ).toMatch(/Цена$/)
    expect(decodeAll(WINDOWS_1251, [])).toBe('Цена')
  })

  it('chooses at the first bytes beyond ASCII, however late and split', () => {
    const late = Buffer.concat([Buffer.from('a;b\n'.repeat(50)), WINDOWS_1251])
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 8 }), (sizes) => {
        expect(decodeAll(late, sizes, 'cp1251')).toBe(`${'a;b\n'.repeat(50)}Цена`)
      }),
    )
  })

  it('uses the encoding declared in an XML file', () => {
    const head = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>')
    expect(decodeAll(Buffer.concat([head, WINDOWS_1251]), [])).toContain('Цена')
    const other = Buffer.from('<?xml version="1.0" encoding="koi8-r"?><a>')
    expect(decodeAll(Buffer.concat([other, WINDOWS_1251]), [])).toContain('жЕМЮ')
  })

  it('recognises the byte order mark of UTF-16', () => {
    expect(decodeAll(Buffer.from('\ufeffцена', 'utf16le'), [3])).toBe('цена')
  })

  it('reports bytes that are invalid in the encoding, and unknown encodings', () => {
    const damaged = Buffer.from('Шина зимняя, шина летняя')
    damaged[10] = 0xff
    expect(() => decodeAll(damaged, [])).toThrow(/не в кодировке UTF-8 \(байт 10: «Шина ▸.*windows-1251/)
    expect(() => decodeAll(Buffer.from('ц').subarray(0, 1), [])).toThrow(ImportError)
    expect(() => decodeAll(new Uint8Array([0x41, 0xd8, 0x00, 0xd8, 0x41]), [], 'utf-16le')).toThrow(
      ImportError,
    )
    expect(() => createDecoder(new Uint8Array(), 'кои-8')).toThrow('Неизвестная кодировка «кои-8»')
  })
})
