// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lenientNumber } from './number.ts'

describe('lenientNumber', () => {
  it.each([
    ['55920', 55920],
    ['0', 0],
    ['007', 7],
    ['4120.00', 4120],
    ['400,00', 400],
    ['12,5', 12.5],
    ['55 920', 55920],
    ['55\u00a0920', 55920],
    ['55\u202f920,50', 55920.5],
    ["1'234.50", 1234.5],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234.567', 1234567],
    ['>40', 40],
    ['> 40', 40],
    ['>=40', 40],
    ['≥40', 40],
    ['более 40', 40],
    ['Больше 40 шт.', 40],
    ['40+', 40],
    ['12 шт', 12],
    ['21 840 4 шт', 5460],
    ['4 800 1 шт', 4800],
    ['5000 4шт', 1250],
    ['1 234 567,89', 1234567.89],
    ['5 300 руб.', 5300],
    ['5 300 рублей', 5300],
    ['5300р', 5300],
    ['5300 RUB', 5300],
    ['от 5 300 ₽', 5300],
    ['55 920 ₽ за 4 шт.', 13980],
    ['/ 55 920 ₽ за 4 шт.', 13980],
    ['/ 55\u00a0920 ₽ за\u00a04 шт.', 13980],
    ['1000 руб. / 2 шт', 500],
    ['21 840 за комплект', 5460],
    ['21 840 / компл.', 5460],
    ['21 840 руб. за комплект 4 шт.', 5460],
    ['21 840 ₽ компл. (4)', 5460],
    ['21 840 (4 шт)', 5460],
    ['10 920 за пару', 5460],
    ['5 460 ₽ за 1 шт.', 5460],
    ['5 460/шт', 5460],
    ['1 234-00', 1234],
    ['1 234-50 руб.', 1234.5],
    ['4990-00', 4990],
    ['4990=', 4990],
    ['4 990,-', 4990],
    ['6,5 тыс.', 6500],
    ['6.5 тысяч рублей', 6500],
    ['6,5 т.р.', 6500],
    ['-5', -5],
    ['6 400 руб/шт', 6400],
    ['6 400 р./ед.', 6400],
    ['6 400,-', 6400],
    ['6 400 .-', 6400],
    ['6400.—', 6400],
    ['RUR 6 400', 6400],
    ['руб. 6400', 6400],
    ['р.6400,50', 6400.5],
    ['₽6 400', 6400],
    ['Цена: 6 400 р.', 6400],
    ['6 400 P.', 6400],
    ['6 400 руб. 50 коп.', 6400.5],
    ['6400**', 6400],
    ['6 400 ₽*', 6400],
    ['6 400 ₽ (с НДС)', 6400],
    ['6 400 руб., вкл. НДС 20%', 6400],
    ['6 400 НДС включен', 6400],
    ['6 400 (акция)', 6400],
    ['от 6 400 р.', 6400],
  ])('reads %j as %d', (text, value) => {
    expect(lenientNumber(text)).toBe(value)
  })

  it.each(['', ' ', '-', '—', 'нет', '\u00a0'])('reads %j as an empty cell', (text) => {
    expect(lenientNumber(text)).toBeNull()
  })

  it.each([
    'по запросу',
    '12 34 а',
    'R16',
    '0x10',
    '1e5',
    '5-7',
    '10-00',
    '205-55',
    '1234-56',
    '12 в комплектации',
    '$45',
    'USD 45',
    '6 400 без НДС',
    '6 400 ₽ 7 100 ₽',
    'Р16',
    'Цена 1 шт',
    'Infinity',
    '1'.repeat(80),
  ])('does not read %j as a number', (text) => {
    expect(lenientNumber(text)).toBeNaN()
  })

  it('reads a price with any currency, remark and end', () => {
    const before = fc.constantFrom('', '₽', 'руб. ', 'RUR ', 'от ', 'от руб. ')
    const end = fc.constantFrom('', ',-', '.-', ' ₽', ' руб.', ' р/шт', ' RUB')
    const note = fc.constantFrom('', '*', '**', ' (с НДС)', ' с НДС*', '!')
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 999_999 }),
        fc.boolean(),
        before,
        end,
        note,
        (price, isGrouped, ...with_) => {
          const digits = isGrouped ? price.toLocaleString('ru') : String(price)
          expect(lenientNumber(with_[0] + digits + with_[1] + with_[2])).toBe(price)
        },
      ),
    )
  })

  it('drops a declared thousands separator', () => {
    expect(lenientNumber('55,920', ',')).toBe(55920)
    expect(lenientNumber('55.920', '.')).toBe(55920)
    expect(lenientNumber('55,920')).toBe(55.92)
  })

  it('reads a separator as that of thousands only before exactly three digits', () => {
    expect(lenientNumber('5.000', '.')).toBe(5000)
    expect(lenientNumber('4999.990', '.')).toBe(4999.99)
    expect(lenientNumber('4 990.00р.', '.')).toBe(4990)
    expect(lenientNumber("1'234.50", '.')).toBe(1234.5)
    expect(lenientNumber('12 345,67 ₽', '.')).toBe(12345.67)
    expect(lenientNumber('1.234.567,5', '.')).toBe(1234567.5)
    expect(lenientNumber('6,500', '.,')).toBe(6500)
    expect(lenientNumber('6.500', '.,')).toBe(6500)
  })

  it('reads any number back from common notations', () => {
    const digits = fc.integer({ min: 0, max: 99_999_999 })
    const kopecks = fc.integer({ min: 0, max: 99 })
    const group = fc.constantFrom('', ' ', '\u00a0', "'")
    const point = fc.constantFrom('.', ',')
    const unit = fc.constantFrom('', ' ₽', ' руб.', 'р.')
    fc.assert(
      fc.property(digits, kopecks, group, point, unit, (whole, part, between, decimal, after) => {
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, between)
        const text = `${grouped}${decimal}${String(part).padStart(2, '0')}${after}`
        expect(lenientNumber(text)).toBeCloseTo(whole + part / 100, 6)
      }),
    )
  })

  it('never throws, and returns only null, NaN or a finite number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const value = lenientNumber(text)
        expect(value === null || typeof value === 'number').toBe(true)
      }),
    )
  })
})
