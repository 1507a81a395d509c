// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMapping } from '../import/load-mapping.ts'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the records of a made-up price list, read with the guessed mapping. */
async function readAs(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, content)
  const { mapping } = await guessMapping(path)
  const { tyres, error, mistakes } = await sampleFile(path, mapping)
  expect({ error, mistakes }).toEqual({ error: null, mistakes: [] })
  return tyres
}

describe('guess of a price list with any notation of sizes', () => {
  it.each([
    ['33x12.50R15LT 108Q', ['33', '12.5', '15', '108', 'Q', 'Внедорожник']],
    ['185R14C 102/100R', ['185', '', '14C', '102/100', 'R', 'Легкогрузовая']],
    ['8.25-20 130/128К', ['8.25', '', '20', '130/128', 'K', 'Грузовая']],
    ['6.50-16 108/107L', ['6.5', '', '16', '108/107', 'L', '']],
    ['255/35ZR19 96(Y)', ['255', '35', '19', '96', 'Y', 'Легковая']],
    ['195/65 Р15 91Т', ['195', '65', '15', '91', 'T', 'Легковая']],
    ['1З5/80 R1З 70Н', ['135', '80', '13', '70', 'H', 'Легковая']],
    ['380/85R24 131A8', ['380', '85', '24', '131', 'A8', '']],
    ['295/80 R22,5 152/148M', ['295', '80', '22.5', '152/148', 'M', 'Грузовая']],
    ['225/75×16С 121/120Р', ['225', '75', '16C', '121/120', 'R', 'Легкогрузовая']],
    ['205/70 R15 LT 104/101Q', ['205', '70', '15', '104/101', 'Q', 'Внедорожник']],
    ['26x9-12 M/T', ['26', '9', '12', '', '', 'Мото']],
  ])('reads %s', async (size, [width, height, diameter, loadIndex, speedIndex, vehicleType]) => {
    const rows = [size, '175/70R13 82T', '185/60R14 82H'].map(
      (text, i) => `A${i}1;Test;${text} Пример;5000;4`,
    )
    const [tyre] = await readAs('sizes.csv', `article;brand;name;price;stock\n${rows.join('\n')}\n`)
    expect(tyre?.specs).toMatchObject({ width, height, diameter, loadIndex, speedIndex, vehicleType })
  })
})

describe('guess of a price list with section headings', () => {
  const HEADER = 'Наименование;Цена;Кол-во'
  const tyres = (model: string) => [`${model} 205/55R16 94R XL;11000;5`, `${model} 215/60R16 99R;9900;4`]

  it('gives the rows below a heading its brand, season and vehicle type', async () => {
    const rows = [HEADER, 'Зимние шины;;', 'NOKIAN;;', ...tyres('Hakka'), 'MICHELIN;;', ...tyres('X-Ice')]
    rows.push('Летние шины;;', 'Легкогрузовые;;', ...tyres('Agilis'))
    const found = await readAs('sections.csv', rows.join('\n'))
    expect(
      found
        .filter(({ problem }) => problem === null)
        .map(({ specs: { brand, season, vehicleType } }) => [brand, season, vehicleType]),
    ).toEqual([
      ['Nokian Tyres', 'Зимняя', 'Легковая'],
      ['Nokian Tyres', 'Зимняя', 'Легковая'],
      ['Michelin', 'Зимняя', 'Легковая'],
      ['Michelin', 'Зимняя', 'Легковая'],
      ['', 'Летняя', 'Легкогрузовая'],
      ['', 'Летняя', 'Легкогрузовая'],
    ])
  })

  it('does not import totals and repeated headers as tyres', async () => {
    const rows = [HEADER, 'NOKIAN;;', ...tyres('Hakka'), 'Итого по NOKIAN;20900;9', HEADER, 'Bars;;']
    rows.push(...tyres('UZ200'), 'MICHELIN;;', ...tyres('X-Ice'), 'Всего;62700;27')
    const found = await readAs('sums.csv', rows.join('\n'))
    expect(found.filter(({ problem }) => problem !== null).map(({ problem }) => problem)).toEqual(
      Array.from({ length: 6 }, () => 'заголовок раздела'),
    )
    const own = found.filter(({ problem }) => problem === null)
    expect(own.map(({ specs }) => specs.brand)).toEqual([
      'Nokian Tyres',
      'Nokian Tyres',
      'Bars',
      'Bars',
      'Michelin',
      'Michelin',
    ])
  })
})

