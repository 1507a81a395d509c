import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addsCommercial, extractIndexes, extractSizes } from './sizes.ts'

const sizeOf = (text: string) => {
  const { width, height, diameter } = extractSizes([text]).found[0] ?? {}
  return [width, height, diameter?.trim()].map((part) => part ?? '')
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
    ['шина без размера', ['', '', '']],
  ])('of %s', (text, size) => {
    expect(sizeOf(text)).toEqual(size)
  })

  it('finds whatever size is written in the usual way', () => {
    const width = fc.integer({ min: 25, max: 79 }).map((n) => n * 5)
    const height = fc.integer({ min: 5, max: 17 }).map((n) => n * 5)
    const rim = fc.integer({ min: 12, max: 24 })
    fc.assert(
      fc.property(
        width,
        height,
        rim,
        fc.constantFrom('R', ' R', ' ZR', '-', ' / R', 'R '),
        (w, h, d, joint) => {
          expect(sizeOf(`Пример ${w}/${h}${joint}${d} 91T`)).toEqual([String(w), String(h), String(d)])
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
  ])('of %s', (text, indexes) => {
    expect(indexesOf(text)).toEqual(indexes)
  })
})

describe('addsCommercial', () => {
  const texts = extractSizes(['205/55R16 91T', '215/65R16C 109/107R'])

  it('is so if only the name tells the tyre of a van', () => {
    expect(addsCommercial(texts, ['16', 'R16'])).toBe(true)
    expect(addsCommercial(texts, ['16', '16C'])).toBe(false)
    expect(addsCommercial(texts, ['17', '18'])).toBe(false)
  })
})
