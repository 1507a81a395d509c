// Specification 4.25

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column, ColumnKind } from '../../../contract/reports/columns.ts'
import type { Cell, ReportRow } from '../../../contract/reports/report-row.ts'
import { indexOf, sampleColumns, sampleRow } from '../../../tests/support/report-page.ts'
import { copiedColumn } from '../../features/grid/useGridCopy.ts'
import { copyOf as copyOfColumns } from './clipboard.ts'

const copyOf = (of: readonly ReportRow[], columns: readonly Column[], locale: string) =>
  copyOfColumns(of, columns.map(copiedColumn), locale)
const all = sampleColumns()
const at = (...key: string[]) => all[indexOf(all, ...key)] as Column
const column = (cell: Cell, kind: ColumnKind = 'text'): Column => ({
  ...at('article'),
  kind,
  cell: () => cell,
})
const rows: ReportRow[] = [sampleRow(0)]
/** Returns the copy of a cell that is copied together with others. */
const beside = (cell: Cell, kind?: ColumnKind, locale = 'ru-RU') => {
  const { text, html } = copyOf(rows, [column(cell, kind), column('x')], locale)
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return {
    tsv: text.split('\r\n').slice(1).join('\r\n').replace(/\tx$/, ''),
    td: parsed.querySelector('td') as Element,
  }
}

it('copies a header with site and column', () => {
  const chosen = [at('article'), at('own.price'), at('Москва', 'shina.ru', '', 'retail')]
  const { text, html } = copyOf([sampleRow(0), sampleRow(1)], chosen, 'ru-RU')
  expect(text.split('\r\n')).toEqual([
    'Артикул производителя\tНаша цена\tМосква · shina.ru · Розн. цена',
    'A0\t5000\t12345,5',
    'A1\t5000\t12345,5',
  ])
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  const cells = [...(table?.rows ?? [])].map((row) => [...row.cells].map(({ textContent }) => textContent))
  expect(cells).toEqual(text.split('\r\n').map((line) => line.split('\t')))
})

it('copies a single cell without a header', () => {
  expect(copyOf(rows, [at('name')], 'ru-RU')).toEqual({
    text: 'Winter Drive 0',
    html: '<span>Winter Drive 0</span>',
  })
  const article = copyOf(rows, [column('0312005')], 'ru-RU')
  expect(article.text).toBe('0312005')
  expect(article.html).toContain(`<td style="mso-number-format:'\\@'">0312005</td>`)
})

describe('copyOf: texts', () => {
  it('stay texts in Excel, so an article keeps its leading zero', () => {
    const { tsv, td } = beside('0312005')
    expect(tsv).toBe('0312005')
    expect(td.getAttribute('style')).toBe("mso-number-format:'\\@'")
    expect(td.textContent).toBe('0312005')
  })

  it.each([
    ['a\tb', '"a\tb"'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['16" обод', '"16"" обод"'],
    ['=1+1', "'=1+1"],
    ['+7 900', "'+7 900"],
    ['-5%', "'-5%"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['="a"', '"\'=""a"""'],
    ['＝1+1', "'＝1+1"],
    ['a\t=1', '"a\t\'=1"'],
    ['a,=1', "a,'=1"],
    ['', ''],
  ])('copies %j as %j, which is no formula', (text, cell) => {
    expect(beside(text).tsv).toBe(cell)
  })

  it('stay texts in Excel in headers too, because site names come from price lists', () => {
    const { html } = copyOf(rows, [column('x'), { ...column('y'), label: '=1+1' }], 'ru-RU')
    const headers = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('th')]
    expect(headers.map((th) => th.getAttribute('style'))).toEqual([
      "mso-number-format:'\\@'",
      "mso-number-format:'\\@'",
    ])
  })

  it('are never markup in headers', () => {
    const { html } = copyOf(rows, [column('x'), { ...column('y'), label: '<b>a & b</b>' }], 'ru-RU')
    const headers = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('th')]
    expect(headers[1]?.textContent).toContain('<b>a & b</b>')
  })

  it('are never markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(beside(text).td.textContent).toBe(text)
        expect(beside(text).td.childElementCount).toBe(0)
      }),
    )
    expect(beside('<img src=x onerror=alert(1)>').td.innerHTML).toBe('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('copyOf: numbers', () => {
  it.each<[ColumnKind, number, string]>([
    ['price', 12345.5, '12345,5'],
    ['money2', 12345.5, '12345,50'],
    ['stock', 1234567, '1234567'],
    ['percent', 12.46, '12,5'],
    ['percent', -3, '-3,0'],
    ['percent', -0.04, '0,0'],
    ['text', 205, '205'],
    ['text', 17.5, '17,5'],
  ])('%s %s is %s in Russian', (kind, value, text) => {
    const { tsv, td } = beside(value, kind)
    expect(tsv).toBe(text)
    expect(td.textContent).toBe(text)
    expect(td.hasAttribute('style')).toBe(false)
  })

  it.each([
    ['en-US', '-12345.5'],
    ['de-DE', '-12345,5'],
    ['sv-SE', '-12345,5'],
    ['ar-EG', '-12345.5'],
    ['fa-IR', '-12345.5'],
  ])('are written as the reader in %s writes them', (locale, text) => {
    expect(beside(-12345.5, 'price', locale).tsv).toBe(text)
  })

  it('leave an empty cell empty', () => {
    const { tsv, td } = beside(null, 'price')
    expect(tsv).toBe('')
    expect(td.outerHTML).toBe('<td></td>')
  })
})
