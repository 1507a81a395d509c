// Specification 10.35

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAccount } from '../../contract/sources/account.ts'
import { runs } from '../../tests/support/extent.ts'
import { importFile } from '../import/import-file.ts'
import { USUAL_LIMITS } from '../import/limits.ts'
import { type Mapping, readMapping } from '../import/mapping.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { guessMapping } from './guess.ts'
import { readAccount } from './read-account.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'account-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the account of a list that is read by its guess, or by a mapping. */
async function accountOf(
  content: string | Uint8Array,
  name: string,
  over: Partial<Mapping> = {},
): Promise<ListAccount> {
  const path = join(folder, name)
  await writeFile(path, content)
  const guess = await guessMapping(path)
  const mapping = readMapping({ ...guess.mapping, ...over }) as Mapping
  const rejects = { add() {}, close: () => null }
  const { reading } = await importFile({
    ...{ path, site: 'a.ru', date: '2026-04-18', mapping, draft: createDraft(), rejectsDir: '', rejects },
    maxBadPercent: 100,
  })
  return readAccount(path, mapping, reading, USUAL_LIMITS, { isGuessed: true })
}

const tyre = (n: number, from = 0) => ({
  article: `AR${from + n}X`,
  brand: 'Arktika',
  name: `Arktika Polar ${n} 205/55 R16 91T`,
  price: 5_000 + n,
  stock: 4,
})
const tyres = (count: number, from = 0) => Array.from({ length: count }, (_, n) => tyre(n, from))
const HEADER = 'Артикул;Бренд;Наименование;Цена;Остаток'
const csv = (rows: readonly ReturnType<typeof tyre>[]) =>
  [HEADER, ...rows.map((one) => Object.values(one).join(';'))].join('\n')
const sheet = (name: string, rows: readonly ReturnType<typeof tyre>[]) => ({
  name,
  rows: [HEADER.split(';'), ...rows.map((one) => Object.values(one))],
})
const RIMS = 'Артикул;Наименование;Цена\nD1;Диск КиК 6x15 4x100 ET45;5100\nD2;Диск КиК 6x16 4x100 ET45;5200'

