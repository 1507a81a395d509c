import { describe, expect, it } from 'vitest'
import { addNonEmptyColumns, emptyFilled } from '../../../../../contract/reports/filled.ts'
import { REPORTS } from '../../../../../contract/reports/reports.ts'
import { sampleRow } from '../../../../../tests/support/report-page.ts'
import { gridLayout } from '../../../grid/layout.ts'
import { applyColumnSettings } from '../columns/apply-settings.ts'
import { wideColumns } from './wide-columns.ts'

const rows = [sampleRow(1)]
const filled = emptyFilled()
for (const row of rows) addNonEmptyColumns(filled, row)
const columns = wideColumns(REPORTS['all-prices'], 'all', { filled, fractions: false }, () => false)

const arranged = (...texts: string[]) =>
  applyColumnSettings({ layout: 'table', columns, rows }, texts).columns

describe('wideColumns (specification 4.22)', () => {
  it('has columns that only repeat a place', () => {
    expect(columns.filter(({ place }) => place).length).toBeGreaterThan(2)
  })

  it.each([
    ['all columns', []],
    ['the columns left by hiding a site', ['-site.4tochki.ru']],
    ['the columns left by hiding the prices', ['-value.Розн. цена', '-value.Опт. цена']],
    ['the columns left by folding', ['fold']],
  ])('gives %s 140 px each on average', (_, texts) => {
    const shown = arranged(...texts)
    for (const container of [300, 900, 1440])
      expect(gridLayout(shown, container).width).toBeGreaterThanOrEqual(Math.max(640, 140 * shown.length))
  })

  it('ignores the minimum width of columns that a person resizes', () => {
    const shown = arranged('48.value.Розн. цена', '48.value.Остаток')
    expect(gridLayout(shown, 300).width).toBeLessThan(140 * shown.length)
  })
})
