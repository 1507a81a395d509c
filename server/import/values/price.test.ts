import { describe, expect, it } from 'vitest'
import { Rejection } from '../rejection.ts'
import { readPrice, readStock } from './price.ts'

const reasonOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof Rejection) return error.reason
  }
  return 'принято'
}

describe('readPrice', () => {
  it('reads roubles to the kopeck', () => {
    expect(readPrice('5 300,456', 'цена', '')).toBe(5300.46)
    expect(readPrice(5300, 'цена', '')).toBe(5300)
    expect(readPrice('100 ₽ за 3 шт.', 'цена', '')).toBe(33.33)
  })

  it('returns null if there is no price', () => {
    expect(readPrice(undefined, 'цена', '')).toBeNull()
    expect(readPrice('', 'цена', '')).toBeNull()
  })

  it.each([
    ['по запросу', 'цена: не число'],
    ['-1', 'цена: отрицательная'],
    ['0', 'цена: ноль'],
    ['0,001', 'цена: ноль'],
    [10_000_001, 'цена: больше 10 000 000'],
    [10_000_000, 'принято'],
  ])('says of %j: %s', (cell, reason) => {
    expect(reasonOf(() => readPrice(cell, 'цена', ''))).toBe(reason)
  })
})

describe('readStock', () => {
  it.each([
    ['>40', 40],
    ['более 40', 40],
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
  })
})
