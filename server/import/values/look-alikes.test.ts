// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latinSpeed, withLatinSizes } from './look-alikes.ts'

describe('withLatinSizes', () => {
  it.each([
    ['205/55 Р16 91Т Зимняя', '205/55 R16 91T Зимняя'],
    ['205/55р16 91т', '205/55R16 91T'],
    ['205/55r16 91t', '205/55R16 91T'],
    ['З1х10.5 R15', '31x10.5 R15'],
    ['31×10,5R15', '31x10,5R15'],
    ['205⁄55R16', '205/55R16'],
    ['2О5/55R16', '205/55R16'],
    ['2O5/6О RЗ0', '205/60 R30'],
    ['7.50–16 122/118Н', '7.50-16 122/118N'],
    ['215/65 R16С 109/107Р', '215/65 R16C 109/107R'],
    ['185/65R14 86 Н', '185/65R14 86 H'],
    ['225/45zr17 91(У)', '225/45ZR17 91(Y)'],
    ['420/85R28 139А8', '420/85R28 139A8'],
    ['12.4-24 140В', '12.4-24 140B'],
    ['205/55R16 91В', '205/55R16 91V'],
  ])('rewrites %s', (text, latin) => {
    expect(withLatinSizes(text)).toBe(latin)
  })

  it.each([
    'Зимняя шина',
    'ИЯВ-12Б',
    'R16 с шипами',
    'О-79 для МТЗ-80',
    'Кама-219 92 в наличии',
    'КАМА ЕВРО-129',
  ])('leaves the words of %s unchanged', (text) => {
    expect(withLatinSizes(text)).toBe(text)
  })

  it('is idempotent', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789РрRrСсХхx/ -–.,ЗОOТНВ(') })
    fc.assert(
      fc.property(text, (once) => {
        expect(withLatinSizes(withLatinSizes(once)).length).toBeLessThanOrEqual(once.length)
      }),
    )
  })
})

describe('latinSpeed', () => {
  it('resolves an ambiguous letter to the most common symbol for the load', () => {
    expect(['Н', 'В', 'Р'].map((letter) => latinSpeed(letter))).toEqual(['H', 'V', 'R'])
    expect([latinSpeed('Н', '104/102'), latinSpeed('В', '145')]).toEqual(['N', 'B'])
  })
})
