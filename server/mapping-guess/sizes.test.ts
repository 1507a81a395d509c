// Specification 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalDiameter, canonicalLoad, canonicalSize, canonicalSpeed } from '../import/values/size.ts'
import { addsCommercial, extractIndexes, extractSizes } from './sizes.ts'

const sizeOf = (text: string) => {
  const { width, height, diameter } = extractSizes([text]).found[0] ?? {}
  return [width, height, canonicalDiameter(diameter?.trim() ?? '')].map((part) => part ?? '')
}
const indexesOf = (text: string) => {
  const { load, speed } = extractIndexes([text]).found[0] ?? {}
  return [load, speed]
}

describe('extractSizes', () => {
  it.each([
    ['205/55R16 91T', ['205', '55', '16']],
    ['Пример 205/55 R16 Пример 2', ['205', '55', '16']],
    ['225/45ZR17 94W', ['225', '45', '17']],
    ['195/65-15', ['195', '65', '15']],
    ['205/55/16', ['205', '55', '16']],
    ['205/55 16', ['205', '55', '16']],
    ['215/65R16C 109/107R', ['215', '65', '16C']],
    ['215/65R16 Cordiant', ['215', '65', '16']],
    ['315/80R22.5 156/150L', ['315', '80', '22.5']],
    ['31х10,5R15 109S', ['31', '10,5', '15']],
    ['185R14C 102R', ['185', '', '14C']],
    ['10.00R20 146/143K', ['10.00', '', '20']],
    ['6.50-16', ['6.50', '', '16']],
    ['Пример R15 185/65 88Q', ['185', '65', '15']],
    ['205 55 R16', ['205', '55', '16']],
    ['205/45Z R16 Пример 87W', ['205', '45', '16']],
    ['205х55х16', ['205', '55', '16']],
    ['185 R14C 102R', ['185', '', '14C']],
    ['НР-7 9,00R20 136/133J', ['9,00', '', '20']],
    ['8.25 R 20', ['8.25', '', '20']],
    ['9R22.5 133/131L', ['9', '', '22.5']],
    ['315/70 R22,5', ['315', '70', '22.5']],
    ['165SR13', ['165', '', '13']],
    ['155 Sr 13 79', ['155', '', '13']],
    ['235/45 ZR 17', ['235', '45', '17']],
    ['235/45zr17', ['235', '45', '17']],
    ['215/60 VR 15 94', ['215', '60', '15']],
    ['205/70HR15', ['205', '70', '15']],
    ['LT265/75R16 123/120Q', ['265', '75', '16']],
    ['6.50R16LT 108/107N', ['6.50', '', '16']],
    ['225/70 R15 LT', ['225', '70', '15']],
    ['30.5LR32', ['30.5', '', '32']],
    ['8.25-20', ['8.25', '', '20']],
    ['12-16.5 10PR', ['12', '', '16.5']],
    ['260R508', ['260', '', '20']],
    ['300-508Р 150/146J', ['300', '', '20']],
    ['шина без размера', ['', '', '']],
  ])('finds the size in %s', (text, size) => {
    expect(sizeOf(text)).toEqual(size)
  })

  it('reads back size, load and speed from any notation', () => {
    const between = (least: number, most: number, step = 1) =>
      fc.integer({ min: least / step, max: most / step }).map((n) => n * step)
    const threes = (digits: string, like: boolean) => (like ? digits.replaceAll('3', 'З') : digits)
    const signs = {
      cross: fc.constantFrom('/', 'x', 'X', 'х', 'Х', '×', '*', ' / ', '\\', '⁄'),
      radial: fc.constantFrom(
        'R',
        ' R',
        ' ZR',
        'Z R',
        'r',
        'Р',
        ' р',
        '-',
        '–',
        ' - ',
        ' / R',
        ' R ',
        '\u00a0R',
      ),
      commercial: fc.constantFrom('', 'C', 'С', 'c', 'с'),
      like: fc.boolean(),
    }
    const speed = fc.constantFrom(
      ...['TТ', 'HН', 'RР', 'MМ', 'KК', 'VВ', 'SС', 'YУ', 'QQ', 'LЛ', 'WW'].map(
        (pair) => [...pair] as [string, string],
      ),
    )
    const tyre = fc.record({
      w: between(125, 395, 5),
      h: between(25, 85, 5),
      d: between(12, 24),
      load: between(65, 118),
    })
    fc.assert(
      fc.property(
        tyre,
        fc.record(signs),
        speed,
        fc.boolean(),
        ({ w, h, d, load }, how, [latin, cyrillic], own) => {
          const rim = `${threes(String(d), how.like)}${how.commercial}`
          const size = `${threes(String(w), how.like)}${how.cross}${threes(String(h), how.like)}${how.radial}${rim}`
          const text = `Пример ${size} ${threes(String(load), how.like)}${own ? latin : cyrillic} шип`
          const found = extractSizes([text]).found[0]
          const indexes = extractIndexes([text]).found[0]
          expect({
            width: canonicalSize(found?.width ?? ''),
            height: canonicalSize(found?.height ?? ''),
            diameter: canonicalDiameter(found?.diameter ?? ''),
            load: canonicalLoad(indexes?.load ?? ''),
            speed: canonicalSpeed(indexes?.speed ?? ''),
          }).toEqual({
            width: String(w),
            height: String(h),
            diameter: `${d}${how.commercial === '' ? '' : 'C'}`,
            load: String(load),
            speed: latin,
          })
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(sizeOf(text)).toHaveLength(3)
      }),
    )
  })
})

describe('extractIndexes', () => {
  it.each([
    ['205/55R16 91T Пример', ['91', 'T']],
    ['215/65R16C 109/107R', ['109/107', 'R']],
    ['225/40R18 92(Y)', ['92', 'Y']],
    ['245/45R17 Пример 99 T XL', ['99', 'T']],
    ['215/65 16C Пример', [undefined, undefined]],
    ['195/75R16C 107/105', ['107/105', undefined]],
    ['7.50-16LT 116/114 Пример', ['116/114', undefined]],
    ['195/75R16C 107/105Р', ['107/105', 'R']],
    ['9,00R20 136/133 К', ['136/133', 'K']],
    ['195/65R15 91 В', ['91', 'V']],
    ['110/80-17 57', [undefined, undefined]],
  ])('finds the indices in %s', (text, indexes) => {
    expect(indexesOf(text)).toEqual(indexes)
  })
})

describe('addsCommercial', () => {
  const texts = extractSizes(['205/55R16 91T', '215/65R16C 109/107R'])

  it('is true only if the names alone show which tyres are commercial', () => {
    expect(addsCommercial(texts, ['16', 'R16'])).toBe(true)
    expect(addsCommercial(texts, ['16', '16C'])).toBe(false)
    expect(addsCommercial(texts, ['17', '18'])).toBe(false)
  })
})
