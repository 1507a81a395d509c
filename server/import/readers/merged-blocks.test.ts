// Specification 10.12, 10.13

import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { type Alterations, createAlterations } from '../remarks.ts'
import { createMergedCells, fillMerged, type MergedBlock } from './merged-blocks.ts'
import type { RecordOptions } from './reader.ts'
import { readXls } from './xls.ts'
import { readXlsx } from './xlsx/read.ts'

const HEADER = ['Бренд', 'Название', 'Тула', 'Омск']
const ROWS = [
  HEADER,
  ['Зимние шины', '', '', ''],
  ['Полюс', 'A', 5000, ''],
  ['', 'B', 6000, 6100],
  ['Юг', 'C', 7000, 7100],
]
/** A heading across all columns, a brand for two tyres, and a price for two towns. */
const MERGES = [
  { s: { r: 1, c: 0 }, e: { r: 1, c: 3 } },
  { s: { r: 2, c: 0 }, e: { r: 3, c: 0 } },
  { s: { r: 2, c: 2 }, e: { r: 2, c: 3 } },
]
const RECORDS = [
  { Бренд: 'Зимние шины' },
  { Бренд: 'Полюс', Название: 'A', Тула: 5000, Омск: 5000 },
  { Бренд: 'Полюс', Название: 'B', Тула: 6000, Омск: 6100 },
  { Бренд: 'Юг', Название: 'C', Тула: 7000, Омск: 7100 },
]

async function* once(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 500) yield bytes.subarray(at, at + 500)
}

async function readBook(bytes: Uint8Array, format: 'xls' | 'xlsx', options: RecordOptions = {}) {
  const sink = createTestSink()
  await (format === 'xls' ? readXls : readXlsx)(once(bytes), options, sink)
  return sink.seen.map(({ fields }) => fields)
}

const xlsx = (rows = ROWS, merges = MERGES) =>
  writeXlsx({
    sheets: [
      {
        name: 'Л',
        rows,
        merges: merges.map(({ s, e }) => ({ startRow: s.r, startCol: s.c, endRow: e.r, endCol: e.c })),
      },
    ],
  })

function biff(rows: unknown[][] = ROWS, merges = MERGES): Uint8Array {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = merges
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Л')
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array
}

const html = `<table><tr>${HEADER.map((name) => `<th>${name}</th>`).join('')}</tr>
  <tr><td colspan="4">Зимние шины</td></tr>
  <tr><td rowspan="2">Полюс</td><td>A</td><td colspan="2">5000</td></tr>
  <tr><td>B</td><td>6000</td><td>6100</td></tr>
  <tr><td>Юг</td><td>C</td><td>7000</td><td>7100</td></tr></table>`
const cell = (value: unknown, attributes = '') =>
  `<Cell ${attributes}><Data ss:Type="${typeof value === 'number' ? 'Number' : 'String'}">${value}</Data></Cell>`
