// Specification 17.9

import { describe, expect, it } from 'vitest'
import { sampleRow } from '../../../../tests/support/report-page.ts'
import { sheetFile } from './sheet-files.ts'
import type { ViewSheet } from './view-sheet.ts'

const columns = (count: number): ViewSheet['columns'] =>
  Array.from({ length: count }, (_, i) => ({ group: '', label: `${i}`, kind: 'price', cell: () => null }))

describe('sheetFile', () => {
  it('refuses an xlsx with more columns than Excel opens, and writes it as CSV', () => {
    const sheet = { columns: columns(16_385), rows: [sampleRow(1)], withPlaces: false }
    expect(() => sheetFile(sheet, { format: 'xlsx', title: '' })).toThrow(/^Столбцов 16\s385, а Excel/)
    expect(sheetFile(sheet, { format: 'csv', title: '' }).rows).toBe(1)
  })

  it('counts the rows of the header', () => {
    const sheet = { columns: columns(1), rows: new Array(1_048_574), withPlaces: true }
    expect(() => sheetFile(sheet, { format: 'xlsx', title: 'Отчёт' })).toThrow(/^Строк 1\s048\s577/)
  })
})
