import { describe, expect, it } from 'vitest'
import { emptySite, emptyWarehouse, type SitePrices, type WarehousePrices } from '../reports/report-row.ts'
import { readSites } from './cities.ts'

const site = (prices: Partial<SitePrices>): SitePrices => ({ ...emptySite(), ...prices })
const warehouse = (prices: Partial<WarehousePrices>): WarehousePrices => ({ ...emptyWarehouse(), ...prices })

/** Returns the prices read for a site with this value. */
const readOne = (value: unknown) => readSites({ 'https://www.a.ru': value }).get('a.ru')
const readWarehouse = (value: unknown) =>
  readOne({ warehouses: { 'Склад 1': value } })?.warehouses.get('Склад 1')

const STOCK_NAMES = ['rest', 'stock', 'quantity', 'count']
const OPT_NAMES = ['opt', 'opt_price', 'price_opt']

describe('specification 7.8: a site value is a plain price, counted as retail', () => {
  it.each([
    [5000, 5000],
    [0, 0],
    ['5000', 5000],
    ['5 000,50', 5000.5],
    ['по запросу', 'по запросу'],
  ])('%j', (value, retail) => {
    expect(readOne(value)).toEqual(site({ retail }))
  })

  it.each([null, '', '-', ' ', [5000], true])('%j is a site without a price', (value) => {
    expect(readOne(value)).toEqual(emptySite())
  })
})

describe('specification 7.8: a site value is an object', () => {
  it.each<[string, object, Partial<SitePrices>]>([
    ['retail as a number', { retail: 5000 }, { retail: 5000 }],
    ['retail as a text', { retail: '5000,5' }, { retail: 5000.5 }],
    ['retail as an object with price', { retail: { price: 5000 } }, { retail: 5000 }],
    ['retail as an object with value', { retail: { value: 5000 } }, { retail: 5000 }],
    ['price', { price: 5000 }, { retail: 5000 }],
    ['an empty retail beside a price', { retail: '-', price: 5000 }, { retail: 5000 }],
    ['cost', { cost: 4000 }, { cost: 4000 }],
    ['opt_rest', { opt_rest: 7 }, { wholesaleStock: 7 }],
    ['optRest', { optRest: 7 }, { wholesaleStock: 7 }],
    [
      'zeros',
      { retail: 0, opt: 0, cost: 0, rest: 0, opt_rest: 0 },
      { retail: 0, wholesale: 0, cost: 0, stock: 0, wholesaleStock: 0 },
    ],
    ['empty members', { retail: null, opt: '', cost: '-', rest: ' ' }, {}],
    ['nothing that is known', { colour: 'red' }, {}],
    [
      'everything',
      { retail: 5000, opt: 4500, cost: 4000, rest: 12, opt_rest: 8 },
      { retail: 5000, wholesale: 4500, cost: 4000, stock: 12, wholesaleStock: 8 },
    ],
  ])('with %s', (_, value, prices) => {
    expect(readOne(value)).toEqual(site(prices))
  })

  it.each(STOCK_NAMES)('with %s as the stock', (name) => {
    expect(readOne({ retail: 5000, [name]: 4 })).toEqual(site({ retail: 5000, stock: 4 }))
    expect(readOne({ price: 5000, [name]: 0 })).toEqual(site({ retail: 5000, stock: 0 }))
  })

  it.each(STOCK_NAMES)('with retail as an object that holds its stock as %s', (name) => {
    expect(readOne({ retail: { price: 5000, [name]: 4 } })).toEqual(site({ retail: 5000, stock: 4 }))
    expect(readOne({ retail: { value: 5000, [name]: '4' } })).toEqual(site({ retail: 5000, stock: 4 }))
  })

  it.each(OPT_NAMES)('with the wholesale price as %s, a number or an object with stock', (name) => {
    expect(readOne({ [name]: 4500 })).toEqual(site({ wholesale: 4500 }))
    expect(readOne({ [name]: { price: 4500 } })).toEqual(site({ wholesale: 4500 }))
    expect(readOne({ [name]: { value: 4500 } })).toEqual(site({ wholesale: 4500 }))
    for (const stock of STOCK_NAMES) {
      expect(readOne({ [name]: { price: 4500, [stock]: 9 } })).toEqual(
        site({ wholesale: 4500, wholesaleStock: 9 }),
      )
    }
  })

  it('reads the stock of the retail price and that of the wholesale price separately', () => {
    const value = { retail: { price: 5000, rest: 3 }, opt: { price: 4500, rest: 9 } }
    expect(readOne(value)).toEqual(site({ retail: 5000, stock: 3, wholesale: 4500, wholesaleStock: 9 }))
  })

  it("prefers the site's own stock to the stock of a price", () => {
    const value = { retail: { price: 5000, rest: 3 }, rest: 0, opt: { price: 4500, rest: 9 }, opt_rest: 1 }
    expect(readOne(value)).toEqual(site({ retail: 5000, stock: 0, wholesale: 4500, wholesaleStock: 1 }))
  })
})

