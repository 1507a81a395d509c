// Specification 10.12

import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { costOfImport } from './support/import-cost.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'price-lists-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MAX_MEGABYTES = 500

/** Yields the start and then the repeated piece `times` times. */
function* pieces(start: string, repeated: string | ((n: number) => string), times: number) {
  yield start
  for (let n = 0; n < times; n++) yield typeof repeated === 'string' ? repeated : repeated(n)
}

const thousand = (line: (n: number) => string) => (n: number) =>
  Array.from({ length: 1_000 }, (_, i) => line(n * 1_000 + i)).join('')

async function write(name: string, content: Iterable<string>): Promise<string> {
  const path = join(folder, name)
  const packed = name.endsWith('.gz') ? [createGzip({ level: 1 })] : []
  await pipeline([Readable.from(content), ...packed, createWriteStream(path)])
  return path
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets
    .map(([type, target], n) => `<Relationship Id="r${n}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const HEADER_ROW = `<row>${['name', 'city', 'retail']
  .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
  .join('')}</row>`

/** Writes a workbook with these contents instead of its texts or rows. */
async function workbook(name: string, strings: Iterable<string>, rows: Iterable<string>): Promise<string> {
  const zip = new ZipFile()
  const add = (path: string, content: Iterable<string>) => zip.addReadStream(Readable.from(content), path)
  add('_rels/.rels', [relations(['officeDocument', 'xl/workbook.xml'])])
  add('xl/workbook.xml', ['<workbook xmlns:r="x"><sheets><sheet name="s" r:id="r0"/></sheets></workbook>'])
  const parts = relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml'])
  add('xl/_rels/workbook.xml.rels', [parts])
  add('xl/sharedStrings.xml', strings)
  add('xl/worksheets/sheet1.xml', rows)
  zip.end()
  const path = join(folder, name)
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const SHEET = `<worksheet><sheetData>${HEADER_ROW}`
const CSV = 'article,brand,name,city,retail\n'

type Attack = [what: string, file: () => Promise<string>, said: RegExp, environment?: Record<string, string>]

const ATTACKS: Attack[] = [
  ['38 kB of nested XML', () => write('a.xml', pieces('<r><i>', '<aaaaaaaa>', 3_800)), /глубже 64 уровней/],
  ['nested JSON in a record', () => write('a.json', pieces('[{"a":', '[', 400_000)), /глубже 64 уровней/],
  [
    'nested JSON before the records',
    () => write('b.json', pieces('', '{"a":', 400_000)),
    /глубже 64 уровней/,
  ],
  [
    'a record without end in XML',
    () => write('b.xml', pieces('<r><i><stores>', '<s/>'.repeat(1_000), 1_000)),
    /длиннее 1.000.000 знаков/,
  ],
  [
    'a comment without end in XML',
    () => write('c.xml', pieces('<r><!--', '>'.repeat(10_000), 500)),
    /длиннее 1.000.000 знаков/,
  ],
  [
    'a text without end in CSV',
    () => write('d.csv', pieces(`${CSV}"`, 'x'.repeat(10_000), 500)),
    /длиннее 1.000.000 знаков.*кавычка/,
  ],
  [
    'names as long as records',
    () =>
      write(
        'a.jsonl',
        pieces('', (n) => `{"name":"x","${n}${'я'.repeat(400_000)}":1}\n`, 10),
      ),
    /Название поля.*длиннее 500 знаков/,
  ],
  [
    'tyres that never repeat',
    () =>
      write(
        'a.csv',
        pieces(
          CSV,
          thousand((n) => `A${n},Arktika,Шина ${n},Томск,5000\n`),
          120,
        ),
      ),
    /больше 80.000 разных шин/,
  ],
  [
    'tyres with long texts',
    () =>
      write(
        'b.csv',
        pieces(CSV, (n) => `A${n},B,${'Ж'.repeat(450)}${n},Томск,5000\n`, 60_000),
      ),
    /вместе длиннее 20.000.000 знаков/,
  ],
  [
    'a brand of its own for every tyre',
    () =>
      write(
        'c.csv',
        pieces(
          CSV,
          thousand((n) => `A${n},Марка ${n},Шина,Томск,5000\n`),
          25,
        ),
      ),
    /больше 10.000 разных значений \(Бренд\)/,
  ],
  [
    'a city of its own for every offer',
    () =>
      write(
        'e.csv',
        pieces(
          CSV,
          thousand((n) => `A,B,Шина,Город ${n},5000\n`),
          25,
        ),
      ),
    /больше 10.000 разных значений \(склады и города\)/,
  ],
  [
    'packed nothing',
    () =>
      write(
        'a.csv.gz',
        pieces(
          CSV,
          ' '.repeat(1_000_000).replace(/.{100}/g, (of) => `${of.slice(1)}\n`),
          30,
        ),
      ),
    /в распакованном виде больше 20 МБ/,
    { IMPORT_MAX_UNPACKED_MB: '20' },
  ],
  [
    'a workbook with millions of shared strings',
    () =>
      workbook(
        'a.xlsx',
        pieces(
          '<sst>',
          thousand((n) => `<si><t>${n}</t></si>`),
          1_000,
        ),
        [SHEET],
      ),
    /больше 500.000 общих строк/,
  ],
  [
    'a workbook that unpacks a thousandfold',
    () => workbook('b.xlsx', ['<sst/>'], pieces(SHEET, `<!--${' '.repeat(100_000)}-->`, 300)),
    /в распакованном виде больше 20 МБ/,
    { IMPORT_MAX_UNPACKED_MB: '20' },
  ],
  [
    'a row without end in a workbook',
    () =>
      workbook('c.xlsx', ['<sst/>'], pieces(`${SHEET}<row>`, '<c><v>12345678</v></c>'.repeat(1_000), 1_000)),
    /длиннее 1.000.000 знаков/,
  ],
  [
    'more records than any price list has',
    () =>
      write(
        'f.csv',
        pieces(
          CSV,
          thousand(() => 'A,B,Шина,Томск,5000\n'),
          50,
        ),
      ),
    /больше 20.000 записей/,
    { IMPORT_MAX_RECORDS: '20000' },
  ],
]

describe('a hostile price list is refused with a message and bounded memory', () => {
  it.each(ATTACKS)('%s', async (_, file, said, environment) => {
    const cost = await costOfImport(folder, await file(), environment)
    expect(cost).toMatchObject({ code: 1, said: expect.stringMatching(said) })
    expect(cost.said).toMatch(/увеличьте IMPORT_MAX_/)
    expect(cost.megabytes).toBeLessThan(MAX_MEGABYTES)
  })

  it('every limit can be configured', async () => {
    const path = join(folder, 'g.csv')
    writeFileSync(path, `${CSV}A,B,Шина,Томск,5000\nA2,B,Шина 2,Томск,5000\n`)
    expect((await costOfImport(folder, path, { IMPORT_MAX_TYRES: '1' })).said).toMatch(/больше 1 разных шин/)
    expect((await costOfImport(folder, path, { IMPORT_MAX_TYRES: '2' })).code).toBe(0)
    expect((await costOfImport(folder, path, { IMPORT_MAX_TYRES: 'x' })).said).toMatch(
      /IMPORT_MAX_TYRES: нужно/,
    )
  })
})
