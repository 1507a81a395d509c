// Specification 5.5

import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { readReportRow } from '../legacy/report-page.ts'
import type { Cell } from '../reports/report-row.ts'
import { columnLetters } from './column-letters.ts'
import type { SheetColumn, SheetColumnKind } from './sheet-columns.ts'
import { CELL_STYLES, HEADER_STYLE, SHEET_PART, XLSX_PARTS } from './xlsx-parts.ts'
import { dateSerial, escapeXml, xlsxSheet } from './xlsx-sheet.ts'

interface XmlElement {
  name: string
  uri: string
  attributes: Record<string, string>
}

/** Returns the elements in document order and all text, read by a strict XML parser. */
function parseXml(xml: string): { elements: XmlElement[]; text: string } {
  const parser = new SaxesParser({ xmlns: true })
  const elements: XmlElement[] = []
  let text = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local: name, uri, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    elements.push({ name, uri, attributes: Object.fromEntries(values) })
  })
  parser.on('text', (found) => {
    text += found
  })
  parser.write(xml).close()
  return { elements, text }
}

const ALLOWED = /[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const allowedOf = (text: string) => [...text].filter((character) => ALLOWED.test(character)).join('')
/** XML normalises line ends. */
const withPlainLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

const asExcel = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

describe('escapeXml', () => {
  it.each([
    ['A & B', 'A &amp; B'],
    ['<b>', '&lt;b&gt;'],
    ['"Кама"', '&quot;Кама&quot;'],
    ['&amp;', '&amp;amp;'],
    [']]>', ']]&gt;'],
    ['a\u0000b\u0008c\u001fd', 'abcd'],
    ['a\ud800b', 'ab'],
    ['\udc00', ''],
    ['a\ufffeb\uffffc', 'abc'],
    ['🛞 Ё', '🛞 Ё'],
    ['a\tb\nc', 'a\tb\nc'],
    ['_x0041_', '_x005F_x0041_'],
    ['_x00e9__x0041_', '_x005F_x00e9__x005F_x0041_'],
    ['m_x_, _x41_', 'm_x_, _x41_'],
  ])('writes %j as %j', (text, xml) => {
    expect(escapeXml(text)).toBe(xml)
  })

  it('produces no forbidden characters, and texts otherwise read back unchanged', () => {
    const odd = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      ']]>',
      '\u0000',
      '\u000b',
      '\ud800',
      '\udc00',
      '\uffff',
      '\r',
      '&#0;',
      '_x0041_',
      '_',
      'x005F_',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(odd, fc.string({ maxLength: 2 })), { maxLength: 8 }).map((parts) => parts.join('')),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
        .map((units) => String.fromCharCode(...units)),
    )
    fc.assert(
      fc.property(text, (of) => {
        const xml = escapeXml(of)
        expect(xml).toBe(allowedOf(xml))
        const read = asExcel(parseXml(`<t xml:space="preserve">${xml}</t>`).text)
        expect(read).toBe(withPlainLineEnds(allowedOf(of)))
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('columnLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('names column %d %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
  })

  it('has no gaps or repeats', () => {
    const numberOf = (letters: string) =>
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    fc.assert(
      fc.property(fc.nat(1_000_000), (index) => {
        expect(columnLetters(index)).toMatch(/^[A-Z]+$/)
        expect(numberOf(columnLetters(index))).toBe(index + 1)
      }),
    )
  })
})

describe("days of Excel's calendar", () => {
  it.each([
    ['1900-03-01', 61],
    ['1970-01-01', 25_569],
    ['2024-02-29', 45_351],
    ['2026-03-01', 46_082],
  ])('maps %s to day %d', (day, serial) => {
    expect(dateSerial(day)).toBe(serial)
  })

  it('maps consecutive days to consecutive numbers', () => {
    const date = fc.date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    const iso = (of: Date) => of.toISOString().slice(0, 10)
    fc.assert(
      fc.property(date, (of) => {
        const next = new Date(of.getTime() + 24 * 60 * 60 * 1000)
        expect(dateSerial(iso(next)) - dateSerial(iso(of))).toBe(1)
      }),
    )
  })
})

type TestColumn = [kind: SheetColumnKind, value: Cell, label?: string, group?: string]

/** Returns the elements of a sheet with these columns and one row. */
function sheetXml(columns: TestColumn[], title?: string) {
  const row = readReportRow('analytics', {})
  const sheet = xlsxSheet(
    columns.map(([kind, value, label = kind, group = '']): SheetColumn => {
      return { kind, label, group, cell: () => value }
    }),
    true,
    title,
  )
  const xml = sheet.start() + sheet.row(row) + sheet.end()
  const { elements } = parseXml(xml)
  return {
    xml,
    elements,
    all: (name: string) => elements.filter((of) => of.name === name).map((of) => of.attributes),
  }
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

describe('xlsxSheet', () => {
  const columns: TestColumn[] = [
    ['date', '2026-03-01', 'Дата'],
    ['text', 'Nokian', 'Бренд'],
    ['text', 'Hakkapeliitta 10', 'Название'],
    ['money2', 4900, 'Минимальная розн. цена', 'Москва'],
    ['price', 4990.5, 'Опт. цена', 'Москва · a.ru'],
    ['stock', 12, 'Остаток', 'Москва · a.ru'],
  ]

  it('writes XML in the spreadsheet namespace with its parts in order', () => {
    const { xml, elements } = sheetXml(columns)
    expect(xml.startsWith(DECLARATION)).toBe(true)
    expect(new Set(elements.map(({ uri }) => uri))).toEqual(new Set([MAIN]))
    const parts = ['worksheet', 'sheetViews', 'sheetView', 'pane', 'cols', 'sheetData', 'row', 'autoFilter']
    expect([...new Set(elements.map(({ name }) => name))].filter((name) => parts.includes(name))).toEqual(
      parts,
    )
  })

  it('writes a width for each column, the widest for the name', () => {
    const cols = sheetXml(columns).all('col')
    expect(cols.map(({ min, max, customWidth }) => [min, max, customWidth])).toEqual(
      columns.map((_, i) => [String(i + 1), String(i + 1), '1']),
    )
    const widths = cols.map(({ width }) => Number(width))
    expect(widths.indexOf(Math.max(...widths))).toBe(2)
    expect(widths[3]).toBeGreaterThan(widths[4] ?? 0)
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(10)
  })

  it('gives every cell its column and row', () => {
    const { all } = sheetXml(columns)
    expect(all('row').map(({ r }) => r)).toEqual(['1', '2', '3'])
    const references = [
      'D1',
      'E1',
      'F1',
      ...['A2', 'B2', 'C2', 'D2', 'E2', 'F2'],
      ...['A3', 'B3', 'C3', 'D3', 'E3', 'F3'],
    ]
    expect(all('c').map(({ r }) => r)).toEqual(references)
  })

  it('formats headers as headers, texts plainly, and numbers by their kind', () => {
    const kinds: TestColumn[] = [
      ...columns,
      ['percent', 1],
      ['price', 5000],
      ['text', 205],
      ['price', 'по запросу'],
    ]
    const cells = sheetXml(kinds).all('c')
    const styleOf = (reference: string) => Number(cells.find(({ r }) => r === reference)?.s ?? 0)
    const headers = cells.filter(({ r }) => /^[A-Z]+[12]$/.test(r ?? ''))
    expect(new Set(headers.map(({ s }) => s))).toEqual(new Set([String(HEADER_STYLE)]))
    expect([...'ABCDEFGHIJ'].map((letter) => styleOf(`${letter}3`))).toEqual([
      CELL_STYLES.date,
      0,
      0,
      CELL_STYLES.decimals,
      CELL_STYLES.decimals,
      CELL_STYLES.whole,
      CELL_STYLES.percent,
      CELL_STYLES.whole,
      0,
      0,
    ])
  })

  it.each<[string, TestColumn[], object]>([
    ['the tyre beside the prices', columns, { xSplit: '3', topLeftCell: 'D3', activePane: 'bottomRight' }],
    [
      'one column beside the prices',
      columns.slice(2),
      { xSplit: '1', topLeftCell: 'B3', activePane: 'bottomRight' },
    ],
    ['no column when all would stay', columns.slice(0, 3), { topLeftCell: 'A3', activePane: 'bottomLeft' }],
    ['no column when none names the tyre', columns.slice(4), { topLeftCell: 'A3', activePane: 'bottomLeft' }],
  ])('keeps in view, under the two header rows, %s', (_, of, pane) => {
    const { all } = sheetXml(of)
    expect(all('pane')).toEqual([{ ...pane, ySplit: '2', state: 'frozen' }])
    expect(all('sheetView')).toEqual([{ workbookViewId: '0' }])
  })

  it('filters by the lower header row', () => {
    expect(sheetXml(columns).all('autoFilter')).toEqual([{ ref: 'A2:F3' }])
  })

  it('freezes a title above the header rows, and filters below them', () => {
    const { all, xml } = sheetXml(columns, '=Отчёт <за день>')
    expect(all('row').map(({ r }) => r)).toEqual(['1', '2', '3', '4'])
    expect(xml).toContain('<c r="A1" t="inlineStr"><is><t xml:space="preserve">=Отчёт &lt;за день&gt;</t>')
    expect(all('pane')).toMatchObject([{ ySplit: '3', topLeftCell: 'D4' }])
    expect(all('autoFilter')).toEqual([{ ref: 'A3:F4' }])
  })
})

describe('XLSX_PARTS', () => {
  const elementsOf = (part: string) => parseXml(XLSX_PARTS[part] ?? '').elements
  const attributesOf = (part: string, name: string) =>
    elementsOf(part)
      .filter((of) => of.name === name)
      .map((of) => of.attributes)

  it('are well-formed XML', () => {
    for (const [part, xml] of Object.entries(XLSX_PARTS)) {
      expect(xml.startsWith(DECLARATION), part).toBe(true)
      expect(elementsOf(part), part).not.toEqual([])
    }
  })

  it('belong to the namespaces of the format', () => {
    const packages = 'http://schemas.openxmlformats.org/package/2006'
    const roots = Object.keys(XLSX_PARTS).map((part) => [part, elementsOf(part)[0]?.uri])
    expect(Object.fromEntries(roots)).toEqual({
      '[Content_Types].xml': `${packages}/content-types`,
      '_rels/.rels': `${packages}/relationships`,
      'xl/workbook.xml': MAIN,
      'xl/_rels/workbook.xml.rels': `${packages}/relationships`,
      'xl/styles.xml': MAIN,
    })
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    expect(attributesOf('xl/workbook.xml', 'workbook')[0]).toMatchObject({ 'xmlns:r': office })
  })

  it('declare the content type of every part', () => {
    const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
    const types = attributesOf('[Content_Types].xml', 'Override').map((of) => [of.PartName, of.ContentType])
    expect(Object.fromEntries(types)).toEqual({
      '/xl/workbook.xml': `${office}.sheet.main+xml`,
      [`/${SHEET_PART}`]: `${office}.worksheet+xml`,
      '/xl/styles.xml': `${office}.styles+xml`,
    })
    const defaults = attributesOf('[Content_Types].xml', 'Default').map((of) => of.Extension)
    expect(defaults.sort()).toEqual(['rels', 'xml'])
  })

  it('link the file to the workbook, its sheet and its styles', () => {
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const links = (part: string) =>
      attributesOf(part, 'Relationship').map((of) => [of.Id, of.Type, of.Target])
    expect(links('_rels/.rels')).toEqual([['rId1', `${relations}/officeDocument`, 'xl/workbook.xml']])
    expect(links('xl/_rels/workbook.xml.rels')).toEqual([
      ['rId1', `${relations}/worksheet`, SHEET_PART.replace('xl/', '')],
      ['rId2', `${relations}/styles`, 'styles.xml'],
    ])
    expect(attributesOf('xl/workbook.xml', 'sheet')).toEqual([{ name: 'Цены', sheetId: '1', 'r:id': 'rId1' }])
  })

  it('count their lists of styles correctly, and contain every style that a sheet uses', () => {
    const styles = elementsOf('xl/styles.xml')
    const start = (name: string) => styles.findIndex((of) => of.name === name)
    const formats = styles.slice(start('cellXfs') + 1).filter(({ name }) => name === 'xf')
    expect(styles[start('cellXfs')]?.attributes.count).toBe(String(formats.length))
    expect(Math.max(HEADER_STYLE, ...Object.values(CELL_STYLES))).toBe(formats.length - 1)
    for (const [list, item] of [
      ['fonts', 'font'],
      ['fills', 'fill'],
      ['borders', 'border'],
      ['numFmts', 'numFmt'],
    ] as const) {
      const items = styles.filter(({ name }) => name === item)
      expect(styles[start(list)]?.attributes.count, list).toBe(String(items.length))
    }
    const own = styles.find(({ name }) => name === 'numFmt')?.attributes.numFmtId
    expect(formats[CELL_STYLES.percent]?.attributes.numFmtId).toBe(own)
  })
})