const xml2003 = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Л"><Table>
  <Row>${HEADER.map((name) => cell(name)).join('')}</Row>
  <Row>${cell('Зимние шины', 'ss:MergeAcross="3"')}</Row>
  <Row>${cell('Полюс', 'ss:MergeDown="1"')}${cell('A')}${cell(5000, 'ss:MergeAcross="1"')}</Row>
  <Row>${cell('B', 'ss:Index="2"')}${cell(6000)}${cell(6100)}</Row>
  <Row>${cell('Юг')}${cell('C')}${cell(7000)}${cell(7100)}</Row></Table></Worksheet></Workbook>`

describe('readSheetRecords', () => {
  it.each<[string, () => Promise<Record<string, unknown>[]>]>([
    ['XLSX', async () => readBook(await xlsx(), 'xlsx')],
    ['XLS', () => readBook(biff(), 'xls')],
    ['Excel 2003 XML', () => readBook(Buffer.from(xml2003), 'xls')],
  ])('gives the cells of a merged block its value, but leaves headings alone (%s)', async (_, read) => {
    expect(await read()).toEqual(RECORDS)
  })

  it('does so in tables of HTML', async () => {
    const texts = RECORDS.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
    )
    expect(await readBook(Buffer.from(html), 'xls')).toEqual(texts)
  })

  it('counts the filled cells', async () => {
    const alterations = createAlterations()
    await readBook(await xlsx(), 'xlsx', { alterations })
    expect(alterations.list()).toMatchObject([{ count: 2, example: '5000' }])
  })

  it('fills no column that only a merged header covers', async () => {
    const rows = [
      ['Название', '', 'Цена'],
      ['A', '', 5000],
    ]
    const merges = [
      { s: { r: 0, c: 0 }, e: { r: 0, c: 1 } },
      { s: { r: 1, c: 0 }, e: { r: 1, c: 1 } },
    ]
    expect(await readBook(biff(rows, merges), 'xls')).toEqual([{ Название: 'A', Цена: 5000 }])
  })

  it('joins the rows of a merged header as before', async () => {
    const rows = [
      ['Артикул', 'Остаток', ''],
      ['', 'Тула', 'Омск'],
      ['A1', 4, 5],
    ]
    const merges = [
      { s: { r: 0, c: 0 }, e: { r: 1, c: 0 } },
      { s: { r: 0, c: 1 }, e: { r: 0, c: 2 } },
    ]
    expect(await readBook(biff(rows, merges), 'xls', { headerRows: 2 })).toEqual([
      { Артикул: 'A1', 'Остаток / Тула': 4, 'Остаток / Омск': 5 },
    ])
  })
})

/** Replaces parts of a workbook's sheet and styles. */
async function changed(sheet: [RegExp, string], styles: [RegExp, string] = [/^/, '']): Promise<Uint8Array> {
  const files = unzipSync(
    await xlsx(
      [
        ['Артикул', 'Цена'],
        [412, 5000],
      ] as never,
      [],
    ),
  )
  for (const [path, [pattern, text]] of [
    ['xl/worksheets/sheet1.xml', sheet],
    ['xl/styles.xml', styles],
  ] as const)
    files[path] = strToU8(strFromU8(files[path] as Uint8Array).replace(pattern, text))
  return zipSync(files)
}

describe('readXlsx', () => {
  const zeros = (alterations?: Alterations) =>
    changed(
      [/<c r="A2">/, '<c r="A2" s="1">'],
      [
        /<fonts[\s\S]*?<\/cellXfs>/,
        '<numFmts><numFmt numFmtId="170" formatCode="0000000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>',
      ],
    ).then((bytes) => readBook(bytes, 'xlsx', { alterations }))

  it('gives a number the leading zeros of its format', async () => {
    const alterations = createAlterations()
    expect(await zeros(alterations)).toEqual([{ Артикул: '0000000412', Цена: 5000 }])
    expect(alterations.list()).toMatchObject([{ count: 1, example: '412 → 0000000412' }])
  })

  it('marks a formula without a stored value', async () => {
    const bytes = await changed([/<c r="B2"><v>5000<\/v>/, '<c r="B2"><f>A2*2</f>'])
    expect(await readBook(bytes, 'xlsx')).toEqual([{ Артикул: 412, Цена: '=?' }])
  })
})

describe('readXls', () => {
  it('gives a number the leading zeros of its format', async () => {
    const sheet = utils.aoa_to_sheet([['Артикул'], [412]])
    Object.assign(sheet.A2, { z: '0000000' })
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Л')
    const bytes = write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array
    expect(await readBook(bytes, 'xls')).toEqual([{ Артикул: '0000412' }])
  })
})

describe('createMergedCells', () => {
  it('fills only empty cells inside of blocks, whatever blocks a file claims', () => {
    const at = fc.integer({ min: 0, max: 6 })
    const block = fc
      .tuple(at, at, at, at)
      .map(([a, b, c, d]): MergedBlock => ({ top: 1 + a, bottom: 1 + a + b, left: c, right: c + d * 100 }))
    const rows = fc.array(fc.array(fc.constantFrom('', 'x', 7), { maxLength: 7 }), { maxLength: 9 })
    fc.assert(
      fc.property(fc.array(block), rows, (blocks, table) => {
        const mergedCells = createMergedCells(blocks)
        for (const [index, cells] of table.entries()) {
          const row = index + 1
          const merged = mergedCells(row, cells)
          const filled = [...cells]
          fillMerged(
            filled,
            merged,
            Array.from({ length: 999 }, () => 'n'),
          )
          for (const [column, value] of cells.entries()) if (value !== '') expect(filled[column]).toBe(value)
          for (const { column, value } of merged) {
            expect(value).not.toBe('')
            const covers = (one: MergedBlock) =>
              one.top <= row && row <= one.bottom && one.left <= column && column <= one.right
            expect(blocks.some(covers)).toBe(true)
          }
        }
      }),
    )
  })
})
