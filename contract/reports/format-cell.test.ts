// Specification 4.23

import { describe, expect, it } from 'vitest'
import type { ColumnKind } from './columns.ts'
import { formatCell, trendOf } from './format-cell.ts'
import type { Cell } from './report-row.ts'

const plainSpaces = (text: string): string => text.replace(/\s/g, ' ')

describe('formatCell', () => {
  it.each<[ColumnKind, Cell, string]>([
    ['price', 12345.5, '12 345,5'],
    ['price', 12345, '12 345'],
    ['price', 0, '0'],
    ['price', 1.005e6, '1 005 000'],
    ['price', 10.129, '10,13'],
    ['money2', 12345.5, '12 345,50'],
    ['money2', 0, '0,00'],
    ['stock', 1234, '1 234'],
    ['stock', 3.4, '3'],
    ['percent', 12.46, '+12,5'],
    ['percent', -3, '−3,0'],
    ['percent', 0, '0,0'],
    ['percent', -0.04, '0,0'],
    ['price', -5.5, '−5,5'],
    ['text', 205, '205'],
    ['text', 17.5, '17.5'],
    ['text', '-5%', '-5%'],
    ['stock', '>40', '>40'],
    ['percent', 'нет', 'нет'],
    ['price', null, ''],
  ])('%s %s is %s', (kind, cell, text) => {
    expect(plainSpaces(formatCell(cell, kind))).toBe(text)
  })
})

describe('trendOf', () => {
  it.each<[ColumnKind, Cell, string | undefined]>([
    ['percent', 1, 'rise'],
    ['percent', -1, 'fall'],
    ['percent', 0.04, undefined],
    ['percent', null, undefined],
    ['price', -1, undefined],
  ])('%s %s points to %s', (kind, cell, trend) => {
    expect(trendOf(formatCell(cell, kind), kind)).toBe(trend)
  })
})
