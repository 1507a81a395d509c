import { describe, expect, it } from 'vitest'
import { emptySite, emptyWarehouse } from '../reports/report-row.ts'
import { readAvailability } from './cities.ts'

/** Reads the single site in the single city of one retailer. */
const readOne = (retailer: unknown) =>
  readAvailability([{ city: 'Москва', retailers: [retailer] }])
    .get('Москва')
    ?.sites.get('a.ru')

describe('specification 7.11: availability of a price-changes row', () => {
  const prices = { retail: 5000, opt: 4500, cost: 4000 }
  const read = { retail: 5000, wholesale: 4500, cost: 4000, stock: 12 }

  it('a retailer without a storage has its prices and stock at the site', () => {
    const site = { ...emptySite(), ...read }
    expect(readOne({ website: 'https://www.a.ru', prices, stock: 12 })).toEqual(site)
    for (const storage of ['', ' ', '-', null]) {
      expect(readOne({ website: 'a.ru', storage, prices, stock: 12 })).toEqual(site)
    }
  })

  it.each(['website', 'site'])('the retailer is named by %s', (name) => {
    expect(readOne({ [name]: 'https://www.a.ru/x', prices, stock: 12 })?.retail).toBe(5000)
  })

  it.each(['storage', 'storage_name'])('a warehouse is named by %s', (name) => {
    const site = readOne({ website: 'a.ru', [name]: ' Склад 1 ', prices, stock: 12 })
    expect(site).toEqual({
      ...emptySite(),
      warehouses: new Map([['Склад 1', { ...emptyWarehouse(), ...read }]]),
    })
  })

  it('uses the second name if the first is empty', () => {
    const site = readOne({ website: '', site: 'a.ru', storage: '-', storage_name: 'Склад 1', prices })
    expect([...(site?.warehouses.keys() ?? [])]).toEqual(['Склад 1'])
  })

  it('reads 0 as a value, and empty values as null', () => {
    const empty = { retail: 0, opt: '-', cost: null }
    expect(readOne({ website: 'a.ru', prices: empty, stock: 0 })).toEqual({
      ...emptySite(),
      retail: 0,
      stock: 0,
    })
  })

  it('reads the change since the previous day, as our own server sends it', () => {
    expect(readOne({ website: 'a.ru', prices, change_percent: -2.5 })?.change).toBe(-2.5)
  })

  it.each([undefined, null, [], 'нет', 5])('reads a retailer whose prices are %j', (none) => {
    expect(readOne({ website: 'a.ru', prices: none, stock: 3 })).toEqual({ ...emptySite(), stock: 3 })
  })

  it('groups the storages of a site and the sites of a city', () => {
    const cities = readAvailability([
      {
        city: 'Москва',
        retailers: [
          { website: 'https://a.ru', storage: 'Склад 1', prices: { opt: 1 } },
          { website: 'https://www.a.ru', storage: 'Склад 2', prices: { opt: 2 } },
          { website: 'https://b.ru', prices: { opt: 3 } },
        ],
      },
      { city: 'Казань', retailers: [{ website: 'https://a.ru', prices: { opt: 4 } }] },
      { city: 'Москва', retailers: [{ website: 'https://a.ru', storage: 'Склад 3', prices: { opt: 5 } }] },
    ])
    const shown = [...cities].map(([city, { sites }]) => [
      city,
      [...sites].map(([site, { wholesale, warehouses }]) => [
        site,
        wholesale,
        [...warehouses].map(([w, p]) => [w, p.wholesale]),
      ]),
    ])
    expect(shown).toEqual([
      [
        'Москва',
        [
          [
            'a.ru',
            null,
            [
              ['Склад 1', 1],
              ['Склад 2', 2],
              ['Склад 3', 5],
            ],
          ],
          ['b.ru', 3, []],
        ],
      ],
      ['Казань', [['a.ru', 4, []]]],
    ])
  })

  it("merges two retailers' entries for one storage", () => {
    const cities = readAvailability([
      {
        city: 'Москва',
        retailers: [
          { website: 'a.ru', storage: 'Склад 1', prices: { opt: 4500 }, stock: 12 },
          { website: 'a.ru', storage: 'Склад 1', prices: { retail: 5000, opt: 1 } },
        ],
      },
    ])
    expect(cities.get('Москва')?.sites.get('a.ru')?.warehouses.get('Склад 1')).toEqual({
      ...emptyWarehouse(),
      retail: 5000,
      wholesale: 4500,
      stock: 12,
    })
  })

  it.each([
    null,
    {},
    'x',
    [null, 5, 'x', []],
    [{ city: '', retailers: [{ website: 'a.ru' }] }],
    [{ retailers: [{ website: 'a.ru' }] }],
    [{ city: 'Москва' }],
    [{ city: 'Москва', retailers: { website: 'a.ru' } }],
  ])('is empty in %j', (value) => {
    expect(readAvailability(value)).toEqual(new Map())
  })

  it('skips invalid retailers', () => {
    const retailers = [null, 5, 'a.ru', {}, { prices }, { website: '-', prices }]
    expect(readAvailability([{ city: 'Москва', retailers }]).get('Москва')?.sites).toEqual(new Map())
  })
})
