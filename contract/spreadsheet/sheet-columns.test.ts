// Specification 5.5

import { describe, expect, it } from 'vitest'
import { readReportPage } from '../legacy/report-page.ts'
import { isDaikon } from '../lib/host-name.ts'
import { addNonEmptyColumns, emptyFilled } from '../reports/filled.ts'
import { REPORTS, type Report } from '../reports/reports.ts'
import { frozenColumns, sheetColumns } from './sheet-columns.ts'

function sheet(items: object[], report: Report = REPORTS['retail-min']) {
  const { rows } = readReportPage(report.layout, JSON.stringify(items))
  const filled = emptyFilled()
  for (const row of rows) addNonEmptyColumns(filled, row)
  const columns = sheetColumns(report, 'retail', filled, '2026-03-01', isDaikon)
  return { columns, cells: rows.map((row) => columns.map((column) => column.cell(row))) }
}

const item = {
  tires_specs: { brand: 'Nokian', name: 'Hakkapeliitta 10', width: 205 },
  cities: {
    Москва: { 'https://www.a.ru': { retail: 5000, warehouses: { 'Склад 1': { price: 4900, rest: 2 } } } },
  },
  analytics: { Москва: { min_price: 4900 } },
}

describe('sheetColumns', () => {
  it("are the day and the screen's columns, with city, site and warehouse in the header instead of in columns", () => {
    const { columns, cells } = sheet([item])
    expect(columns.map(({ group, label, kind }) => [group, label, kind])).toEqual([
      ['', 'Дата', 'date'],
      ['', 'Бренд', 'text'],
      ['', 'Название', 'text'],
      ['', 'Ширина', 'text'],
      ['Москва', 'Минимальная розн. цена', 'money2'],
      ['Москва · a.ru', 'Розн. цена', 'price'],
      ['Москва · a.ru · Склад 1', 'Рекоменд. Розн. цена', 'price'],
      ['Москва · a.ru · Склад 1', 'Остаток', 'stock'],
    ])
    expect(cells).toEqual([['2026-03-01', 'Nokian', 'Hakkapeliitta 10', 205, 4900, 5000, 4900, 2]])
  })

  it('includes the day in every row', () => {
    const { cells } = sheet([item, {}])
    expect(cells.map(([day]) => day)).toEqual(['2026-03-01', '2026-03-01'])
  })

  it.each([
    [
      'the day and what names the tyre stay in view',
      { brand_article: 'A1', brand: 'B', name: 'N', width: 1 },
      4,
    ],
    ['fewer where there are fewer', { brand: 'B' }, 2],
  ])('%s', (_, tires_specs, frozen) => {
    expect(frozenColumns(sheet([{ ...item, tires_specs }]).columns)).toBe(frozen)
  })

  it('does not freeze the own price', () => {
    const item = { specifications: { brand: 'B' }, daykon_price: 5000, opt_price: 4800 }
    const { columns } = sheet([item], REPORTS['price-changes'])
    expect(columns.map(({ label }) => label)).toEqual(['Дата', 'Бренд', 'Наша цена', 'Опт. цена'])
    expect(frozenColumns(columns)).toBe(2)
  })

  it('may freeze all columns if they are few and have no places', () => {
    expect(frozenColumns(sheet([{ tires_specs: { brand: 'B' } }]).columns)).toBe(2)
  })
})
