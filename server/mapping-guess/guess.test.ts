// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Guess } from '../../contract/sources/guess.ts'
import type { SampleTyre } from '../../contract/sources/sample.ts'
import { ImportError } from '../import/errors.ts'
import { readMapping } from '../import/mapping.ts'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guess-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Cell = string | number
type Table = Cell[][]

interface Tyre {
  article: string
  brand: string
  model: string
  width: number
  height: number
  rim: string
  load: string
  speed: string
  season: 'Летняя' | 'Зимняя'
  retail: number
  opt: number
  stock: number
}

const BRANDS = ['Michelin', 'Cordiant', 'Yokohama', 'Кама', 'Hankook']
/** Made-up tyres, enough to tell the columns apart. */
const TYRES: Tyre[] = Array.from({ length: 60 }, (_, i) => {
  const brand = BRANDS[i % 5] as string
  const van = i % 7 === 0
  const opt = 3000 + ((i * 7919) % 6000)
  return {
    article: `${brand[0]}${'ABC'.slice(0, i % 3)}${(i * 7907) % 99_999}`,
    brand,
    model: `Пример ${1 + (i % 9)}`,
    width: 155 + 10 * ((i * 7) % 11),
    height: 40 + 5 * ((i * 3) % 8),
    rim: `${13 + ((i * 5) % 7)}${van ? 'C' : ''}`,
    load: van ? '109/107' : String(75 + ((i * 13) % 30)),
    speed: 'QTHVW'[(i * 3) % 5] as string,
    season: i % 3 === 0 ? 'Летняя' : 'Зимняя',
    opt,
    retail: Math.round(opt * 1.2),
    stock: (i * 31) % 50,
  }
})
const sizeOf = ({ width, height, rim }: Tyre) => `${width}/${height}R${rim}`
const nameOf = (tyre: Tyre) => `${tyre.brand} ${tyre.model} ${sizeOf(tyre)} ${tyre.load}${tyre.speed}`

const csv = (rows: Table, delimiter = ';') => rows.map((row) => row.join(delimiter)).join('\r\n')

function xls(sheets: Record<string, Table>): Uint8Array {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  }
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array
}

const xlsx = (sheets: Record<string, Table>) =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) })

function windows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const codes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from([...text].map((char) => codes.get(char) ?? 63))
}

async function guessed(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, content)
  const guess = await guessMapping(path)
  const { tyres, error, mistakes } = await sampleFile(path, guess.mapping)
  expect({ error, mistakes, missing: guess.missing }).toEqual({ error: null, mistakes: [], missing: [] })
  return {
    guess,
    tyres: tyres.filter(
      ({ problem }) => problem !== 'заголовок раздела' && problem !== 'нет остатка ни в одном месте',
    ),
  }
}

const first = TYRES[1] as Tyre
const SIZE = { width: String(first.width), height: String(first.height), diameter: first.rim }
const WHOLE = {
  ...SIZE,
  article: first.article,
  brand: first.brand,
  season: first.season,
  loadIndex: first.load,
  speedIndex: first.speed,
}

const HEADER = [
  'Артикул',
  'Производитель',
  'Номенклатура',
  'Ширина',
  'Профиль',
  'Диаметр',
  'Сезон',
  'Инд. нагр.',
  'Инд. скор.',
  'Цена опт',
  'РРЦ',
  'Ост.',
]
const rowOf = (tyre: Tyre): Cell[] => [
  tyre.article,
  tyre.brand,
  nameOf(tyre),
  tyre.width,
  tyre.height,
  tyre.rim,
  tyre.season,
  tyre.load,
  tyre.speed,
  tyre.opt,
  tyre.retail,
  tyre.stock,
]
const ROWS = TYRES.map(rowOf)
const OFFER = {
  city: 'Не указан',
  warehouse: '',
  retail: first.retail,
  opt: first.opt,
  cost: null,
  stock: first.stock,
}

