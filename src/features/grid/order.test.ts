import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleRow } from '../../../tests/support/report-page.ts'
import type { GridColumn } from './grid-column.ts'
import { orderAfterClick, orderAfterKey, orderRows } from './order.ts'

const column = (id: string, cell: GridColumn['cell']): GridColumn => ({
  id,
  label: id,
  kind: 'price',
  group: { city: '', site: '', warehouse: '' },
  cell,
})
const price = column('price', ({ own }) => own.price)
const rowsOf = (prices: readonly (string | number | null)[]) =>
  prices.map((value, index) =>
    sampleRow(index, { own: { price: value, wholesale: null, diffPercent: null } }),
  )
const pricesOf = (rows: ReturnType<typeof orderRows>) => rows.map(({ own }) => own.price)

describe('orderRows (specification 17.5)', () => {
  const ascending = { column: 'price', descending: false }

  it('sorts numbers first, then texts, and rows without a value last', () => {
    const rows = rowsOf([null, 90, 'по запросу', 1000, 'звоните', null, 0])
    expect(pricesOf(orderRows(rows, [price], ascending))).toEqual([
      0,
      90,
      1000,
      'звоните',
      'по запросу',
      null,
      null,
    ])
    expect(pricesOf(orderRows(rows, [price], { ...ascending, descending: true })).slice(-2)).toEqual([
      null,
      null,
    ])
  })

  it('compares digits within texts as numbers', () => {
    const name = column('name', ({ specs }) => specs.name)
    const rows = [10, 9, 100].map((index) => sampleRow(index))
    const sorted = orderRows(rows, [name], { column: 'name', descending: false })
    expect(sorted.map(({ specs }) => specs.name)).toEqual(
      [9, 10, 100].map((index) => `Winter Drive ${index}`),
    )
  })

  it('uses a column’s sort value instead of its text', () => {
    const place = { ...column('place', ({ own }) => `${own.price} из 20`), sortBy: price.cell }
    const sorted = orderRows(rowsOf([10, 9]), [place], { column: 'place', descending: false })
    expect(pricesOf(sorted)).toEqual([9, 10])
  })

  it('keeps the same rows, and equal ones in their original order', () => {
    const values = fc.array(fc.option(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('a', 'b'))))
    fc.assert(
      fc.property(values, fc.boolean(), (prices, descending) => {
        const rows = rowsOf(prices)
        const sorted = orderRows(rows, [price], { column: 'price', descending })
        expect(new Set(sorted)).toEqual(new Set(rows))
        sorted.forEach((row, index) => {
          const next = sorted[index + 1]
          if (next && next.own.price === row.own.price)
            expect(rows.indexOf(next)).toBeGreaterThan(rows.indexOf(row))
        })
      }),
    )
  })

  it('returns the rows unchanged if the column is missing', () => {
    const rows = rowsOf([2, 1])
    expect(orderRows(rows, [price], null)).toBe(rows)
    expect(orderRows(rows, [price], { column: 'gone', descending: true })).toBe(rows)
  })
})

describe('orderAfterClick and orderAfterKey', () => {
  it('go from ascending to descending to the server’s order with clicks on one header', () => {
    const first = orderAfterClick(null, 'price')
    const second = orderAfterClick(first, 'price')
    expect([first, second, orderAfterClick(second, 'price')]).toEqual([
      { column: 'price', descending: false },
      { column: 'price', descending: true },
      null,
    ])
    expect(orderAfterClick(second, 'name')).toEqual({ column: 'name', descending: false })
  })

  it('set the key’s direction, and return to the server’s order after the same key again', () => {
    const down = orderAfterKey(null, 'price', true)
    expect(down).toEqual({ column: 'price', descending: true })
    expect(orderAfterKey(down, 'price', false)).toEqual({ column: 'price', descending: false })
    expect(orderAfterKey(down, 'price', true)).toBeNull()
  })
})
