// Specification 5.5, 5.6

import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { describe, expect, it } from 'vitest'
import { readReportRow } from '../legacy/report-page.ts'
import type { Cell } from '../reports/report-row.ts'
import { csvHeader, csvRow, quoted } from './csv.ts'
import type { SheetColumn, SheetColumnKind } from './sheet-columns.ts'

const ROW = readReportRow('analytics', {})
const column = (value: Cell, kind: SheetColumnKind = 'text', label = 'Л', group = ''): SheetColumn => ({
  group,
  label,
  kind,
  cell: () => value,
})
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
/** Returns the CSV line of these cells, without the line end. */
const line = (...columns: SheetColumn[]) => csvRow(columns, ROW).replace(/\r\n$/, '')

describe('CSV for Russian Excel', () => {
  it('starts with a byte order mark, and includes each column’s place in the header', () => {
    const header = csvHeader([column(0, 'date', 'Дата'), column(0, 'price', 'Опт. цена', 'Москва · a.ru')])
    expect(header).toBe('\ufeffДата;Москва · a.ru · Опт. цена\r\n')
  })

  it('separates cells by semicolons and ends lines with CRLF', () => {
    expect(csvRow([column('a'), column('b'), column(null)], ROW)).toBe('a;b;\r\n')
  })

  it.each<[Cell, SheetColumnKind, string]>([
    [5000, 'price', '5000'],
    [4990.5, 'price', '4990,5'],
    [-12.5, 'percent', '-12,5'],
    [0, 'stock', '0'],
    [null, 'price', ''],
    ['по запросу', 'price', 'по запросу'],
    ['2026-03-01', 'date', '01.03.2026'],
    ['205', 'text', '205'],
  ])('writes %j (%s) as %j', (value, kind, text) => {
    expect(line(column(value, kind))).toBe(text)
  })

  it.each(['=1+1', '+7', '-шип', '@SUM(A1)', '＝1', '＋7', '－7', '＠A1', '\tx', '\rx', '\nx'])(
    'keeps %j as text instead of a formula',
    (text) => {
      expect(parseCsv(line(column(text), column('')), { delimiter: ';' })[0]?.[0]).toBe(`'${text}`)
    },
  )

  it('prevents formulas in headers', () => {
    expect(csvHeader([column(0, 'price', 'Розн. цена', '=cmd')])).toBe("\ufeff'=cmd · Розн. цена\r\n")
  })

  it.each([
    ['a;b', '"a;b"'],
    ['Шина "Зима"', '"Шина ""Зима"""'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['a, b', '"a, b"'],
    ['a|b', '"a|b"'],
    ['a\tb', '"a\tb"'],
    ['a,=cmd', '"a,\'=cmd"'],
    ['"=cmd"', '"""\'=cmd"""'],
    ['205/55-16 +XL', '205/55-16 +XL'],
    ['', ''],
  ])('quotes %j if necessary', (text, written) => {
    expect(quoted(text)).toBe(written)
  })

  it('reads back every cell as written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom(';', '"', '\n', '\r', ' ', 'a', '=', ',', "'"), { maxLength: 8 })
        .map((parts) => parts.join('')),
    )
    const table = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(table, (rows) => {
        const columns = [0, 1].map((i) => column(null, 'text', `Столбец ${i}`))
        const lines = rows.map((cells) =>
          csvRow(
            cells.map((cell) => column(cell)),
            ROW,
          ),
        )
        const read = parseCsv(csvHeader(columns) + lines.join(''), { delimiter: ';' })
        const plain = (cells: string[]) => cells.map((cell) => cell.replaceAll("'", ''))
        expect(read.map((cells) => plain(cells as string[]))).toEqual([
          ['Столбец 0', 'Столбец 1'],
          ...rows.map(plain),
        ])
      }),
    )
  })

  it('contains no formula for any separator of a spreadsheet, whether or not it supports quotes', () => {
    const part = fc.constantFrom(...[';', ',', '|', '\t', '\n', '\r', '"', ' ', "'", 'a', '1', ...SIGNS])
    const text = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
        const written = line(...cells.map((cell) => column(cell)))
        const split = [';', ',', '|', '\t'].flatMap((separator) => [
          ...parseCsv(written, { delimiter: separator }).flat().map(String),
          ...written.split(/\r\n|\r|\n/).flatMap((row) => row.split(separator)),
        ])
        for (const cell of split) expect(SIGNS).not.toContain(cell.replace(/^[\s"]+/, '')[0])
      }),
    )
  })
})