describe('guess of a price list with other goods', () => {
  const offer = (id: number, category: number, name: string, more = '') =>
    `<offer id="${id}"><price>5000</price><categoryId>${category}</categoryId><name>${name}</name>${more}</offer>`
  const CATEGORIES = `<categories><category id="1">Автотовары</category><category id="2" parentId="1">Шины</category>
    <category id="3" parentId="1">Диски</category><category id="4" parentId="3">Литые</category>
    <category id="5">Шины и камеры</category></categories>`

  it('leaves out records that are not tyres by their category or name', async () => {
    const offers = [
      offer(1, 2, 'Viatti Brina 185/65R15 88T'),
      offer(2, 4, 'КиК Реал 16'),
      offer(3, 5, 'Камера 7.50-16'),
      offer(4, 5, 'Кама И-502 225/85R15C с камерой'),
      offer(5, 2, 'Bars UZ200 с защитой диска'),
      offer(6, 1, 'АКБ Пример 60 Ач'),
      offer(7, 1, 'Пример 6.5x16 5x114.3 ET45 D67.1'),
      offer(8, 1, 'Пример 9', '<param name="PCD">5x112</param><param name="Вылет (ET)">45</param>'),
      offer(9, 3, 'Шина Пример 195/65R15 91T'),
      offer(10, 1, 'Гайка колёсная M12x1.5'),
    ]
    const xml = `<yml_catalog><shop>${CATEGORIES}<offers>${offers.join('\n')}</offers></shop></yml_catalog>`
    const found = await readAs('goods.xml', xml)
    expect(found.filter(({ problem }) => problem === null).map(({ line }) => line)).toEqual([1, 4, 5, 9])
    expect(found.filter(({ problem }) => problem === 'не шина').map(({ line }) => line)).toEqual([
      2, 3, 6, 7, 8, 10,
    ])
  })

  it('keeps tyres without sizes and of unknown kinds', async () => {
    const rows = [
      'Артикул;Категория;Название;Цена',
      'A-01;Спецтехника;Пример Х1;5000',
      'A-02;;Пример Д2;6000',
    ]
    const found = await readAs('sizeless.csv', [...rows, 'A-03;Диски;Пример К3;7000'].join('\n'))
    expect(found.map(({ problem }) => problem)).toEqual([null, null, 'не шина'])
  })
})

describe('guess of a price list with stock in words', () => {
  const stockOf = async (name: string, content: string) =>
    (await readAs(name, content)).map(({ offers }) =>
      offers.map(({ stock, warehouse }) => [stock, warehouse]),
    )

  it.each(['Склад', 'Наличие', 'Остаток', 'Количество'])('reads it in the column %s', async (header) => {
    const values = [
      'более 20',
      '2',
      'есть',
      'под заказ 3 дня',
      'много',
      '+',
      'ожидается 15.12',
      'нет',
      'в пути 20 шт',
    ]
    const rows = values.map((value, i) => `A-1${i};Bars UZ20${i} 185/65R14 86H;50${i}0;${value}`)
    const stock = await stockOf('words.csv', [`Артикул;Название;Цена;${header}`, ...rows].join('\n'))
    expect(stock).toEqual([20, 2, null, 0, null, null, 0, 0, 0].map((pieces) => [[pieces, '']]))
  })

  it('still recognises a column of warehouses', async () => {
    const rows = ['Центральный', '1', 'Юг', '2'].map(
      (place, i) => `A-1${i};Bars 185/65R14 86H;50${i}0;${i};${place}`,
    )
    const stock = await stockOf('places.csv', ['Артикул;Название;Цена;Остаток;Склад', ...rows].join('\n'))
    expect(stock).toEqual([[[0, 'Центральный']], [[1, '1']], [[2, 'Юг']], [[3, '2']]])
  })

  it('reads available="false" as out of stock', async () => {
    const offers = ['true', 'false', 'true'].map(
      (available, i) =>
        `<offer id="${i}" available="${available}"><price>5000</price><name>Bars 185/65R14 86H</name>${i === 2 ? '' : '<count>8</count>'}</offer>`,
    )
    const xml = `<yml_catalog><shop><offers>${offers.join('')}</offers></shop></yml_catalog>`
    const stock = [[[8, '']], [[0, '']], [[null, '']]]
    expect(await stockOf('available.xml', xml)).toEqual(stock)
    const { tyres } = await sampleFile(join(folder, 'available.xml'), await loadMapping('yml'))
    expect(tyres.map(({ offers }) => offers.map((offer) => [offer.stock, offer.warehouse]))).toEqual(stock)
  })
})
