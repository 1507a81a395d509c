// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { Rejection } from '../errors.ts'
import { type PriceFormat, readPrice, readStock } from './price.ts'

const reasonOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof Rejection) return error.reason
  }
  return 'принято'
}

const PLAIN: PriceFormat = { label: 'цена', thousands: '', pieces: 1 }

describe('readPrice', () => {
  it('rounds roubles to kopecks', () => {
    expect(readPrice('5 300,456', PLAIN)).toBe(5300.46)
    expect(readPrice(5300, PLAIN)).toBe(5300)
    expect(readPrice('1000 ₽ за 3 шт.', PLAIN)).toBe(333.33)
  })

  it.each([
    undefined,
    '',
    '-',
    'нет',
    'по запросу',
    'Цена по запросу',
    'звоните!',
    'Уточняйте цену',
    'договорная',
    'on request',
    'под заказ',
    'нет в наличии',
  ])('returns null for %j, which is not a price', (cell) => {
    expect(readPrice(cell, PLAIN)).toBeNull()
  })

  it.each([
    ['скоро', 'цена: не число'],
    ['-1', 'цена: отрицательная'],
    ['0', 'цена: ноль'],
    ['0,001', 'цена: ноль'],
    ['5.000', 'цена: меньше 100 ₽'],
    [99.99, 'цена: меньше 100 ₽'],
    [100, 'принято'],
    ['300 за 4 шт', 'цена: меньше 100 ₽'],
    ['$45', 'цена: не в рублях'],
    ['450 USD', 'цена: не в рублях'],
    ['4 500 €', 'цена: не в рублях'],
    ['45 у.е.', 'цена: не в рублях'],
    ['25 000 тг', 'цена: не в рублях'],
    ['200 бел. руб.', 'цена: не в рублях'],
    [10_000_001, 'цена: больше 10 000 000'],
    [10_000_000, 'принято'],
    ['=?', 'цена: формула без сохранённого значения, сохраните файл в Excel'],
  ])('reads %j with the result: %s', (cell, reason) => {
    expect(reasonOf(() => readPrice(cell, PLAIN))).toBe(reason)
  })

  it('divides the price of a set by the number that its cell names, or else its column', () => {
    const divided: number[] = []
    const form = { ...PLAIN, pieces: 4, onDivided: (pieces: number) => divided.push(pieces) }
    expect(readPrice('21 840', form)).toBe(5460)
    expect(readPrice(21_840, form)).toBe(5460)
    expect(readPrice('10 920 за 2 шт.', form)).toBe(5460)
    expect(readPrice('5 460 за шт.', form)).toBe(5460)
    expect(divided).toEqual([4, 4, 2])
  })
})

describe('readStock', () => {
  it.each([
    ['>40', 40],
    ['более 40', 40],
    ['2 компл.', 8],
    ['1 пара', 2],
    ['0', 0],
    ['3,9', 3],
    ['-2', 0],
    ['в наличии', null],
    ['нет', 0],
    ['Нет в наличии', 0],
    [' под  заказ ', 0],
    ['отсутствует', 0],
    ['Ожидается.', 0],
    ['Out of stock', 0],
    ['false', 0],
    ['есть', null],
    ['много', null],
    ['нет данных', null],
    ['-', null],
    ['', null],
    [undefined, null],
    [7, 7],
  ])('reads %j as %j pieces', (cell, pieces) => {
    expect(readStock(cell, '')).toBe(pieces)
  })

  it('rejects implausible stocks', () => {
    expect(reasonOf(() => readStock('99999999', ''))).toBe('остаток: больше 10 000 000')
    expect(reasonOf(() => readStock('99999999', '', 'запас'))).toBe('запас: больше 10 000 000')
  })
})
