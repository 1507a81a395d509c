// Specification 10.35

import { describe, expect, it } from 'vitest'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { discountFindings } from './term-columns.ts'

const MAPPING: Mapping = { format: 'csv', fields: { name: 'Название', retail: 'Цена', stock: 'Остаток' } }
const USED = new Map([
  ['Название', 'name'],
  ['Цена', 'retail'],
  ['Остаток', 'stock'],
])

/** Returns the findings about a column with these texts in a list of twenty tyres. */
function found(column: string, texts: string[], mapping: Partial<Mapping> = {}) {
  const sample = Array.from({ length: 20 }, (_, i) => ({
    line: i,
    items: [],
    cells: ['Шина', '5000', '8', texts[i] ?? texts.at(-1) ?? ''],
  }))
  const reading = { columns: [...USED.keys(), column], itemColumns: [], sample } as unknown as ListReading
  return discountFindings({ ...MAPPING, ...mapping }, reading, USED, '2026-04-18').map(({ key, holds }) => [
    key,
    holds,
  ])
}

describe('columns with the number of tyres of a price', () => {
  it.each(['Продаётся по', 'Шт. в цене', 'bundle_size', 'bundleSize', 'Шт'])('hold a list: %s', (name) => {
    expect(found(name, ['4'])).toEqual([[`terms:${name}`, true]])
    expect(found(name, ['4', '1'])).toEqual([[`terms:${name}`, false]])
    expect(found(name, ['1'])).toEqual([])
  })

  it('are not a second stock', () => {
    expect(found('Шт', ['4', '7', '12', '1'])).toEqual([])
  })
})

describe('columns with the last day of a price with a discount', () => {
  const instead = { Цена: { by: 'Спеццена', rule: 'discount' } } as const
  it.each([
    ['Спеццена по', '15.01.2026', true],
    ['priceValidUntil', '2025-12-31', true],
    ['Спеццена по', '30.04.2026', false],
    ['sale_to', '2026-04-18T23:59', false],
  ])('hold a list if the day is past: %s, %s', (name, day, holds) => {
    expect(found(name, [day], { instead })).toEqual([[`terms:${name}`, holds]])
    expect(found(name, [''], { instead })).toEqual([])
    expect(found(name, [day])).toEqual([])
  })
})

describe('columns that say that a price is the lowest of several', () => {
  it.each(['isFrom', 'price@from', 'is_from'])('hold a list: %s', (name) => {
    expect(found(name, ['true'])).toEqual([[`terms:${name}`, true]])
    expect(found(name, ['false'])).toEqual([])
  })
})
