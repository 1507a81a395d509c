// Specification 5.5

import { describe, expect, it } from 'vitest'
import { checkSheetSize, MAX_COLUMNS, MAX_ROWS, SheetTooLarge } from './sheet-limits.ts'
import { xlsxSheet } from './xlsx-sheet.ts'

const columns = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    group: '',
    label: `${i}`,
    kind: 'price' as const,
    cell: () => null,
  }))

describe('checkSheetSize', () => {
  it('accepts the largest sheet that Excel opens', () => {
    expect(() => checkSheetSize(MAX_COLUMNS, MAX_ROWS)).not.toThrow()
  })

  it('refuses more columns and suggests a remedy', () => {
    expect(() => checkSheetSize(20_481, 3)).toThrow(
      /^Столбцов 20\s481, а Excel открывает не больше 16\s384\. .*меньше городов.*«Рынок», «Список» .*CSV\.$/,
    )
  })

  it('refuses more rows and suggests a remedy', () => {
    expect(() => checkSheetSize(3, MAX_ROWS + 1)).toThrow(
      /^Строк 1\s048\s577, а Excel открывает не больше 1\s048\s576\. .*CSV\.$/,
    )
  })
})

describe('xlsxSheet', () => {
  it('refuses a sheet that Excel does not open, whoever writes it', () => {
    expect(() => xlsxSheet(columns(MAX_COLUMNS))).not.toThrow()
    expect(() => xlsxSheet(columns(MAX_COLUMNS + 1))).toThrow(SheetTooLarge)
    const sheet = xlsxSheet(columns(1))
    sheet.start()
    sheet.continueAfter(MAX_ROWS - 3)
    expect(sheet.row({})).toContain('r="1048576"')
    expect(() => sheet.row({})).toThrow(SheetTooLarge)
  })
})
