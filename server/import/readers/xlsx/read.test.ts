// Specification 10.12, 10.13

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../../tests/support/record-sink.ts'
import { ImportError } from '../../errors.ts'
import type { RecordOptions } from '../reader.ts'
import { readXlsx } from './read.ts'

type Sheets = Parameters<typeof writeXlsx>[0]['sheets']

async function read(bytes: Uint8Array, options: RecordOptions = {}) {
  const sink = createTestSink()
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  await readXlsx(chunks(), options, sink)
  return sink.seen
}

const workbook = (sheets: Sheets) => writeXlsx({ sheets })

describe('readXlsx', () => {
  it('reads a sheet with its header, numbers as numbers', async () => {
    const rows = [
      ['Артикул', 'Цена'],
      ['A1', 5300.5],
      [null, null],
      ['A2', true, 'примечание'],
    ]
    expect(await read(await workbook([{ name: 'Цены', rows }]))).toEqual([
      { line: 2, fields: { Артикул: 'A1', Цена: 5300.5 } },
      { line: 4, fields: { Артикул: 'A2', Цена: 'true' } },
    ])
  })

  it('reads the sheet and header row that the mapping names', async () => {
    const sheets = [
      { name: 'Один', rows: [['x'], ['1']] },
      { name: 'Два', rows: [['Прайс'], ['a', 'b'], ['1', '2']] },
    ]
    const bytes = await workbook(sheets)
    const expected = [{ line: 3, fields: { a: '1', b: '2' } }]
    expect(await read(bytes, { sheet: 'Два', header: 2 })).toEqual(expected)
    expect(await read(bytes, { sheet: 2, header: 2 })).toEqual(expected)
  })

  describe('readXlsx of several sheets with the same columns', () => {
    const sheets = [
      { name: 'О нас', rows: [['ООО «Пример»']] },
      {
        name: 'Лето',
        rows: [
          ['Артикул', 'Цена'],
          ['A1', 100],
        ],
      },
      {
        name: 'Зима',
        rows: [['Прайс'], [], ['цена', 'Шипы', 'артикул'], [200, 'да', 'A2'], [], [300, null, 'A3']],
      },
      { name: 'Пусто', rows: [] },
      {
        name: 'Контакты',
        rows: [
          ['Телефон', 'Адрес'],
          ['1', '2'],
        ],
      },
    ]
    const expected = [
      { line: 2, fields: { Артикул: 'A1', Цена: 100, $sheet: 'Лето' } },
      { line: 4, fields: { Артикул: 'A2', Цена: 200, Шипы: 'да', $sheet: 'Зима' } },
      { line: 6, fields: { Артикул: 'A3', Цена: 300, $sheet: 'Зима' } },
    ]

    it.each([[{ sheets: '*' as const }], [{ sheets: ['Лето', 'Зима'] }], [{ sheets: [2, 'Зима', 'Пусто'] }]])(
      'reads %j, finding each header and matching columns by name',
      async (options) => {
        expect(await read(await workbook(sheets), options)).toEqual(expected)
      },
    )

    it('reports which sheet is missing or has other columns', async () => {
      const bytes = await workbook(sheets)
      await expect(read(bytes, { sheets: ['Лето', 'Осень'] })).rejects.toThrow('нет листа «Осень»')
      await expect(read(bytes, { sheets: ['Лето', 'Контакты'] })).rejects.toThrow(
        'На листе «Контакты» нет таких же колонок, как на листе «Лето»',
      )
    })

    it('adds the columns of a joined sheet to all of them', async () => {
      const join = { sheet: 'Остатки', key: 'Артикул' }
      const stock = {
        name: 'Остатки',
        rows: [
          ['Артикул', 'Остаток'],
          ['A3', 7],
          ['A1', 4],
        ],
      }
      const seen = await read(await workbook([...sheets, stock]), { sheets: '*', join })
      expect(seen.map(({ fields }) => fields['Остатки!Остаток'])).toEqual([4, undefined, 7])
      expect(seen[2]?.fields.$sheet).toBe('Зима')
    })

    it('names columns by letters if there is no header', async () => {
      const bytes = await workbook([
        { name: 'Л', rows: [['1', '2']] },
        { name: 'З', rows: [['3', '4']] },
      ])
      expect(await read(bytes, { sheets: '*', header: 0 })).toEqual([
        { line: 1, fields: { A: '1', B: '2', $sheet: 'Л' } },
        { line: 1, fields: { A: '3', B: '4', $sheet: 'З' } },
      ])
    })
  })

  it('names columns by letters without a header', async () => {
    const bytes = await workbook([{ name: 'Л', rows: [['1', '2']] }])
    expect(await read(bytes, { header: 0 })).toEqual([{ line: 1, fields: { A: '1', B: '2' } }])
  })

  it('reads dates as ISO dates, and texts as spreadsheets display them', async () => {
    const rows = [
      ['a', 'b', 'c'],
      [new Date(Date.UTC(2026, 2, 1)), 'x_x0041_', 46082],
    ]
    const [seen] = await read(await workbook([{ name: 'Л', rows }]))
    expect(seen?.fields).toMatchObject({ a: '2026-03-01', c: 46082 })
  })

  it('reads the output of other programs: other paths, prefixes, formatted and phonetic texts, cells without references', async () => {
    const type = (name: string) => `http://purl.oclc.org/ooxml/officeDocument/relationships/${name}`
    const parts = {
      '_rels/.rels': `<Relationships><Relationship Id="a" Type="${type('officeDocument')}" Target="/xl/book.xml"/></Relationships>`,
      'xl/book.xml':
        '<x:workbook xmlns:x="m" xmlns:q="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Лист" q:id="s"/></x:sheets></x:workbook>',
      'xl/_rels/book.xml.rels': `<Relationships><Relationship Id="s" Type="${type('worksheet')}" Target="worksheets/sheet.xml"/><Relationship Id="t" Type="${type('sharedStrings')}" Target="Texts.xml"/><Relationship Id="f" Type="${type('styles')}" Target="styles.xml"/></Relationships>`,
      'xl/texts.xml':
        '<sst><si><r><t>Ши</t></r><r><rPr><b/></rPr><t xml:space="preserve">на </t></r><rPh><t>ふ</t></rPh></si><si/></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c><x:c t="str"><x:v>b</x:v></x:c><x:c t="str"><x:v>c</x:v></x:c></x:row>' +
        '<x:row r="5"><x:c t="s"><x:v>0</x:v></x:c><x:c r="C5" s="1"><x:f>1+1</x:f><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    }
    const encoded = Object.entries(parts).map(([path, xml]) => [path, new TextEncoder().encode(xml)] as const)
    expect(await read(zipSync(Object.fromEntries(encoded)))).toEqual([
      { line: 5, fields: { a: 'Шина ', c: '1904-01-02' } },
    ])
  })

  it('reports a part that unpacks to more bytes than the archive says', async () => {
    const bytes = Buffer.from(await workbook([{ name: 'Л', rows: [['a'], ['1'.repeat(5_000)]] }]))
    for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
      bytes.writeUInt32LE(10, at + 24)
    }
    await expect(read(bytes)).rejects.toThrow(/Не удалось прочитать XLSX/)
  })

  it('reports a file that is not a workbook, and a missing or empty sheet', async () => {
    const bytes = await workbook([{ name: 'Л', rows: [['a'], ['1']] }])
    await expect(read(Buffer.from('PK\u0003\u0004мусор'))).rejects.toThrow(ImportError)
    await expect(read(bytes.subarray(0, 700))).rejects.toThrow(ImportError)
    await expect(read(bytes, { sheet: 'Нет' })).rejects.toThrow(ImportError)
    await expect(read(bytes, { header: 9 })).rejects.toThrow('нет строк')
  })

  it('reads the texts of the first rows from any position in the shared strings', async () => {
    const rows = [['last', 'b'], ...Array.from({ length: 400 }, (_, i) => [`t${i}`, i])]
    const files = unzipSync(await workbook([{ name: 'Л', rows }]))
    const path = 'xl/sharedStrings.xml'
    // Moves a string to the end, as Excel does for a cell whose text was changed.
    const strings = strFromU8(files[path] as Uint8Array)
    const items = strings.match(/<si>.*?<\/si>/gs) ?? []
    const sheetPath = Object.keys(files).find((name) => /worksheets\/sheet1\.xml$/.test(name)) as string
    const [first = ''] = items
    files[path] = strToU8(strings.replace(first, '<si><t>old</t></si>').replace('</sst>', `${first}</sst>`))
    const cell = /(<c r="A1"[^>]*><v>)\d+(<\/v>)/
    files[sheetPath] = strToU8(strFromU8(files[sheetPath] as Uint8Array).replace(cell, `$1${items.length}$2`))
    const [seen] = await read(zipSync(files), { mostRows: 1 })
    expect(seen).toEqual({ line: 2, fields: { last: 't0', b: 0 } })
  })

  it('reads the first sheet that is not hidden', async () => {
    const sheets = [
      { name: 'Старый', rows: [['a'], ['1']], hidden: true },
      { name: 'Новый', rows: [['a'], ['2']] },
    ]
    const bytes = await workbook(sheets)
    expect(await read(bytes)).toEqual([{ line: 2, fields: { a: '2' } }])
    expect(await read(bytes, { sheets: '*' })).toMatchObject([{ fields: { a: '2' } }])
    expect(await read(bytes, { sheet: 'Старый' })).toEqual([{ line: 2, fields: { a: '1' } }])
  })

  it('reads a number with the words that its format shows, unless they say roubles', async () => {
    const numFmts = [
      '[$$-409]#,##0.00',
      '#,##0.00 [$€-2]',
      '"USD" 0',
      '#,##0 [$₽-419]',
      '#,##0"р."',
      '0.00',
      '0" руб./компл."',
      '"от "0',
    ]
    const rows = [numFmts.map((_, i) => `p${i}`), numFmts.map(() => 50)]
    const cells = new Map(numFmts.map((numFmt, at) => [`1,${at}`, { style: { numFmt } }]))
    const [seen] = await read(await workbook([{ name: 'a', rows, cells }]))
    expect(seen?.fields).toEqual({
      p0: '$ 50',
      p1: '50 €',
      p2: 'USD 50',
      p3: 50,
      p4: 50,
      p5: 50,
      p6: '50 руб./компл.',
      p7: 'от 50',
    })
  })
})
