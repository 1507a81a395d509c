// Specification 4.34

import { describe, expect, it } from 'vitest'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { rowIn, sitePrices } from '../../../../tests/support/report-page.ts'
import { defaultChoice } from '../../report-choice/report-address.ts'
import { viewSheet } from '../export/view-sheet.ts'
import { paperTables } from './PrintedTable.tsx'

/** Returns the printed tables of 'Таблица' with this number of sites. */
function printed(sites: number) {
  const prices = Object.fromEntries(
    Array.from({ length: sites }, (_, n) => [`site${String(n).padStart(2, '0')}.ru`, sitePrices(100 + n)]),
  )
  const rows = [rowIn('Томск', prices)]
  const order = {
    report: 'retail' as const,
    choice: { ...defaultChoice(REPORTS.retail), date: '2026-04-18' },
    layout: 'table' as const,
    view: { order: null, only: [] },
    columns: [],
    compared: { city: 'Томск', kind: 'retail' as const, competitors: null },
    arranged: [],
    ownHosts: [],
    further: null,
  }
  const { tables, values } = paperTables(viewSheet(order, rows, rows).columns)
  return {
    tables: tables.map((columns) => columns.map(({ label, cell }) => [label, cell(rows[0] as never)])),
    values,
  }
}

describe('paperTables', () => {
  it('prints one table with every attribute if all columns fit', () => {
    const { tables } = printed(2)
    expect(tables).toHaveLength(1)
    const labels = tables[0]?.map(([label]) => label)
    expect(labels).toContain('Ширина')
    // The heads name city and site.
    expect(labels).not.toContain('Город')
    expect(labels).not.toContain('Сайт')
    expect(tables[0]?.slice(-2)).toEqual([
      ['Розн. цена', 100],
      ['Розн. цена', 101],
    ])
  })

  it('names each tyre in two columns and prints the prices in further tables if they do not fit', () => {
    const { tables, values } = printed(20)
    expect(values).toBe(20)
    expect(tables.map((columns) => columns.slice(0, 2).map(([label]) => label))).toEqual([
      ['Шина', 'Артикул'],
      ['Шина', 'Артикул'],
    ])
    const prices = tables.flatMap((columns) => columns.slice(2).map(([, price]) => price))
    expect(prices).toEqual(Array.from({ length: 20 }, (_, n) => 100 + n))
    for (const columns of tables) expect(columns.length).toBeLessThanOrEqual(12)
  })

  it('prints at most 30 columns of values', () => {
    const { tables, values } = printed(40)
    expect(values).toBe(40)
    expect(tables.flatMap((columns) => columns.slice(2))).toHaveLength(30)
  })
})
