// Specification 5.5

import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { runs } from '../../tests/support/extent.ts'
import { readReportRow } from '../legacy/report-page.ts'
import type { Cell, ReportRow } from '../reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from './sheet-columns.ts'
import { SHEET_PART, XLSX_PARTS } from './xlsx-parts.ts'
import { xlsxSheet } from './xlsx-sheet.ts'

const ROW = readReportRow('analytics', {})

/** Creates a file with these columns; the cells of row i are the i-th values. */
async function file(columns: { kind: SheetColumnKind; label?: string; group?: string; values: Cell[] }[]) {
  const rows = (columns[0]?.values ?? []).map((): ReportRow => ({ ...ROW }))
  const sheet = xlsxSheet(
    columns.map(({ kind, label = kind, group = '', values }): SheetColumn => {
      return { kind, label, group, cell: (row) => values[rows.indexOf(row)] ?? null }
    }),
  )
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(XLSX_PARTS)) zip.addBuffer(Buffer.from(text), path)
  zip.addBuffer(
    Buffer.from([sheet.start(), ...rows.map((row) => sheet.row(row)), sheet.end()].join('')),
    SHEET_PART,
  )
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

async function read(columns: Parameters<typeof file>[0]) {
  const workbook = await readXlsx(await file(columns), { readStyles: true })
  expect(workbook.sheets).toHaveLength(1)
  const [sheet] = workbook.sheets
  if (!sheet) throw new Error('no sheet')
  const width = columns.length
  const cells = sheet.rows.map((row) => Array.from({ length: width }, (_, i): CellValue => row[i] ?? null))
  return { sheet, header: cells.slice(0, 2), rows: cells.slice(2) }
}

/** Reads back the value of a single cell of this kind. */
async function readOne(kind: SheetColumnKind, value: Cell) {
  const { rows } = await read([{ kind, values: [value] }])
  return rows[0]?.[0]
}

describe('xlsx download', () => {
  it.each<[SheetColumnKind, Cell]>([
    ['price', 5000],
    ['price', 4990.5],
    ['money2', 4900.25],
    ['money2', 0],
    ['stock', 12],
    ['stock', 0],
    ['percent', -12.5],
    ['text', 205],
  ])('a number is a number (%s %d)', async (kind, value) => {
    expect(await readOne(kind, value)).toBe(value)
  })

  it.each([
    '=1+1',
    '+7',
    '-5',
    '@SUM(A1)',
    '0123',
    '205',
    '1e5',
    'R16',
    '01.02.2026',
    'TRUE',
    'Шина "Кама" <Евро> & Ко',
    ' два  пробела ',
    'две\nстроки',
    '🛞',
  ])('keeps a text as it is, whatever it starts with (%j)', async (text) => {
    expect(await readOne('text', text)).toBe(text)
    expect(await readOne('price', text)).toBe(text)
  })

  it.each(['2026-03-01', '2024-02-29', '2026-12-31'])('keeps a date as a date (%s)', async (day) => {
    expect(await readOne('date', day)).toEqual(new Date(`${day}T00:00:00Z`))
  })

  it('leaves an empty cell empty, and its neighbours in place', async () => {
    const { rows } = await read([
      { kind: 'text', values: ['a', null, 'c'] },
      { kind: 'price', values: [null, null, 0] },
      { kind: 'stock', values: [1, 2, null] },
    ])
    expect(rows).toEqual([
      ['a', null, 1],
      [null, null, 2],
      ['c', 0, null],
    ])
  })

  it("writes the place above the column's label", async () => {
    const { header, sheet } = await read([
      { kind: 'date', label: 'Дата', values: ['2026-03-01'] },
      { kind: 'text', label: 'Бренд', values: ['Nokian'] },
      { kind: 'price', label: 'Опт. цена', group: 'Москва · a.ru', values: [1] },
    ])
    expect(header).toEqual([
      [null, null, 'Москва · a.ru'],
      ['Дата', 'Бренд', 'Опт. цена'],
    ])
    expect(sheet.name).toBe('Цены')
    expect(sheet.freezePane).toEqual({ rows: 2, columns: 2 })
    expect(sheet.autoFilter?.range).toBe('A2:C3')
  })

  it('formats numbers as money, pieces, percent and days', async () => {
    const { sheet } = await read([
      { kind: 'price', values: [5000] },
      { kind: 'price', values: [4990.5] },
      { kind: 'money2', values: [5000] },
      { kind: 'percent', values: [-12.5] },
      { kind: 'date', values: ['2026-03-01'] },
      { kind: 'text', values: [205] },
    ])
    const formats = [0, 1, 2, 3, 4, 5].map((i) => sheet.cells?.get(`2,${i}`)?.style?.numFmt)
    const [whole, decimals, money2, percent, date, plain] = formats
    expect([whole, decimals, money2]).toEqual(['#,##0', '#,##0.00', '#,##0.00'])
    expect(percent).toBe('+0.0;-0.0;0.0')
    expect(date).toMatch(/d.*m.*y|m.*d.*y/i)
    expect([undefined, 'General']).toContain(plain)
  })

  it('contains only a header for a table without rows', async () => {
    const { header, rows, sheet } = await read([{ kind: 'text', label: 'Бренд', values: [] }])
    expect(header.at(-1)).toEqual(['Бренд'])
    expect(rows).toEqual([])
    expect(sheet.autoFilter?.range).toBe('A2:A2')
  })

  it('is read back with the same values and types', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((of) => !of.includes('\r'))
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((of) => of || 0),
    )
    const cell = fc.oneof(text, number, fc.constant(null))
    const kind = fc.constantFrom<SheetColumnKind>('text', 'price', 'money2', 'stock', 'percent')
    const tables = fc.integer({ min: 1, max: 4 }).chain((height) =>
      fc.array(fc.record({ kind, values: fc.array(cell, { minLength: height, maxLength: height }) }), {
        minLength: 1,
        maxLength: 30,
      }),
    )
    await fc.assert(
      fc.asyncProperty(tables, async (columns) => {
        const height = columns[0]?.values.length ?? 0
        const { rows } = await read(columns)
        const expected = Array.from({ length: height }, (_, i) =>
          columns.map(({ values }) => values[i] ?? null),
        )
        // A reader may omit empty rows at the end.
        while (rows.length < height) rows.push(columns.map(() => null))
        expect(rows).toEqual(expected)
      }),
      { numRuns: runs(40) },
    )
  })
})
