// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerNames } from './columns.ts'

describe('headerNames', () => {
  it('returns the names of a single row unchanged', () => {
    expect(headerNames([['Артикул', ' Цена ', '', 5]])).toEqual(['Артикул', 'Цена', '', '5'])
  })

  it('applies a merged name to the columns below it, and no further', () => {
    const upper = ['Артикул', 'Остаток', '', '', 'Цена', '']
    const lower = ['', 'Москва', 'Тула', '', 'опт', 'розн.']
    expect(headerNames([upper, lower])).toEqual([
      'Артикул',
      'Остаток / Москва',
      'Остаток / Тула',
      '',
      'Цена / опт',
      'Цена / розн.',
    ])
  })

  it('joins rows of any number and width', () => {
    expect(
      headerNames([
        ['A', '', ''],
        ['B', '', 'C'],
        ['1', '2', '3', '4'],
      ]),
    ).toEqual(['A / B / 1', 'A / B / 2', 'A / C / 3', 'A / C / 4'])
    const cell = fc.oneof(fc.constant(''), fc.string(), fc.integer())
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), (rows) => {
        expect(headerNames(rows)).toHaveLength(Math.max(...rows.map((row) => row.length)))
      }),
    )
  })
})