describe('specification 7.8: warehouses {warehouse name: …}', () => {
  it.each(['retail', 'retail_price', 'price'])('with %s', (name) => {
    expect(readWarehouse({ [name]: 5000 })).toEqual(warehouse({ retail: 5000 }))
    expect(readWarehouse({ [name]: { price: 5000, rest: 2 } })).toEqual(warehouse({ retail: 5000, stock: 2 }))
  })

  it.each(OPT_NAMES)('with %s', (name) => {
    expect(readWarehouse({ [name]: 4500 })).toEqual(warehouse({ wholesale: 4500 }))
  })

  it.each(STOCK_NAMES)('with %s', (name) => {
    expect(readWarehouse({ retail: 5000, [name]: 0 })).toEqual(warehouse({ retail: 5000, stock: 0 }))
  })

  it('with cost, as in price changes', () => {
    expect(readWarehouse({ retail: 5000, cost: 4000 })).toEqual(warehouse({ retail: 5000, cost: 4000 }))
  })

  it('with change_percent, as our own server sends it', () => {
    expect(readWarehouse({ opt: 4500, change_percent: -2.5 })).toEqual(
      warehouse({ wholesale: 4500, change: -2.5 }),
    )
    expect(readOne({ opt: 4500, change_percent: 0 })).toEqual(site({ wholesale: 4500, change: 0 }))
  })

  it("have one stock, which is the wholesale price's if there is no other", () => {
    expect(readWarehouse({ opt: { price: 4500, stock: 6 } })).toEqual(
      warehouse({ wholesale: 4500, stock: 6 }),
    )
    expect(readWarehouse({ opt: { price: 4500, stock: 6 }, rest: 2 })).toEqual(
      warehouse({ wholesale: 4500, stock: 2 }),
    )
  })

  it('with a plain price', () => {
    expect(readWarehouse('5000')).toEqual(warehouse({ retail: 5000 }))
  })

  it("are all read, beside the site's own prices", () => {
    const read = readOne({
      retail: 5100,
      warehouses: { 'Склад 2': { price: 5000 }, ' Склад 1 ': { opt: 4500 } },
    })
    expect(read?.retail).toBe(5100)
    expect(read?.warehouses).toEqual(
      new Map([
        ['Склад 2', warehouse({ retail: 5000 })],
        ['Склад 1', warehouse({ wholesale: 4500 })],
      ]),
    )
  })

  it.each(['', '  '])('called %j are not warehouses: their prices belong to the site', (name) => {
    const read = readOne({ retail: 5100, warehouses: { [name]: { price: 5000, opt: 4500, rest: 3 } } })
    expect(read).toEqual(site({ retail: 5100, wholesale: 4500, stock: 3 }))
  })

  it.each([null, [], 'Склад 1', 5, {}])('are empty for %j', (warehouses) => {
    expect(readOne({ retail: 5000, warehouses })).toEqual(site({ retail: 5000 }))
  })
})

describe('specification 7.12: site keys with the same host are one site', () => {
  it('fills empty values of the first from the second', () => {
    const read = readSites({
      'https://www.a.ru': { retail: 5000 },
      'http://a.ru/': { retail: 1, opt: 4500, warehouses: { С1: { price: 4900 } } },
    })
    expect([...read]).toEqual([
      [
        'a.ru',
        site({ retail: 5000, wholesale: 4500, warehouses: new Map([['С1', warehouse({ retail: 4900 })]]) }),
      ],
    ])
  })

  it('does the same in their warehouses', () => {
    const read = readSites({
      'https://www.a.ru': { warehouses: { С1: { price: 4900 } } },
      'https://a.ru': { warehouses: { С1: { price: 1, opt: 4500 }, С2: { opt: 4400 } } },
    })
    expect(read.get('a.ru')?.warehouses).toEqual(
      new Map([
        ['С1', warehouse({ retail: 4900, wholesale: 4500 })],
        ['С2', warehouse({ wholesale: 4400 })],
      ]),
    )
  })

  it.each([null, [], 'a.ru', 5])('are empty for %j', (value) => {
    expect(readSites(value)).toEqual(new Map())
  })
})
