// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Goods, importXml, offersXml } from '../../tests/support/commerceml.ts'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function guessed(content: string | Uint8Array, name = 'prices') {
  const path = join(folder, name)
  await writeFile(path, content)
  const guess = await guessMapping(path)
  const { tyres, remarks } = await sampleFile(path, guess.mapping)
  const offers = tyres.map(({ offers: [offer], problem }) => problem ?? offer)
  return { guess, tyres, remarks, offers, priced: guess.fields.map(({ field }) => field).filter(isPrice) }
}

const isPrice = (field: string) => field === 'retail' || field === 'opt' || field === 'cost'
const NO_PRICE = 'Выберите колонку с ценой'

const nameOf = (i: number) => `Cordiant Пример ${i} ${195 + 10 * (i % 3)}/65R15 91T`
const PRICES = [4800, 5100, 5600, 6200, 7000].map((retail, i) => ({
  i,
  retail,
  opt: retail - 500,
  cost: retail - 900,
}))
type Price = (typeof PRICES)[number]

const json = (prices: (price: Price) => unknown) =>
  JSON.stringify(
    PRICES.map((price) => ({
      code: `C${price.i}x`,
      name: nameOf(price.i),
      stock: 4,
      ...(prices(price) as object),
    })),
  )
const xml = (prices: (price: Price) => string) =>
  `<list>${PRICES.map((price) => `<item><code>C${price.i}x</code><name>${nameOf(price.i)}</name>${prices(price)}<stock>4</stock></item>`).join('')}</list>`
const csv = (header: string, cells: readonly string[]) =>
  [`Название;${header};Остаток`, ...cells.map((cell, i) => `${nameOf(i)};${cell};4`)].join('\n')

describe('guess of prices listed by type', () => {
  it.each<[string, string]>([
    [
      'types',
      json(({ opt, retail }) => ({
        prices: [
          { type: 'opt', value: opt },
          { type: 'retail', value: retail },
        ],
      })),
    ],
    [
      'names',
      json(({ opt, retail }) => ({
        prices: [
          { name: 'Оптовая', price: opt },
          { name: 'Розничная', price: retail },
        ],
      })),
    ],
    [
      'priceType',
      json(({ opt, retail }) => ({
        costs: [
          { id: 7, priceType: 'b2b', sum: opt },
          { id: 8, priceType: 'РРЦ', sum: retail },
        ],
      })),
    ],
    [
      'attributes',
      xml(({ opt, retail }) => `<price type="opt">${opt}</price><price type="retail">${retail}</price>`),
    ],
    [
      'elements',
      xml(
        ({ opt, retail }) =>
          `<prices><price><type>Опт</type><value>${opt}</value></price><price><type>Розница</type><value>${retail}</value></price></prices>`,
      ),
    ],
  ])('maps each price by its type: %s', async (_, content) => {
    const { offers } = await guessed(content)
    expect(offers).toMatchObject(PRICES.map(({ opt, retail }) => ({ opt, retail, stock: 4 })))
  })

  it('distinguishes costs from wholesale prices', async () => {
    const { offers } = await guessed(
      json(({ opt, cost }) => ({
        prices: [
          { type: 'Закупочная', value: cost },
          { type: 'Оптовая', value: opt },
        ],
      })),
    )
    expect(offers).toMatchObject(PRICES.map(({ opt, cost }) => ({ retail: null, opt, cost })))
  })

  const TIERS = [4, 1, 20]
  const tiers = (quantity: string, retail: number) =>
    TIERS.map((count) => ({ [quantity]: count, price: retail + 100 - count * 10, currency: 'RUB' }))
  it.each([
    ...['min_quantity', 'quantity', 'qty', 'qty_from', 'from', 'от', 'количество', 'количество_от'].map(
      (name) => [name, json(({ retail }) => ({ prices: tiers(name, retail) }))],
    ),
    ['min_quantity of another list', json(({ retail }) => ({ tiers: tiers('min_quantity', retail) }))],
    [
      'attributes',
      xml(({ retail }) =>
        tiers('', retail)
          .map(({ '': count, price }) => `<price min_quantity="${count}">${price}</price>`)
          .join(''),
      ),
    ],
  ])('takes the price of the lowest quantity as the retail price: %s', async (_, content) => {
    const { guess, offers, priced } = await guessed(content as string)
    expect(offers).toMatchObject(PRICES.map(({ retail }) => ({ retail: retail + 90, opt: null })))
    expect(priced).toEqual(['retail'])
    for (const count of [4, 20])
      expect(guess.notes.join()).toContain(`Какая это цена, неясно: «от ${count} шт»`)
  })

  it.each<[string, string]>([
    [
      't1 and t2',
      json(({ opt, retail }) => ({
        prices: [
          { type: 't1', value: opt },
          { type: 't2', value: retail },
        ],
      })),
    ],
    ['VIP', xml(({ opt }) => `<price type="VIP">${opt}</price>`)],
    [
      'names of dealers',
      json(({ opt }) => ({
        prices: [
          { name: 'Колесо', price: opt },
          { name: 'Шинный двор', price: opt },
        ],
      })),
    ],
  ])('does not take a price of an unknown type for the retail price: %s', async (_, content) => {
    const { guess, priced } = await guessed(content)
    expect(priced).toEqual([])
    expect(guess.missing).toEqual([NO_PRICE])
    expect(guess.notes.join()).toContain('Какая это цена, неясно')
  })

  it('takes the only recognised type of several', async () => {
    const { offers } = await guessed(
      xml(({ opt, retail }) => `<price type="VIP">${opt}</price><price type="retail">${retail}</price>`),
    )
    expect(offers).toMatchObject(PRICES.map(({ retail }) => ({ retail, opt: null })))
  })

  it('reads the prices of a list of cities as offers', async () => {
    const { tyres } = await guessed(
      json(({ opt, retail }) => ({
        prices: [
          { city: 'Москва', price: retail },
          { city: 'Казань', price: opt },
        ],
      })),
    )
    expect(tyres[0]?.offers).toMatchObject([
      { city: 'Москва', retail: 4800 },
      { city: 'Казань', retail: 4300 },
    ])
  })
})

