import { describe, expect, it } from 'vitest'
import type { ColumnKind } from '../../../contract/reports/columns.ts'
import { sampleRow } from '../../../tests/support/report-page.ts'
import type { GridColumn } from './grid-column.ts'
import { totalsOf } from './selection-totals.ts'

const column = (kind: ColumnKind, cell: GridColumn['cell']): GridColumn => ({
  id: kind,
  label: kind,
  kind,
  group: { city: '', site: '', warehouse: '' },
  cell,
})
const rows = [4700, 5000, 'по запросу', 6394, null].map((price, index) =>
  sampleRow(index, { own: { price, wholesale: index, diffPercent: -1.5 * index } }),
)
const price = column('price', ({ own }) => own.price)
const stock = column('stock', ({ own }) => own.wholesale)
const percent = column('percent', ({ own }) => own.diffPercent)
const told = (columns: readonly GridColumn[], some = rows) => totalsOf(some, columns).replaceAll(/\s/g, ' ')

describe('totalsOf (specification 17.7)', () => {
  it('counts the selected numbers and gives their range, mean and median', () => {
    expect(told([price])).toBe('3 цены · мин. 4 700 · среднее 5 364,67 · медиана 5 000 · макс. 6 394')
  })

  it('uses prices alone where there are any, because other numbers are not comparable with them', () => {
    expect(told([stock, price, percent])).toMatch(/^3 цены/)
    expect(told([stock])).toBe('5 остатков · мин. 0 · среднее 2 · медиана 2 · макс. 4')
    expect(told([percent], rows.slice(0, 2))).toBe(
      '2 процента · мин. −1,5 · среднее −0,8 · медиана −0,8 · макс. 0,0',
    )
  })

  it('returns ’’ for fewer than two numbers', () => {
    expect(told([price], rows.slice(0, 1))).toBe('')
    expect(told([column('text', ({ specs }) => specs.width)])).toBe('')
  })
})