describe('readAccount', () => {
  it('counts every record once, whatever the list has and in whatever format', async () => {
    const line = fc.constantFrom(
      'AR1X;Arktika;Arktika Polar 205/55 R16 91T;5000;4',
      'AR2X;Arktika;Arktika Polar 215/55 R16 91T;5000;4',
      'AR3X;Arktika;Arktika Polar 225/55 R16 91T;цена;4',
      'AR4X;Arktika;Arktika Polar 235/55 R16 91T;;4',
      ';;Зимние шины;;',
      ';;;;',
      'Итого;;;120000;',
      HEADER,
      'K1;КиК;Диск КиК 6x15 4x100 ET45;5100;4',
    )
    const asRecord = (text: string) =>
      Object.fromEntries(HEADER.split(';').map((name, at) => [name, text.split(';')[at] ?? '']))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const good = csv(tyres(12, 100)).split('\n')
        const all = [...good.slice(1), ...lines]
        const table = await accountOf([HEADER, ...all].join('\n'), 'a.csv')
        const json = await accountOf(JSON.stringify(all.map(asRecord)), 'a.json')
        for (const { records, tyres: read, left } of [table, json]) {
          expect(read + left.reduce((sum, one) => sum + one.count, 0)).toBe(records)
          expect(records).toBe(all.length)
        }
      }),
      { numRuns: runs(15) },
    )
  })

  it('has nothing to say of a list that was read completely', async () => {
    const account = await accountOf(csv(tyres(10)), 'a.csv')
    expect(account).toMatchObject({ records: 10, tyres: 10, left: [], containers: [], findings: [] })
    expect(account.columns.map(({ field }) => field)).not.toContain(null)
  })

  it('names a sheet with prices that is not read, and holds the list', async () => {
    const sheets = [sheet('Летние', tyres(10)), sheet('Зимние', tyres(8, 50))]
    const notes = { name: 'Контакты', rows: [['Телефон'], ['+7 900 000-00-00']] }
    const book = await writeXlsx({ sheets: [...sheets, notes] })
    const whole = await accountOf(book, 'a.xlsx')
    expect(whole).toMatchObject({ tyres: 18, findings: [] })
    expect(whole.containers).toContainEqual(
      expect.objectContaining({ name: 'Контакты', isRead: false, why: 'нет цен' }),
    )
    const part = await accountOf(book, 'a.xlsx', { records: { header: 1 } })
    expect(part.tyres).toBe(10)
    expect(part.findings).toMatchObject([
      { key: 'sheet:Зимние', text: 'Лист «Зимние» с ценами не прочитан, записей 9', holds: true },
    ])
  })

  it('reads the tables of an archive that have one form, and names the others', async () => {
    const file = (text: string) => Buffer.from(text)
    const archive = zipSync({
      'rims.csv': file(RIMS),
      'summer.csv': file(csv(tyres(6))),
      'winter.csv': file(`\ufeff${csv(tyres(9, 50))}`),
      'studs.csv': file(csv(tyres(3, 90)).replaceAll('Остаток', 'Кол-во')),
    })
    const account = await accountOf(archive, 'a.zip')
    expect(account).toMatchObject({ tyres: 15, left: [{ kind: 'header', count: 1 }] })
    expect(account.containers.map(({ name, isRead }) => [name, isRead])).toEqual([
      ['rims.csv', false],
      ['summer.csv', true],
      ['winter.csv', true],
      ['studs.csv', false],
    ])
    expect(account.containers[0]).toMatchObject({ why: 'другие товары', records: 2 })
    expect(account.findings.map(({ key, holds }) => [key, holds])).toEqual([['file:studs.csv', true]])
    const chosen = await accountOf(archive, 'a.zip', { records: { file: 'studs.csv', header: 1 } })
    expect(chosen.tyres).toBe(3)
  })

  it('names what it cannot read in an archive: holds another archive, but no document', async () => {
    const list = Buffer.from(csv(tyres(6)))
    const archive = zipSync({
      'winter.csv': list,
      'b/summer.zip': zipSync({ 'summer.csv': Buffer.from(csv(tyres(9, 50))) }),
      'truck.xls': Buffer.from('d0cf11e0a1b11ae1'.padEnd(400, '0'), 'hex'),
      'terms.pdf': Buffer.from('x'),
      'photo.jpg': Buffer.from('x'),
    })
    const { containers, findings } = await accountOf(archive, 'a.zip')
    expect(containers.map(({ name, why }) => [name, why])).toEqual([
      ['winter.csv', ''],
      ['truck.xls', 'не выбран'],
      ['b/summer.zip', 'архив в архиве'],
      ['terms.pdf', 'не прайс-лист'],
    ])
    expect(findings).toMatchObject([
      { key: 'file:truck.xls', holds: true },
      { key: 'file:b/summer.zip', text: 'Архив «b/summer.zip» внутри архива не прочитан', holds: true },
    ])
    const alone = await accountOf(zipSync({ 'winter.csv': list, 'photo.jpg': Buffer.from('x') }), 'a.zip')
    expect(alone.containers).toEqual([])
  })

  it('reads the arrays of JSON that have one form, and names those that it does not', async () => {
    const records = (count: number, from: number) => tyres(count, from)
    const text = JSON.stringify({
      shop: 'x',
      tyres: { truck: records(4, 0), car: records(6, 50) },
      stores: [{ id: 1 }],
    })
    const whole = await accountOf(text, 'a.json')
    expect(whole).toMatchObject({ tyres: 10, findings: [] })
    const part = await accountOf(text, 'a.json', { records: { path: 'tyres.car' } })
    expect(part.findings).toMatchObject([{ key: 'array:tyres.truck', holds: true }])
  })

  it('names repeated elements of XML with prices beside the records', async () => {
    const items = (element: string, from: number) =>
      tyres(5, from)
        .map(
          (one) =>
            `<${element}>${Object.entries(one)
              .map(([name, value]) => `<${name}>${value}</${name}>`)
              .join('')}</${element}>`,
        )
        .join('')
    const text = `<list><cars>${items('tyre', 0)}</cars><trucks>${items('truck', 50)}</trucks></list>`
    const account = await accountOf(text, 'a.xml', { records: { element: 'tyre' } })
    expect(account.findings).toMatchObject([{ key: 'element:truck', holds: true }])
  })

  it('names an ignored column that looks like prices, with three values', async () => {
    const text = csv(tyres(10)).split('\n')
    const wider = [`${text[0]};Спеццена`, ...text.slice(1).map((line, n) => `${line};${4_500 + n}`)].join(
      '\n',
    )
    const account = await accountOf(wider, 'a.csv', {
      fields: { article: 'Артикул', name: 'Наименование', retail: 'Цена', city: { value: 'Все' } },
    })
    expect(account.findings).toContainEqual(
      expect.objectContaining({ key: 'column:Спеццена', examples: ['4500', '4501', '4502'], holds: true }),
    )
    expect(account.findings).toContainEqual(expect.objectContaining({ key: 'column:Остаток', holds: false }))
  })

  it('holds a list whose prices are divided although only some records name sets', async () => {
    const rows = tyres(10).map(
      (one, n) => `${one.article};${one.name};${one.price};${n % 2 ? 'шт' : 'компл. 4 шт'}`,
    )
    const list = ['Артикул;Наименование;Цена;Ед. изм.', ...rows].join('\n')
    const divided = await accountOf(list, 'mixed.csv', { pieces: { Цена: 4 } })
    expect(divided.findings).toContainEqual(expect.objectContaining({ key: 'rows:mixed', holds: true }))
    const sets = await accountOf(list.replaceAll(';шт', ';компл. 4 шт'), 'sets.csv', { pieces: { Цена: 4 } })
    expect(sets.findings.map(({ key }) => key)).not.toContain('rows:mixed')
  })

  it('holds a list of which a tenth has no price', async () => {
    const rows = csv(tyres(20)).split('\n')
    const without = [
      ...rows.slice(0, 18),
      ';;Зимние;;',
      ...rows.slice(18).map((line) => line.replace(/;\d+;4$/, ';;4')),
    ]
    const account = await accountOf(without.join('\n'), 'a.csv')
    expect(account.left).toContainEqual({ kind: 'unpriced', count: 3 })
    expect(account.findings).toMatchObject([{ key: 'rows:unpriced', holds: true }])
  })

  it.each([
    [
      'the same tyres again with other prices',
      [
        ...csv(tyres(12)).split('\n'),
        ...tyres(12).map((one) => Object.values({ ...one, price: one.price - 900 }).join(';')),
      ],
      'rows:repeated',
      'Та же шина с другой ценой, взята меньшая: 12',
    ],
    [
      'another header within the table',
      [
        ...csv(tyres(12)).split('\n'),
        'Артикул;Бренд;Наименование;Остаток;Цена',
        ...tyres(3, 50).map((one) => Object.values({ ...one, price: one.price + 4_000 }).join(';')),
      ],
      'rows:otherHeader',
      'Внутри таблицы другой заголовок: 1; строки под ним прочитаны по первому',
    ],
    [
      'a second table beside the first',
      csv(tyres(12))
        .split('\n')
        .map(
          (line, n) =>
            `${line};;${n === 0 ? 'Ещё шины;Рубли' : `Arktika Polar ${n} 225/65 R17 102T;7${100 + n}`}`,
        ),
      'column:Ещё шины',
      'Колонка «Ещё шины» называет другие шины: рядом вторая таблица',
    ],
    [
      'a column of currencies',
      csv(tyres(12))
        .split('\n')
        .map((line, n) => `${line};${n === 0 ? 'Ед. цены' : n % 2 === 0 ? 'USD' : 'руб.'}`),
      'column:Ед. цены',
      'Колонка «Ед. цены» называет другую валюту, а не читается',
    ],
    [
      'sets of four in the names',
      csv(tyres(12))
        .split('\n')
        .map((line, n) => (n % 3 === 1 ? line.replace('91T', '91T комплект 4 шт') : line)),
      'rows:sets',
      'Записи называют комплекты, а цены не поделены: 4',
    ],
  ])('holds %s', async (_name, lines, key, text) => {
    const { findings } = await accountOf(lines.join('\n'), 'a.csv')
    expect(findings).toContainEqual(expect.objectContaining({ key, text, holds: true }))
  })

  it('names a column of prices whose header promises pieces', async () => {
    const lines = tyres(8).map((one, n) => [...Object.values(one), 4_600 + n].join(';'))
    const { findings } = await accountOf([`${HEADER};Кол. 2`, ...lines].join('\n'), 'list.csv')
    expect(findings.map(({ text }) => text)).toContain('Колонка «Кол. 2» похожа на цены, но не читается')
  })
})