describe('guess of CommerceML', () => {
  const goods = PRICES.map(
    ({ i, retail, opt }): Goods => ({
      id: `g${i}`,
      article: `31510${i}K`,
      name: nameOf(i),
      width: String(195 + 10 * (i % 3)),
      prices: { t1: retail, t2: opt },
      stocks: { w1: 2, w2: 6 },
    }),
  )
  const TYPES = { t1: 'Розничная', t2: 'Оптовая' }
  const offers = offersXml(goods, TYPES, { w1: 'Склад Казань', w2: 'Склад Омск' })

  it('reads offers alone', async () => {
    const { guess, tyres } = await guessed(offers)
    expect(guess.format).toBe('commerceml')
    expect(tyres[1]?.offers).toMatchObject([
      { city: 'Казань', retail: 5100, opt: 4600, stock: 2 },
      { city: 'Омск', retail: 5100, opt: 4600, stock: 6 },
    ])
  })

  it('joins goods and offers of one archive, whatever their order', async () => {
    const archive = zipSync({
      'webdata/offers0_1.xml': Buffer.from(offers),
      'webdata/import0_1.xml': Buffer.from(importXml(goods)),
      'webdata/import_files/a.xml': Buffer.from('<other/>'),
    })
    const { tyres } = await guessed(archive, 'export.zip')
    expect(tyres).toHaveLength(PRICES.length)
    expect(tyres[1]).toMatchObject({
      specs: {
        article: '315101K',
        brand: 'Cordiant',
        season: 'Зимняя',
        width: '205',
        height: '65',
        diameter: '15',
      },
      offers: [{ retail: 5100 }, { retail: 5100 }],
    })
  })

  it('does not confuse price types', async () => {
    const { guess, priced } = await guessed(offersXml(goods, { t1: 'Типовое соглашение', t2: 'Закупочная' }))
    expect(priced).toEqual(['cost'])
    expect(guess.notes.join()).toContain('«Типовое соглашение»')
  })
})

