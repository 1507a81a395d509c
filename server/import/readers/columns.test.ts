// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { ImportError } from '../errors.ts'
import { Columns, spreadsheetNames } from './columns.ts'

describe('Columns', () => {
  it('gives each name one index, ignoring case and surrounding spaces', () => {
    const columns = new Columns()
    expect([
      columns.slot('Price'),
      columns.slot(' price '),
      columns.slot('stock'),
      columns.slot('PRICE'),
    ]).toEqual([0, 0, 1, 0])
    expect(columns.names).toEqual(['Price', 'stock'])
    expect([columns.has('price'), columns.has('cost')]).toEqual([true, false])
  })

  it('keeps the column indexes of a header with a duplicate name', () => {
    const columns = new Columns()
    columns.setHeader(['Цена', 'Цена', ' Остаток '])
    expect([columns.slot('цена'), columns.slot('остаток'), columns.headerWidth]).toEqual([0, 2, 3])
  })

  it('names a column without a name by its letter, and numbers the second column of one name', () => {
    const columns = new Columns()
    columns.setHeader(['Цена', '', 'цена', 'Цена'])
    expect(columns.names).toEqual(['Цена', 'B', 'цена (2)', 'Цена (3)'])
  })

  it('rejects a header with so many names that they must be data', () => {
    const columns = new Columns()
    expect(() => {
      for (let i = 0; i < 20_000; i++) columns.slot(`поле${i}`)
    }).toThrow(ImportError)
  })
})

describe('spreadsheetNames', () => {
  it('names columns like a spreadsheet', () => {
    const letters = spreadsheetNames(703)
    expect([letters[0], letters[25], letters[26], letters[701], letters[702]]).toEqual([
      'A',
      'Z',
      'AA',
      'ZZ',
      'AAA',
    ])
  })
})
