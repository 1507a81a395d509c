// Specification 10.12, 10.13

import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../tests/support/extent.ts'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { USUAL_LIMITS } from '../limits.ts'
import { createAlterations } from '../remarks.ts'
import { detectFormat } from './detect-format.ts'
import { decodePage, hasWideTable, isPage } from './html-tables.ts'
import type { RecordOptions } from './reader.ts'
import { readXls } from './xls.ts'

function windows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const codes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from([...text].map((char) => codes.get(char) ?? 63))
}

async function read(content: string | Uint8Array, options: RecordOptions = {}) {
  const bytes = Buffer.from(content)
  expect(detectFormat(bytes, 'price.xls')).toBe('xls')
  const sink = createTestSink()
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  await readXls(chunks(), options, sink)
  return sink.seen
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const TABLE = `<table border=1>
  <TR><TH>Артикул</TH><TH colspan="1">Название</TH><TH>Цена</TH></TR>
  ${row('00123', '<b>Arktika &amp; Co</b><br>205/55 R16', '5&nbsp;300,50')}
  ${row('A2', 'Polar', '4100')}
</table>`
const EXPECTED = [
  { line: 2, fields: { Артикул: '00123', Название: 'Arktika & Co\n205/55 R16', Цена: '5 300,50' } },
  { line: 3, fields: { Артикул: 'A2', Название: 'Polar', Цена: '4100' } },
]

describe('tables saved as HTML or Excel 2003 XML', () => {
  it.each([
    ['a page', `<!DOCTYPE html><html><head><title>Прайс</title></head><body>${TABLE}</body></html>`],
    ['a page as XHTML', `\ufeff<?xml version="1.0" encoding="utf-8"?><html><body>${TABLE}</body></html>`],
    ['a table alone', TABLE],
    ['a table after styles', `<style>td { color: red; }</style>\n<meta charset=utf-8>${TABLE}`],
    ['a table among others', `<html><table><tr><td>Меню</td><td>${TABLE}</td></tr></table></html>`],
    [
      'a page in windows-1251',
      windows1251(
        `<html><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">${TABLE}</html>`,
      ),
    ],
    ['a page in windows-1251 that does not say so', windows1251(`<html>${TABLE}</html>`)],
  ])('are read from %s', async (_, content) => {
    expect(await read(content)).toEqual(EXPECTED)
  })

  it('are read from the XML of Excel 2003', async () => {
    const rows = [
      ['Артикул', 'Цена'],
      ['A1', 5300.5],
    ]
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Один')
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Цены')
    const text = write(book, { bookType: 'xlml', type: 'string' }) as string
    const expected = [{ line: 2, fields: { Артикул: 'A1', Цена: 5300.5 } }]
    expect(await read(text, { sheet: 'Цены' })).toEqual(expected)
    const declared = text.replace(/<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="windows-1251"?>')
    expect(await read(windows1251(declared), { sheet: 'Цены' })).toEqual(expected)
  })

  it('are not detected in other XML files', () => {
    expect(detectFormat(Buffer.from('<table><row><price>1</price></row></table>'), 'a.xml')).toBe('xml')
    expect(detectFormat(Buffer.from('<?xml version="1.0"?><yml_catalog/>'), 'a.xls')).toBe('xml')
  })
})

describe('HTML pages', () => {
  const PAGES = [
    '<html><body><h1>503 Service unavailable</h1></body></html>',
    `<!doctype html><html><table>${row('Логин', '<input>')}${row('Пароль', '<input>')}</table></html>`,
    `<html><table>${row('a', 'b', 'c')}</table></html>`,
  ]

  it.each(PAGES)('are refused without a table of several columns: %s', async (page) => {
    expect(isPage(page)).toBe(true)
    expect(hasWideTable(page)).toBe(false)
    await expect(read(page)).rejects.toThrow('страница HTML, а не прайс-лист')
  })

  it('have no hidden text in cells, and struck text only alone', async () => {
    const alterations = createAlterations()
    const page = `<html><table>${row('a', 'b', 'c')}${[
      row('1', 'x', '<span style="display: none">0001</span>3850<br>'),
      row('<i hidden>0</i>2', 'y', '<del>5420</del> <b>4720</b>'),
      row('3', '<s>z</s>', '<span style="text-decoration:line-through">9</span>10'),
      row('4', 'z', '11').replace('<tr>', '<tr style="display:none">'),
      row('5', 'z', '12'),
    ].join('')}</table></html>`
    expect((await read(page, { alterations })).map(({ fields }) => fields)).toEqual([
      { a: '1', b: 'x', c: '3850' },
      { a: '2', b: 'y', c: '4720' },
      { a: '3', b: 'z', c: '10' },
      { a: '4', b: 'z', c: '11' },
      { a: '5', b: 'z', c: '12' },
    ])
    expect(alterations.list().map(({ count, example }) => [count, example])).toEqual([
      [2, '5420 → 4720'],
      [1, 'строка страницы HTML'],
    ])
  })

  it('are read from a hidden part of a page', async () => {
    const page = `<html><table><tr><td><div style="display:none">${TABLE}</div></td></tr></table></html>`
    expect(await read(page)).toEqual(EXPECTED)
  })

  it('are refused if they exceed the limits', async () => {
    const limits = { ...USUAL_LIMITS, xlsMegabytes: 0.0001 }
    await expect(read(TABLE, { limits })).rejects.toThrow('IMPORT_MAX_XLS_MB')
  })

  it('place cells beside those that span rows and columns, however many there are', async () => {
    const merged =
      '<tr><td rowspan=" 2">A1</td><td colspan="2 ">x</td><td>5</td></tr><tr><td>y</td><td>z</td><td>6</td></tr>'
    const page = `<html><table>${row('a', 'b', 'c', 'd')}${merged.repeat(20_000)}</table></html>`
    const seen = await read(page)
    expect(seen).toHaveLength(40_000)
    expect(seen.slice(-2)).toMatchObject([
      { fields: { a: 'A1', b: 'x', d: '5' } },
      { fields: { b: 'y', c: 'z', d: '6' } },
    ])
  })

  it('yield no more rows than an Excel sheet has', async () => {
    const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">a</Data></Cell></Row><Row ss:Index="2000000000"><Cell><Data ss:Type="String">b</Data></Cell></Row></Table></Worksheet></Workbook>`
    expect(await read(xml)).toEqual([])
  })

  it('cause no error other than ImportError, whatever their content', async () => {
    const piece = fc.constantFrom(
      ...[
        '<table>',
        '</table>',
        '<tr>',
        '</tr>',
        '<td>',
        '<td colspan=9>',
        '<th',
        '>',
        '<!--',
        '-->',
        '"',
        'a',
        '<',
      ],
      ...['<table', '</td>', '&#x41;', '&amp', "<td rowspan='3'>", '\n', '<script>', '1 234,5'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        try {
          await read(`<html>${pieces.join('')}`)
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError)
        }
      }),
      { numRuns: runs(150) },
    )
  })

  it('are decoded with the declared encoding, or else with one that fits', () => {
    expect(decodePage(Buffer.from('<html>я'))).toBe('<html>я')
    expect(decodePage(windows1251('<html>я'))).toBe('<html>я')
    expect(decodePage(Buffer.from('<meta charset=nonsense>я'))).toContain('я')
  })
})
