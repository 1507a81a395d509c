// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../import/import-file.ts'
import { readMapping } from '../import/mapping.ts'
import { sampleFile } from '../import/sample.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function guessed(content: string, name = 'list.csv') {
  const path = join(folder, name)
  await writeFile(path, content)
  const guess = await guessMapping(path)
  const { tyres } = await sampleFile(path, guess.mapping)
  const offers = tyres.flatMap((tyre) => tyre.offers)
  return {
    ...guess,
    offers,
    prices: offers.map(({ retail, opt, cost }) => [retail, opt, cost]),
    stock: tyres.map((tyre) => tyre.problem ?? tyre.offers[0]?.stock),
  }
}

const nameOf = (i: number) => `Cordiant Пример ${i} ${185 + 10 * (i % 4)}/65R15 91T`
const NUMBERS = [0, 1, 2, 3, 4, 5]
/** Price list with these columns of prices; each price is given for the tyre with number 0 and rises by 110. */
const csv = (prices: Record<string, number | ((i: number) => number | string)>) =>
  [
    ['Название', ...Object.keys(prices), 'Остаток'],
    ...NUMBERS.map((i) => [
      nameOf(i),
      ...Object.values(prices).map((price) => (typeof price === 'number' ? price + i * 110 : price(i))),
      4,
    ]),
  ]
    .map((row) => row.join(';'))
    .join('\n')
const json = (record: (i: number) => object) =>
  JSON.stringify({ goods: NUMBERS.map((i) => ({ sku: `C${i}x`, title: nameOf(i), ...record(i) })) })

describe('evidence for the meaning of a price', () => {
  it.each([
    [['Цена 1', 'Цена 2']],
    [['Цена', 'Стоимость']],
    [['Цена нал', 'Цена безнал']],
    [['Цена нал', 'Цена б/нал']],
    [['Колонка 1', 'Колонка 2', 'Колонка 3']],
    [['Кол. 1', 'Кол. 2']],
  ])('asks about several prices without words: %s', async (names) => {
    const { missing, fields } = await guessed(
      csv(Object.fromEntries(names.map((name, at) => [name, 6100 - at * 450]))),
    )
    const list = names.map((name) => `«${name}»`).join(', ')
    expect(missing).toEqual([`Выберите, какая из цен розничная, а какая оптовая: ${list}`])
    expect(fields.filter(({ field }) => ['retail', 'opt', 'cost'].includes(field))).toEqual([])
  })

  it.each<[string, Parameters<typeof csv>[0], (number | null)[], [string, string, string][]]>([
    [
      'words',
      { 'Цена опт': 4500, 'Розница, руб': 5200 },
      [5200, 4500, null],
      [
        ['Розница, руб', 'retail', 'слово «Розница»'],
        ['Цена опт', 'opt', 'слово «опт»'],
      ],
    ],
    [
      'a single price',
      { Цена: 5200 },
      [5200, null, null],
      [['Цена', 'retail', 'единственная из читаемых, слов «опт» и «закупка» нет']],
    ],
    [
      'a named price beside it',
      { Цена: 4500, Розница: 5200 },
      [5200, 4500, null],
      [
        ['Розница', 'retail', 'слово «Розница»'],
        ['Цена', 'opt', 'единственная цена рядом с «Розница»'],
      ],
    ],
    [
      'a name without further words',
      { Цена: 5200, 'Цена VIP': 4500 },
      [5200, null, null],
      [['Цена', 'retail', 'единственная цена без уточнения в названии']],
    ],
  ])('tells it: %s', async (_, prices, [retail, opt, cost], evidence) => {
    const guess = await guessed(csv(prices))
    expect(guess.missing).toEqual([])
    expect(guess.prices[0]).toEqual([retail, opt, cost])
    expect(guess.evidence).toEqual(evidence.map(([column, field, because]) => ({ column, field, because })))
  })

  it('tells the type of a typed price and a known format', async () => {
    const typed = await guessed(
      json((i) => ({
        prices: [
          { type: 'opt', value: 4500 + i },
          { type: 'retail', value: 5200 + i },
        ],
      })),
      'typed.json',
    )
    expect(typed.evidence).toMatchObject([
      { field: 'retail', because: 'тип цены «retail»' },
      { field: 'opt', because: 'тип цены «opt»' },
    ])
    const offers = NUMBERS.map(
      (i) =>
        `<offer id="${i}"><price>${5200 + i}</price><currencyId>RUR</currencyId><name>${nameOf(i)}</name></offer>`,
    )
    const yml = await guessed(
      `<yml_catalog><shop><offers>${offers.join('')}</offers></shop></yml_catalog>`,
      'a.xml',
    )
    expect(yml.evidence).toEqual([{ column: 'price', field: 'retail', because: 'известный формат YML' }])
  })

  it('leaves further prices beside named ones, and says so', async () => {
    const { missing, prices, ignored } = await guessed(csv({ Розница: 5200, 'Цена 1': 4900, 'Цена 2': 4500 }))
    expect([missing, prices[0]]).toEqual([[], [5200, null, null]])
    expect(ignored).toEqual(['Цена 1', 'Цена 2'].map((column) => ({ column, why: 'неясно, какая это цена' })))
  })

  it('takes no column twice that only repeats another', async () => {
    const { missing, prices, ignored } = await guessed(csv({ Цена: 5200, 'Цена, руб.': 5200 }))
    expect([missing, prices[0]]).toEqual([[], [5200, null, null]])
    expect(ignored).toEqual([{ column: 'Цена, руб.', why: 'те же числа, что в «Цена»' }])
  })

  it('leaves the cost of a delivery out without a word', async () => {
    const { prices, ignored } = await guessed(csv({ Цена: 5200, 'Стоимость доставки': 1500 }))
    expect([prices[0], ignored]).toEqual([[5200, null, null], []])
  })

  it('names the price beside those of towns', async () => {
    const { offers, ignored } = await guessed(csv({ Цена: 5200, Омск: 5300, Тула: 5400 }))
    expect(offers.slice(0, 2).map(({ retail }) => retail)).toEqual([5300, 5400])
    expect(ignored).toEqual([{ column: 'Цена', why: 'взяты цены мест' }])
  })

  it('names a price in another currency', async () => {
    const { ignored } = await guessed(csv({ 'Цена, руб.': 5200, 'Цена, EUR': 1052 }))
    expect(ignored).toEqual([{ column: 'Цена, EUR', why: 'другая валюта' }])
  })
})

