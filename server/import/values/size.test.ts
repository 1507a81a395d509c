import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalDiameter, canonicalSize } from './size.ts'

describe('canonicalDiameter', () => {
  it.each([
    ['16', '16'],
    ['R16', '16'],
    ['r16', '16'],
    ['R16C', '16C'],
    ['R16С', '16C'],
    ['16 c', '16C'],
    ['ZR19', '19'],
    ['R22,5', '22.5'],
    ['22.50', '22.5'],
    ['16.0', '16'],
    ['—12', '12'],
    ['B26.5', '26.5'],
    ['0', ''],
    ['', ''],
    ['полный размер', 'полный размер'],
  ])('writes %j as %j', (text, canonical) => {
    expect(canonicalDiameter(text)).toBe(canonical)
  })

  it('leaves canonical spellings alone', () => {
    const inches = fc.tuple(fc.integer({ min: 8, max: 63 }), fc.constantFrom('', '.5', 'C', '.5C'))
    fc.assert(
      fc.property(inches, fc.constantFrom('', 'R', 'ZR', '—'), ([whole, rest], letters) => {
        const canonical = `${whole}${rest}`
        expect(canonicalDiameter(letters + canonical)).toBe(canonical)
        expect(canonicalDiameter(canonicalDiameter(letters + canonical))).toBe(canonical)
      }),
    )
  })
})

describe('canonicalSize', () => {
  it.each([
    ['205', '205'],
    ['12.50', '12.5'],
    ['12,5', '12.5'],
    ['10.00', '10'],
    ['0', ''],
    ['0.00', ''],
    ['', ''],
    ['31x10.5', '31x10.5'],
  ])('writes %j as %j', (text, canonical) => {
    expect(canonicalSize(text)).toBe(canonical)
  })
})
