import { crc32, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combined, gzipOf, makePart, pack, partAt, shiftOf } from './deflate-parts.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 2_000 })

describe('deflate parts', () => {
  it('join into one gzip file of the concatenated texts, even if a part repeats', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        const packed = pack(texts.map((one) => makePart(one)))
        const parts = texts.map((_, at) => partAt(packed, at))
        expect(gunzipSync(gzipOf([...parts, ...parts])).toString()).toBe(texts.join('') + texts.join(''))
      }),
    )
  })

  it('have checksums that combine into the checksum of the concatenation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 100_000 }), (a, b) => {
        expect(combined(crc32(a), crc32(b), shiftOf(b.length))).toBe(crc32(Buffer.concat([a, b])))
      }),
    )
  })
})