describe('prices of towns', () => {
  const stores = (name: string, more: object = {}) =>
    json((i) => ({
      ...more,
      shops: [
        { town: 'Омск', [name]: 5200 + i, count: 4 },
        { town: 'Тула', [name]: 5300 + i, count: 0 },
      ],
    }))

  it.each([['cost'], ['price'], ['amount_rub']])('are retail, never wholesale: %s', async (name) => {
    const { missing, offers } = await guessed(stores(name), 'towns.json')
    expect(missing).toEqual([])
    expect(offers.slice(0, 2)).toMatchObject([
      { city: 'Омск', retail: 5200, opt: null, cost: null },
      { city: 'Тула', retail: 5300, opt: null, cost: null },
    ])
  })

  it.each<[string, (i: number) => object]>([
    ['members', (i) => ({ prices: { Омск: 5200 + i, Тула: 5300 + i } })],
    [
      'members beside their stock',
      (i) => ({ prices: { Омск: 5200 + i, Тула: 5300 + i }, stock: { Омск: 4, Тула: 8 } }),
    ],
    ['members beside a price', (i) => ({ price: 5500 + i, prices: { Омск: 5200 + i, Тула: 5300 + i } })],
  ])('are retail where they are named by the town: %s', async (_, record) => {
    const { offers } = await guessed(json(record), 'members.json')
    expect(offers.slice(0, 2)).toMatchObject([
      { city: 'Омск', retail: 5200, opt: null },
      { city: 'Тула', retail: 5300, opt: null },
    ])
  })

  it('keeps a cost beside another price', async () => {
    const { prices } = await guessed(csv({ Cost: 4100, Price: 5200 }))
    expect(prices[0]).toEqual([5200, null, 4100])
  })
})