describe('guess of price formats', () => {
  it.each<[string, string[], (number | string)[]]>([
    [
      'points',
      ['12 345,67 ₽', '5.000', "5'234.00", 'от 5 000', '6 234-00'],
      [12345.67, 5000, 5234, 5000, 6234],
    ],
    ['round thousands', ['5.000', '6.000', '7.000', '12.000'], [5000, 6000, 7000, 12000]],
    ['commas', ['5,200', '4 990.00', '12,000'], [5200, 4990, 12000]],
    ['both', ['5.200', '4,990', '12.000'], [5200, 4990, 12000]],
    [
      'words',
      ['6,5 тыс.', 'по запросу', '$45', '4 990.00р.', '3990руб'],
      [6500, 'нет цены', 'розн. цена: не в рублях', 4990, 3990],
    ],
    ['three decimals', ['5300.125', '990.500', '6100.000'], [5300.13, 990.5, 6100]],
  ])('detects the thousands separator of each column: %s', async (_, cells, prices) => {
    const { offers } = await guessed(csv('Цена', cells))
    expect(offers.map((offer) => (typeof offer === 'string' ? offer : offer?.retail))).toEqual(prices)
  })

  it('does not change the separator of stock in such a list', async () => {
    const rows = [5200, 6100, 7300].map((_, i) => `${nameOf(i)};${5 + i}.000;${3 + i},000`)
    const { offers } = await guessed(['Название;Цена;Остаток', ...rows].join('\n'))
    expect(offers).toMatchObject([0, 1, 2].map((i) => ({ retail: 5000 + i * 1000, stock: 3 + i })))
  })

  it('divides the price of a set by the number in the header or the cell, and adds a note', async () => {
    const { offers, remarks, guess } = await guessed(
      csv('Цена за комплект 4 шт', ['21 840', '25 600', '10 000 за 2 шт.']),
    )
    expect(offers).toMatchObject([{ retail: 5460 }, { retail: 6400 }, { retail: 5000 }])
    expect(guess.notes).toContain('Цена за 4 шт. в колонке «Цена за комплект 4 шт»: разделена на 4')
    expect(remarks.map(({ text, count }) => [text, count])).toEqual([
      ['Цена за 4 шт.: разделена на 4', 2],
      ['Цена за 2 шт.: разделена на 2', 1],
    ])
  })

  it('reads a price for buyers of four as that of one tyre', async () => {
    const tiers = await guessed(csv('Цена 4 шт;Цена 8 шт', ['5000;4800', '6000;5700', '7000;6800']))
    expect(tiers.guess.mapping.pieces).toBeUndefined()
    const { guess, offers } = await guessed(
      csv('Цена 1 шт;Цена 4 шт', ['5000;4800', '6000;5700', '7000;6800']),
    )
    expect(offers).toMatchObject([5000, 6000, 7000].map((retail) => ({ retail, opt: null })))
    expect(guess.ignored).toEqual([{ column: 'Цена 4 шт', why: 'неясно, какая это цена' }])
  })

  it('ignores a price in another currency', async () => {
    const { guess, priced } = await guessed(csv('Цена, USD', ['145', '150', '170']))
    expect(priced).toEqual([])
    expect(guess.missing).toEqual([NO_PRICE])
    expect(guess.notes).toContain('Колонка «Цена, USD» не в рублях: цены из неё не взяты')
    const both = await guessed(csv('Цена, USD;Цена, руб.', ['145;14500', '150;15000', '170;17000']))
    expect(both.offers).toMatchObject([{ retail: 14500, opt: null }, { retail: 15000 }, { retail: 17000 }])
    const named = await guessed(csv('Цена;Валюта', ['14500;RUB', '15000;руб.', '170;USD']))
    expect(named.offers).toMatchObject([{ retail: 14500 }, { retail: 15000 }, 'цена не в рублях'])
  })
})