describe('guessMapping', () => {
  it.each<[name: string, content: () => string | Uint8Array | Promise<Uint8Array>]>([
    ['a.csv', () => csv([HEADER, ...ROWS])],
    ['tabs.txt', () => csv([HEADER, ...ROWS], '\t')],
    ['1251.csv', () => windows1251(csv([HEADER, ...ROWS]))],
    ['16.csv', () => Buffer.from(`\ufeff${csv([HEADER, ...ROWS])}`, 'utf16le')],
    ['unmarked-16.csv', () => Buffer.from(csv([HEADER, ...ROWS]), 'utf16le')],
    ['a.csv.gz', () => gzipSync(csv([HEADER, ...ROWS]))],
    [
      'a.zip',
      () =>
        zipSync({ 'read me.pdf': new Uint8Array(9), 'prices/a.csv': Buffer.from(csv([HEADER, ...ROWS])) }),
    ],
    ['a.xlsx', () => xlsx({ Лист1: [HEADER, ...ROWS] })],
    ['a.xls', () => xls({ Лист1: [HEADER, ...ROWS] })],
    ['titles.xls', () => xls({ Лист1: [['', 'Прайс-лист'], ['тел. 000-00-00'], [], HEADER, ...ROWS] })],
    [
      'a.json',
      () =>
        JSON.stringify({
          shops: [{ id: 1 }],
          data: {
            items: TYRES.map((tyre) => Object.fromEntries(HEADER.map((name, i) => [name, rowOf(tyre)[i]]))),
          },
        }),
    ],
    [
      'a.jsonl',
      () =>
        TYRES.map((tyre) =>
          JSON.stringify(Object.fromEntries(HEADER.map((name, i) => [name, rowOf(tyre)[i]]))),
        ).join('\n'),
    ],
  ])('guesses a mapping for %s', async (name, content) => {
    const { tyres } = await guessed(name, await content())
    expect(tyres[1]?.specs).toMatchObject(WHOLE)
    expect(tyres[1]?.offers).toEqual([OFFER])
  })

  it('reports what it took each column for, and its confidence', async () => {
    const { guess } = await guessed('columns-taken.csv', windows1251(csv([HEADER, ...ROWS])))
    expect(guess).toMatchObject({ format: 'csv', encoding: 'windows-1251', delimiter: ';', sheets: [] })
    expect(guess.columns.map(({ takenFor }) => takenFor?.field)).toEqual([
      'article',
      'brand',
      'name',
      'width',
      'height',
      'diameter',
      'season',
      'loadIndex',
      'speedIndex',
      'opt',
      'retail',
      'stock',
    ])
    expect(guess.columns[1]).toMatchObject({ name: 'Производитель', examples: BRANDS.slice(0, 3) })
    expect(guess.fields.find(({ field }) => field === 'opt')).toMatchObject({ from: 'колонка «Цена опт»' })
    expect(guess.records).toHaveLength(50)
    expect(guess.records[0]).toHaveLength(HEADER.length)
    for (const { sureness } of guess.fields) expect(sureness >= 0 && sureness <= 1).toBe(true)
    expect(Array.isArray(readMapping(guess.mapping))).toBe(false)
  })

  it('finds size, indices, brand and season within the name', async () => {
    const rows = TYRES.map((tyre) => [
      `${nameOf(tyre)}${tyre.season === 'Зимняя' ? ' шип.' : ''}`,
      tyre.article,
      `${tyre.retail} ₽`,
    ])
    const { tyres } = await guessed('name.csv', csv([['Товар', 'Код производителя', 'Стоимость'], ...rows]))
    expect(tyres[1]?.specs).toMatchObject(WHOLE)
    expect(tyres[1]?.offers[0]).toMatchObject({ retail: first.retail, opt: null })
  })

  it('reads commas as thousands separators, but not in stock with three decimals', async () => {
    const rows = TYRES.map((tyre) => [
      tyre.article,
      nameOf(tyre),
      tyre.retail.toLocaleString('en'),
      `${tyre.stock},000`,
    ])
    const { tyres } = await guessed('thousands.csv', csv([['Part Number', 'Title', 'MSRP', 'Qty'], ...rows]))
    expect(tyres[1]?.offers[0]).toMatchObject({ retail: first.retail })
    const plain = TYRES.map((tyre) => [tyre.article, nameOf(tyre), tyre.retail, `${tyre.stock},000`])
    const pieces = await guessed('pieces.csv', csv([['Артикул', 'Товар', 'Цена', 'Остаток'], ...plain]))
    expect(pieces.tyres[1]?.offers[0]).toMatchObject({ retail: first.retail, stock: first.stock })
  })

  it("prefers manufacturers' articles to the codes of a shop", async () => {
    const rows = TYRES.map((tyre, i) => [
      `ЦБ-${String(i).padStart(8, '0')}`,
      tyre.article,
      nameOf(tyre),
      tyre.retail,
    ])
    const { tyres } = await guessed('codes.csv', csv([['cae', 'article', 'name', 'price'], ...rows]))
    expect(tyres[1]?.specs.article).toBe(first.article)
  })

  it('guesses a table without a header', async () => {
    const rows = TYRES.map((tyre, i) => [100_000 + i, nameOf(tyre), `/ ${tyre.retail * 4} ₽ за 4 шт.`])
    const { tyres } = await guessed('bare.csv', csv(rows))
    expect(tyres[1]?.specs).toMatchObject({ ...SIZE, article: '', brand: first.brand })
    expect(tyres[1]?.offers[0]?.retail).toBe(first.retail)
  })

  it('skips section rows', async () => {
    const rows = ROWS.flatMap((row, i) =>
      i % 10 === 0 ? [['', 'Летние', ...Array(10).fill('')], row] : [row],
    )
    const { guess, tyres } = await guessed('sections.csv', csv([HEADER, ...rows]))
    expect(guess.notes).toContain('Строк разделов: 6')
    expect(tyres.every(({ problem }) => problem === null)).toBe(true)
    expect(tyres[1]?.specs.article).toBe(first.article)
  })

  const placed = (tyre: SampleTyre | undefined) =>
    tyre?.offers.map(({ city, stock, opt }) => [city, stock, opt])

  it('merges the columns of one city', async () => {
    const header = [...HEADER.slice(0, 3), 'Остаток Москва', 'Остаток СПб', 'Цена опт Москва', 'Цена опт СПб']
    const rows = TYRES.map((tyre) => [...rowOf(tyre).slice(0, 3), tyre.stock, 7, tyre.opt, tyre.opt + 10])
    const { guess, tyres } = await guessed('wide.csv', csv([header, ...rows]))
    expect(placed(tyres[1])).toEqual([
      ['Москва', first.stock, first.opt],
      ['Санкт-Петербург', 7, first.opt + 10],
    ])
    expect(guess.columns[4]?.takenFor).toMatchObject({ field: 'stock', city: 'Санкт-Петербург' })
  })

  it('guesses a header of two rows with merged cells', async () => {
    const upper = [...HEADER.slice(0, 3), 'Остаток', '', 'Цена опт', '']
    const lower = ['', '', '', 'Казань', 'Тула', 'Казань', 'Тула']
    const rows = TYRES.map((tyre) => [...rowOf(tyre).slice(0, 3), tyre.stock, 7, tyre.opt, tyre.opt + 10])
    const { tyres } = await guessed('two-rows.xls', xls({ Прайс: [['Прайс-лист'], upper, lower, ...rows] }))
    expect(placed(tyres[1])).toEqual([
      ['Казань', first.stock, first.opt],
      ['Тула', 7, first.opt + 10],
    ])
  })

  it('joins a sheet of stock with a sheet of prices', async () => {
    const stock = TYRES.map((tyre) => [tyre.article, tyre.stock]).reverse()
    const { guess, tyres } = await guessed(
      'sheets.xlsx',
      await xlsx({
        Цены: [HEADER.slice(0, 11), ...ROWS.map((row) => row.slice(0, 11))],
        Остатки: [['Артикул', 'Кол-во'], ...stock],
      }),
    )
    expect(guess.sheets).toEqual(['Цены', 'Остатки'])
    expect(tyres[1]?.offers).toEqual([OFFER])
  })

  it('reads fields with a common prefix as warehouses, with the cities that they name', async () => {
    const records = TYRES.map((tyre) => ({
      cae: tyre.article,
      name: nameOf(tyre),
      price: tyre.retail,
      rest_msk: tyre.stock,
      rest_oh7: 5,
    }))
    const { tyres } = await guessed('rests.json', JSON.stringify(records))
    expect(tyres[1]?.offers.map(({ city, warehouse }) => [city, warehouse])).toEqual([
      ['Москва', 'msk'],
      ['Не указан', 'oh7'],
    ])
  })

  it.each<[name: string, content: string]>([
    [
      'list.json',
      JSON.stringify(
        TYRES.map((tyre) => ({
          article: tyre.article,
          title: nameOf(tyre),
          stores: [
            { store_name: 'г. Тула, ул. Первая', amount: tyre.stock, store_price: tyre.retail },
            { store_name: 'г. Тула, ул. Вторая', amount: 1, store_price: tyre.retail },
          ],
        })),
      ),
    ],
    [
      'list.xml',
      `<r>${TYRES.map((tyre) => `<good article="${tyre.article}" title="${nameOf(tyre)}"><price>${tyre.retail}</price><stock store="г. Тула, ул. Первая">${tyre.stock}</stock><stock store="г. Тула, ул. Вторая">1</stock></good>`).join('')}</r>`,
    ],
  ])('maps the nested list of %s', async (name, content) => {
    const { tyres } = await guessed(name, content)
    expect(tyres[1]?.offers.map(({ city, warehouse, stock }) => [city, warehouse, stock])).toEqual([
      ['Тула', 'г. Тула, ул. Первая', first.stock],
      ['Тула', 'г. Тула, ул. Вторая', 1],
    ])
  })

  it('guesses YML with its params', async () => {
    const offers = TYRES.map(
      (tyre, i) =>
        `<offer id="${i}"><price>${tyre.retail}</price><categoryId>1</categoryId><vendor>${tyre.brand}</vendor><vendorCode>${tyre.article}</vendorCode><name>Шина ${tyre.model}</name><param name="Ширина">${tyre.width}</param><param name="Высота профиля">${tyre.height}</param><param name="Диаметр">R${tyre.rim}</param><param name="Сезонность">${tyre.season}</param><param name="Индекс нагрузки">${tyre.load}</param><param name="Индекс скорости">${tyre.speed}</param></offer>`,
    )
    const content = `<?xml version="1.0" encoding="UTF-8"?><yml_catalog><shop><categories><category id="1">Шины</category><category id="2">Диски</category></categories><offers>${offers.join('')}</offers></shop></yml_catalog>`
    const { tyres } = await guessed('yml.xml', content)
    expect(tyres[1]?.specs).toMatchObject(WHOLE)
  })

  it('takes the city from the title if no column has it', async () => {
    const { guess, tyres } = await guessed('title.csv', csv([['Прайс-лист, г. Казань'], HEADER, ...ROWS]))
    expect(tyres[1]?.offers[0]?.city).toBe('Казань')
    expect(guess.notes.join()).toContain('Казань')
  })

  describe('guessMapping of sheets with the same columns', () => {
    const without = (row: Cell[]) => row.filter((_, at) => at !== 6)
    const summer: Table = [without(HEADER), ...ROWS.slice(0, 15).map(without)]
    const reversed = (row: Cell[]) => [...without(row)].reverse()
    const winter: Table = [
      ['Прайс-лист'],
      ['тел. 123'],
      reversed(HEADER),
      ...ROWS.slice(15, 30).map(reversed),
    ]
    const lorries: Table = [
      [...without(HEADER), 'Ось'],
      ...ROWS.slice(30, 45).map((row) => [...without(row), 'ведущая']),
    ]
    const sheets = { Лето: summer, Зима: winter, Грузовые: lorries }

    it.each([
      ['xlsx', xlsx],
      ['xls', async (given: Record<string, Table>) => xls(given)],
    ])('reads all of them as one table, with the season from a sheet’s name (%s)', async (format, make) => {
      const content = await make({ 'О нас': [['ООО «Пример»']], ...sheets, Контакты: [['Телефон', '123']] })
      const { guess, tyres } = await guessed(`seasons.${format}`, content)
      expect(guess.mapping.records).toMatchObject({ sheets: '*', header: 1 })
      expect(guess.notes.join()).toContain('Лето, Зима, Грузовые')
      expect(guess.fields.find(({ field }) => field === 'season')?.from).toContain('название листа')
      expect(tyres).toHaveLength(45)
      const seen = [0, 15, 30].map((at) => tyres[at] as SampleTyre)
      expect(seen.map(({ specs }) => specs.season)).toEqual(['Летняя', 'Зимняя', ''])
      expect(seen.map(({ specs }) => specs.article)).toEqual(
        [0, 15, 30].map((at) => (TYRES[at] as Tyre).article),
      )
      expect(seen.map(({ specs }) => specs.vehicleType)[2]).toBe('Грузовая')
      expect(seen[1]?.offers[0]).toMatchObject({ retail: TYRES[15]?.retail, stock: TYRES[15]?.stock })
    })

    it('lists their names if other sheets are tables too', async () => {
      const services: Table = [
        ['Услуга', 'Цена', 'Срок', 'Примечание'],
        ...ROWS.slice(0, 5).map((_, i): Cell[] => [`Услуга ${i}`, 500 + i, `${i} дн.`, '']),
      ]
      const { guess, tyres } = await guessed('listed.xlsx', await xlsx({ Услуги: services, ...sheets }))
      expect(guess.mapping.records).toMatchObject({ sheets: ['Лето', 'Зима', 'Грузовые'] })
      expect(tyres).toHaveLength(45)
    })

    it('takes cities from the sheets’ names', async () => {
      const { tyres } = await guessed(
        'cities.xlsx',
        await xlsx({ Москва: [HEADER, ...ROWS.slice(0, 20)], Казань: [HEADER, ...ROWS.slice(0, 20)] }),
      )
      expect([tyres[0], tyres[20]].map((tyre) => tyre?.offers[0]?.city)).toEqual(['Москва', 'Казань'])
    })

    it('reads the sheets that a person names', async () => {
      const path = join(folder, 'named.xlsx')
      await writeFile(path, await xlsx(sheets))
      const { mapping } = await guessMapping(path, { records: { sheets: ['Лето', 'Грузовые'] } })
      expect(mapping.records).not.toHaveProperty('sheet')
      expect((await guessMapping(path, { records: { sheet: 'Зима' } })).mapping.records).toEqual({
        sheet: 'Зима',
        header: 3,
      })
    })
  })

  it('guesses an HTML table in a file named .xls', async () => {
    const rows = [['Прайс-лист'], HEADER, ...ROWS]
    const html = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
    const { guess, tyres } = await guessed('shop.xls', `<html><body><table>${html}</table></body></html>`)
    expect(guess.mapping).toMatchObject({ format: 'xls', records: { header: 2 } })
    expect(tyres[1]?.specs).toMatchObject(WHOLE)
  })

  it('reads stock from words', async () => {
    const words = ['в наличии', 'нет', 'под заказ', 'Есть', 'Отсутствует']
    const header = [...HEADER.slice(0, -1), 'Наличие']
    const rows = ROWS.map((row, i): Cell[] => [...row.slice(0, -1), words[i % 5] as string])
    const { guess, tyres } = await guessed('words.csv', csv([header, ...rows]))
    expect(guess.mapping.fields).toMatchObject({ stock: 'Наличие' })
    expect(tyres.slice(0, 5).map(({ offers }) => offers[0]?.stock)).toEqual([null, 0, 0, null, 0])
  })

  it('prefers a column of quantities to one of words', async () => {
    const header = ['Наличие', ...HEADER]
    const rows = ROWS.map((row, i): Cell[] => [i % 2 === 0 ? 'есть' : 'нет', ...row])
    const { guess } = await guessed('both.csv', csv([header, ...rows]))
    expect(guess.mapping.fields).toMatchObject({ stock: 'Ост.' })
    const counted = ROWS.map((row, i): Cell[] => [
      ...row.slice(0, -1),
      i % 2 === 0 ? 'нет в наличии' : `В наличии: ${i} шт.`,
    ])
    const { tyres } = await guessed('counted.csv', csv([HEADER, ...counted]))
    expect(tyres.slice(0, 4).map(({ offers }) => offers[0]?.stock)).toEqual([0, 1, 0, 3])
  })

  it('guesses JSON whose records are the members of an object', async () => {
    const records = TYRES.map((tyre, i) => [
      `id${1000 + i}`,
      {
        vendor_code: tyre.article,
        brand: tyre.brand,
        name: nameOf(tyre),
        price: tyre.retail,
        season: tyre.season,
      },
    ])
    const root = await guessed('root.json', JSON.stringify(Object.fromEntries(records)))
    expect(root.guess.mapping.records).toEqual({ path: '*' })
    expect(root.tyres[1]?.specs).toMatchObject({ ...SIZE, article: first.article, season: first.season })
    const nested = { status: { code: 0 }, data: { items: Object.fromEntries(records) } }
    const { guess, tyres } = await guessed('nested.json', JSON.stringify(nested))
    expect(guess.mapping.records).toEqual({ path: 'data.items.*' })
    expect(tyres[1]?.specs.article).toBe(first.article)
  })

  it('reads sheets as the hints of a person say', async () => {
    const path = join(folder, 'hint.xlsx')
    await writeFile(path, await xlsx({ Один: [HEADER, ...ROWS], Два: [HEADER, ...ROWS.slice(0, 10)] }))
    const { mapping } = await guessMapping(path, { records: { sheet: 'Два' } })
    expect(mapping.records).toMatchObject({ sheet: 'Два', header: 1 })
  })

  it('examines no more columns than a price list has', async () => {
    const header = Array.from({ length: 3_000 }, (_, i) => `Цена Москва ${i}`)
    const path = join(folder, 'columns.csv')
    await writeFile(path, csv([header, ...TYRES.map(() => header.map((_, i) => i))]))
    expect((await guessMapping(path)).columns.length).toBeLessThanOrEqual(400)
  })

  it('retains the file of an archive that a person chose', async () => {
    const path = join(folder, 'two.zip')
    const second = csv([
      ['Арт', 'Товар', 'Розница'],
      ...TYRES.map((one) => [one.article, nameOf(one), one.retail]),
    ])
    await writeFile(
      path,
      zipSync({ 'a.csv': Buffer.from(csv([HEADER, ...ROWS])), 'b.csv': Buffer.from(second) }),
    )
    const { mapping, columns } = await guessMapping(path, { records: { file: 'b.csv' } })
    expect(mapping).toMatchObject({ records: { file: 'b.csv', header: 1 }, fields: { retail: 'Розница' } })
    expect(columns.map(({ name }) => name)).toEqual(['Арт', 'Товар', 'Розница'])
  })

  it('reports what is missing', async () => {
    const path = join(folder, 'none.csv')
    await writeFile(
      path,
      csv([['Дата', 'Погода'], ...TYRES.map((_, i) => [`2026-01-${10 + (i % 20)}`, 'снег'])]),
    )
    const { missing }: Guess = await guessMapping(path)
    expect(missing).toContain('Выберите колонку с ценой')
  })

  it.each([
    ['photo.jpg', '\u0001\u0002\u0003\u0004photo'.repeat(50)],
    ['empty.csv', ''],
    ['cut.zip', 'PK\u0003\u0004'],
    ['broken.xml', '<a><b></a>'],
    ['page.json', '{"error":"no access"}'],
    ['page.csv', '<html><body><form>Логин <input></form></body></html>'],
  ])('reports that %s cannot be read', async (name, content) => {
    const path = join(folder, name)
    await writeFile(path, content)
    await expect(guessMapping(path)).rejects.toThrow(ImportError)
  })
})
