// Specification 10.13

import { describe, expect, it } from 'vitest'
import { Rejection } from '../errors.ts'
import { Columns, type RawCell } from '../readers/columns.ts'
import { areColumnNumbers } from './header.ts'
import { compileRecord } from './record.ts'

describe('areColumnNumbers', () => {
  it.each<[RawCell[]]>([
    [['1', '2', '3', '4', '5']],
    [[1, 2, 3]],
    [['0', '1', '2']],
    [['(1)', '(2)', '(3)']],
    [['1.', '2.', '', '3.']],
    [['А', 'Б', '1', '2', '3']],
  ])('is true for %j', (cells) => {
    expect(areColumnNumbers(cells)).toBe(true)
  })

  it.each<[RawCell[]]>([
    [['1', '2']],
    [['11', '12', '13']],
    [['1', '2', '4']],
    [['1', 'Пример', '3']],
    [['205', '206', '207']],
    [['А', 'Б', 'В']],
    [['', '', '']],
    [[]],
  ])('is false for %j', (cells) => {
    expect(areColumnNumbers(cells)).toBe(false)
  })
})

describe('compileRecord', () => {
  it('omits the numbers of columns instead of rejecting them', () => {
    const columns = new Columns()
    columns.setHeader(['Артикул', 'Название', 'Цена', 'Остаток'])
    const fields = { article: 'Артикул', name: 'Название', retail: 'Цена', stock: 'Остаток' }
    const read = compileRecord({ fields: { ...fields, city: { value: 'Тула' } } }, columns, new Columns())
    expect(read(['1', '2', '3', '4'], [])).toEqual({ left: 'numbers' })
    expect(() => read(['1', '2', '5', '4'], [])).toThrow(Rejection)
  })
})