describe('former prices and prices without VAT', () => {
  it.each([
    ['Цена без НДС', 'Цена с НДС'],
    ['price_without_vat', 'price_with_vat'],
    ['price_net', 'price_gross'],
    ['Цена без НДС', 'Цена'],
  ])('takes the price with VAT: %s, %s', async (without, withVat) => {
    const { prices, ignored, mapping } = await guessed(csv({ [without]: 4333, [withVat]: 5200 }))
    expect(prices[0]).toEqual([5200, null, null])
    expect(ignored).toEqual([{ column: without, why: `цена без НДС: взята «${withVat}»` }])
    expect(mapping).toMatchObject({ instead: { [without]: { by: withVat, rule: 'vat' } } })
  })

  it('keeps wholesale and retail prices with different VAT', async () => {
    const { prices } = await guessed(csv({ 'Опт без НДС': 4100, 'Розница с НДС': 5200 }))
    expect(prices[0]).toEqual([5200, 4100, null])
  })

  it.each([
    ['Старая цена', 'Цена'],
    ['Цена до скидки', 'Цена'],
    ['Зачёркнутая цена', 'Новая цена'],
    ['oldprice', 'price'],
    ['regular_price', 'price'],
    ['compare_at_price', 'price'],
    ['priceWithoutDiscount', 'price'],
  ])('takes no former price: %s', async (former, price) => {
    const { prices, ignored } = await guessed(csv({ [former]: 6200, [price]: 5200 }))
    expect(prices[0]).toEqual([5200, null, null])
    expect(ignored).toEqual([{ column: former, why: 'прежняя цена' }])
  })

  it.each([
    ['Цена', 'Цена по акции'],
    ['Цена', 'Акция'],
    ['Цена без скидки', 'Цена со скидкой'],
    ['regular_price', 'sale_price'],
    ['Розничная цена', 'Цена со скидкой'],
  ])('takes the price with a discount where there is one: %s, %s', async (price, discount) => {
    const content = csv({ [price]: 6200, [discount]: (i) => (i === 1 ? '' : i === 2 ? 0 : 5200 + i * 110) })
    const { prices, evidence } = await guessed(content)
    expect(prices.slice(0, 4)).toEqual([5200, 6310, 6420, 5530].map((retail) => [retail, null, null]))
    expect(evidence?.map(({ column, field }) => [column, field])).toEqual([
      [discount, 'retail'],
      [price, 'retail'],
    ])
  })

  it.each(['Скидка', 'Сумма скидки', 'Скидка, руб', 'Акция'])(
    'does not take the amount of a discount for a price: %s',
    async (name) => {
      const { prices } = await guessed(csv({ Цена: 6200, [name]: 930 }))
      expect(prices[0]).toEqual([6200, null, null])
    },
  )

  it('counts the records whose former price was left', async () => {
    const path = join(folder, 'counted.csv')
    await writeFile(path, csv({ Цена: 6200, 'Цена со скидкой': (i) => (i < 2 ? '' : 5200) }))
    const mapping = readMapping((await guessMapping(path)).mapping)
    if (Array.isArray(mapping)) throw new Error(mapping.join())
    const { instead } = mapping
    expect(instead).toEqual({ Цена: { by: 'Цена со скидкой', rule: 'discount' } })
    const draft = createDraft()
    await importFile({ path, site: 'a.ru', date: '2026-01-02', mapping, draft, rejectsDir: folder })
    expect(draft.offers).toBe(6)
  })
})

describe('minor units', () => {
  const woo = (i: number) => ({
    prices: { price: String(520000 + i * 100), sale_price: String(520000 + i * 100), currency_minor_unit: 2 },
  })
  it.each<[string, (i: number) => object]>([
    ['a field with the power', woo],
    ['a field in camel case', (i) => ({ price: 520000 + i * 100, currencyMinorUnit: 2 })],
    ['an amount beside its exponent', (i) => ({ amount: 520000 + i * 100, exponent: 2 })],
    ['the name', (i) => ({ price_kopecks: 520000 + i * 100 })],
    [
      'an amount with its exponent',
      (i) => ({ price: { amount: 520000 + i * 100, exponent: 2, currency: 'RUB' } }),
    ],
  ])('are divided: %s', async (_, record) => {
    const { prices, missing } = await guessed(json(record), 'minor.json')
    expect(missing).toEqual([])
    expect(prices.slice(0, 2)).toEqual([
      [5200, null, null],
      [5201, null, null],
    ])
  })

  it('are not divided where the field says 0', async () => {
    const { prices } = await guessed(
      json((i) => ({ price: 5200 + i, currency_minor_unit: 0 })),
      'zero.json',
    )
    expect(prices[0]).toEqual([5200, null, null])
  })
})

describe('statuses of stock', () => {
  it.each<[string, unknown[], (number | null)[]]>([
    ['stock_status', ['instock', 'outofstock', 'onbackorder'], [null, 0, 0]],
    ['availability', ['in_stock', 'out_of_stock', 'preorder'], [null, 0, 0]],
    ['availability', ['in stock', 'out of stock', 'backorder'], [null, 0, 0]],
    [
      'availability',
      ['https://schema.org/InStock', 'http://schema.org/OutOfStock', 'https://schema.org/PreOrder'],
      [null, 0, 0],
    ],
    ['is_in_stock', [true, false, true], [null, 0, null]],
    ['is_in_stock', [1, 0, 1], [null, 0, null]],
    ['status', ['IN_STOCK', 'OUT_OF_STOCK', 'IN_STOCK'], [null, 0, null]],
    ['Наличие', ['есть', 'нет', 'под заказ'], [null, 0, 0]],
  ])('set the stock to 0 or leave it unknown: %s', async (name, values, stock) => {
    const found = await guessed(
      json((i) => ({ price: 5200 + i, [name]: values[i % 3] })),
      'status.json',
    )
    expect(found.stock.slice(0, 3)).toEqual(stock)
  })

  it('count before the quantity', async () => {
    const content = json((i) => ({
      price: 5200 + i,
      quantity: 4 + i,
      stock_status: ['instock', 'outofstock'][i % 2],
    }))
    expect((await guessed(content, 'both.json')).stock.slice(0, 3)).toEqual([4, 0, 6])
    const flags = json((i) => ({ price: 5200 + i, is_available: (i + 1) % 2, qty: 4 + i }))
    expect((await guessed(flags, 'flags.json')).stock.slice(0, 3)).toEqual([4, 0, 6])
  })
})
