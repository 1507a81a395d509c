// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalDiameter, canonicalLoad, canonicalSize, canonicalSpeed } from './size.ts'

describe('canonicalDiameter', () => {
  it.each([
    ['16', '16'],
    ['R16', '16'],
    ['r16', '16'],
    ['Р16С', '16C'],
    ['R1З', '13'],
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
    ['2З5', '235'],
    ['6О', '60'],
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

describe('canonicalSpeed', () => {
  it.each([
    ['т', 'T'],
    ['Н', 'H'],
    ['(Y)', 'Y'],
    ['А8', 'A8'],
    ['v', 'V'],
    ['нет', 'нет'],
    ['ZR', 'ZR'],
    ['', ''],
  ])('writes %j as %j', (text, canonical) => {
    expect(canonicalSpeed(text)).toBe(canonical)
  })
})

describe('canonicalLoad', () => {
  it.each([
    ['91', '91'],
    ['1О9/107', '109/107'],
    ['усиленная', 'усиленная'],
  ])('writes %j as %j', (text, canonical) => {
    expect(canonicalLoad(text)).toBe(canonical)
  })
})
