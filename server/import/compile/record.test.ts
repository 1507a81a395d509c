// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { Rejection } from '../errors.ts'
import { type Mapping, readMapping } from '../mapping.ts'
import { Columns, type RawCell } from '../readers/columns.ts'
import { flattenObject } from '../readers/flatten.ts'
import { createRemarks } from '../remarks.ts'
import { compileRecord } from './record.ts'

/** Returns a function that reads records, given as objects, with a mapping. */
function reader(mapping: Mapping, list: Record<string, RawCell>[] = [], remarks = createRemarks()) {
  const checked = readMapping(mapping)
  if (Array.isArray(checked)) throw new Error(checked.join())
  const columns = new Columns()
  const itemColumns = new Columns()
  const read = compileRecord(checked, columns, itemColumns, remarks)
  return (record: Record<string, RawCell>) => {
    const items = list.map((item) => flattenObject(item, itemColumns))
    try {
      return read(flattenObject(record, columns), items)
    } catch (error) {
      return error instanceof Rejection ? error.reason : error
    }
  }
}

/** Like `reader`, with the remarks; every record is on line 7. */
function remarked(mapping: Mapping) {
  const remarks = createRemarks()
  remarks.at(7)
  return { read: reader(mapping, [], remarks), remarks }
}

const tula = { city: { value: 'Тула' } }
const simple: Mapping = {
  fields: { article: 'a', name: 'n', brand: 'b', diameter: 'd', retail: 'r', opt: 'o', stock: 's', ...tula },
}
const offer = { city: 'Тула', warehouse: '', retail: null, wholesale: null, cost: null, stock: null }

describe('compileRecord', () => {
  it('reads one offer from a record', () => {
    expect(reader(simple)({ a: ' A-1 ', b: 'MAXXIS', r: '5 300,50', s: '>40' })).toEqual({
      specs: {
        article: 'A-1',
        brand: 'Maxxis',
        name: '',
        width: '',
        height: '',
        diameter: '',
        season: '',
        vehicleType: '',
        speedIndex: '',
        loadIndex: '',
      },
      ids: { code: '', gtin: '', condition: 'new', year: '' },
      offers: [{ ...offer, retail: 5300.5, stock: 40 }],
    })
  })

  it.each<[Record<string, RawCell>, string]>([
    [{ b: 'Пример', r: '1' }, 'нет ни артикула, ни названия'],
    [{ a: '1' }, 'нет цены'],
    [{ a: '1', r: '-' }, 'нет цены'],
    [{ a: '1', r: 'звоните' }, 'нет цены'],
    [{ a: '1', r: 'скоро' }, 'розн. цена: не число'],
    [{ a: '1', r: '45' }, 'розн. цена: меньше 100 ₽'],
    [{ a: '1', r: '5000', d: '2026-10-16' }, 'размер испорчен Excel, вместо него дата «2026-10-16»'],
    [{ a: '1', r: '5000', d: '16.окт' }, 'размер испорчен Excel, вместо него дата «16.окт»'],
    [{ a: '1,23457E+12', r: '5000' }, 'артикул испорчен Excel, названия нет'],
    [{ a: '1', o: '0' }, 'опт. цена: ноль'],
    [{ a: '1', r: -5 }, 'розн. цена: отрицательная'],
    [{ a: '1', r: 10_000_001 }, 'розн. цена: больше 10 000 000'],
    [{ a: '1', n: 'ш'.repeat(501), r: '1' }, 'поле «Название» длиннее 500 знаков'],
  ])('rejects %j with a reason', (record, reason) => {
    expect(reader(simple)(record)).toBe(reason)
  })

  it('refuses a size in a text that Excel turned into a date', () => {
    const read = reader({
      fields: { name: 'n', diameter: '$diameter', retail: 'r', ...tula },
      extract: [{ from: 's', match: String.raw`(?<width>\d+[.]\d+)-(?<diameter>\d\d)` }],
    })
    expect(read({ n: 'x', r: 5000, s: '6.50-16' })).toMatchObject({ specs: { diameter: '16' } })
    for (const date of ['окт.16', '10-Oct', '05.10.2026', '2026-10-05'])
      expect(read({ n: 'x', r: 5000, s: date })).toBe(`размер испорчен Excel, вместо него дата «${date}»`)
    expect(read({ n: 'x', r: 5000, s: 'Март-1' })).toMatchObject({ specs: { diameter: '' } })
  })

  it('requires a city', () => {
    const read = reader({ fields: { name: 'n', opt: 'o', city: 'c' } })
    expect(read({ n: 'x', o: 1000 })).toBe('не указан город')
    expect(read({ n: 'x', o: 1000, c: 'Тула' })).toMatchObject({ offers: [{ city: 'Тула' }] })
  })

  it('says why it leaves out headings, totals, tyres without a price and empty records', () => {
    const read = reader({ ...simple, skip: { empty: ['r', 'o'] } })
    expect(read({ n: 'Летние' })).toEqual({ left: 'section' })
    expect(read({ n: 'Летние', r: ' ', o: '-' })).toEqual({ left: 'section' })
    expect(read({ n: 'Пример 205/55 R16' })).toEqual({ left: 'unpriced' })
    expect(read({ n: 'Итого' })).toEqual({ left: 'total' })
    expect(reader(simple)({ a: ' ', n: '' })).toEqual({ left: 'empty' })
  })

  const numbered: Mapping = { fields: { ...simple.fields, code: 'c', barcode: ['e', 'x'] } }

  it.each<[Record<string, RawCell>, { code: string; gtin: string }]>([
    [
      { c: ' КА-00012 ', e: '4601234567893' },
      { code: 'КА-00012', gtin: '04601234567893' },
    ],
    [
      { c: 12_345, e: 4_601_234_567_893 },
      { code: '12345', gtin: '04601234567893' },
    ],
    [{ e: '4601234567894, 4006381333931' }, { code: '', gtin: '04006381333931' }],
    [
      { c: '-', e: '4601234567894' },
      { code: '', gtin: '' },
    ],
    [
      { c: '1,23457E+12', e: '4,60123E+12' },
      { code: '', gtin: '' },
    ],
    [
      { c: '7', e: ' ', x: '4601234567893' },
      { code: '7', gtin: '04601234567893' },
    ],
  ])('reads the supplier’s code and the barcode of %j', (cells, ids) => {
    expect(reader(numbered)({ a: 'A1', r: '5000', ...cells })).toMatchObject({
      specs: { article: 'A1' },
      ids,
    })
  })

  it('reads the code and the barcode of each record, also of equal tyres', () => {
    const read = reader(numbered)
    expect(read({ a: 'A1', r: 5000, c: '1', e: '4601234567893' })).toMatchObject({ ids: { code: '1' } })
    expect(read({ a: 'A1', r: 5000, c: '2' })).toMatchObject({ ids: { code: '2', gtin: '' } })
  })

  it('rejects a record with a code or a barcode alone', () => {
    const reason = 'нет ни артикула, ни названия'
    expect(reader(numbered)({ c: '12345', r: '5000' })).toBe(reason)
    expect(reader(numbered)({ e: '4601234567893', r: '5000' })).toBe(reason)
    expect(reader(numbered)({ a: 'A1', c: 'к'.repeat(501), r: '5000' })).toBe(
      'поле «Код поставщика» длиннее 500 знаков',
    )
  })

  it('remarks on codes and barcodes that Excel has damaged', () => {
    const { read, remarks } = remarked(numbered)
    read({ a: 'A1', n: 'Пример', r: '5000', c: '1,23457E+12', e: ' 4,60123E+12' })
    expect(remarks.list()).toEqual([
      {
        text: 'Код поставщика испорчен Excel: шина загружена без него',
        count: 1,
        examples: [{ lines: [7], text: '1,23457E+12, Пример' }],
      },
      {
        text: 'Штрихкод испорчен Excel: шина загружена без него',
        count: 1,
        examples: [{ lines: [7], text: '4,60123E+12, Пример' }],
      },
    ])
  })

  it('uses the first source that is not empty', () => {
    const read = reader({
      fields: { ...simple.fields, name: ['n', { join: ['b', 'a'] }], article: ['x', 'a'] },
    })
    expect(read({ n: ' ', b: 'Пример', a: '7', x: '-', r: 1000 })).toMatchObject({
      specs: { name: 'Пример 7', article: '7' },
    })
  })

  it('extracts fields from a name', () => {
    const read = reader({
      ...simple,
      extract: [
        { from: 'n', match: '^(?<w>\\d+)/(?<h>\\d+) ?R(?<d>\\d+C?)' },
        { from: 'n', match: '^(?<w>\\d+)R(?<d>\\d+C?)' },
        { from: 'n', match: '\\s(?<load>\\d+)(?<speed>[A-Z])(?:\\s|$)' },
      ],
      fields: {
        ...simple.fields,
        width: '$w',
        height: '$h',
        diameter: '$d',
        loadIndex: '$load',
        speedIndex: '$speed',
        season: [{ from: 'n', match: 'шип', as: 'зима' }, { value: 'лето' }],
        vehicleType: { from: 'u', match: '/(\\w+)$', upper: true },
        brand: { from: 'n', known: 'brand' },
      },
    })
    expect(read({ n: '185/65 R15 88T Nokian Пример шип', u: '/suv', r: 1000 })).toMatchObject({
      specs: {
        width: '185',
        height: '65',
        diameter: '15',
        loadIndex: '88',
        speedIndex: 'T',
        season: 'Зимняя',
        vehicleType: 'Внедорожник',
        brand: 'Nokian Tyres',
      },
    })
    // Nothing may carry over from the previous record.
    expect(read({ n: '195R14C Пример', r: 1000 })).toMatchObject({
      specs: { width: '195', height: '', diameter: '14C', loadIndex: '', season: 'Летняя', brand: '' },
    })
  })

  it('reads an offer from each field with a prefix, including fields that only later records have', () => {
    const read = reader({
      fields: { article: 'a', retail: 'r' },
      offers: {
        prefix: 'rest_',
        warehouses: {
          m1: { city: 'Москва', warehouse: 'Главный' },
          't*': 'Тула',
          'tx*': 'Омск',
          '*': 'Не указан',
        },
      },
    })
    expect(read({ a: '1', r: 5000, rest_m1: '3', rest_t9: 'более 40', rest_empty: '' })).toMatchObject({
      offers: [
        { ...offer, city: 'Москва', warehouse: 'Главный', retail: 5000, stock: 3 },
        { ...offer, city: 'Тула', warehouse: 't9', retail: 5000, stock: 40 },
      ],
    })
    expect(read({ a: '2', r: 6000, rest_new: '1', rest_tx1: '2' })).toMatchObject({
      offers: [
        { city: 'Не указан', warehouse: 'new', stock: 1 },
        { city: 'Омск', warehouse: 'tx1', stock: 2 },
      ],
    })
    expect(read({ a: '3', r: 6000 })).toMatchObject({ offers: [] })
  })

  it('reads an offer from each column of a city that holds stock or a price', () => {
    const columns = { Тула: 'Тула', Склад: { city: 'Омск', warehouse: 'Второй' } }
    const stocks = reader({ fields: { article: 'a', opt: 'o' }, offers: { columns } })
    expect(stocks({ a: '1', o: 5000, Тула: '0', Склад: '>20' })).toMatchObject({
      offers: [
        { city: 'Тула', warehouse: '', wholesale: 5000, stock: 0 },
        { city: 'Омск', warehouse: 'Второй', wholesale: 5000, stock: 20 },
      ],
    })
    const prices = reader({ fields: { article: 'a' }, offers: { columns, holds: 'retail' } })
    expect(prices({ a: '1', Тула: '5300' })).toMatchObject({ offers: [{ ...offer, retail: 5300 }] })
  })

  it("reads an offer from each item of a nested list, with the record's price if an item has none", () => {
    const mapping: Mapping = {
      fields: { article: 'a', retail: 'r', ...tula },
      offers: { list: 'shops', fields: { warehouse: 'name', retail: 'price', stock: 'amount' } },
    }
    const shops = [
      { name: 'Первый', price: '4000', amount: 2 },
      { name: 'Второй', amount: 1 },
    ]
    expect(reader(mapping, shops)({ a: '1', r: 5000 })).toMatchObject({
      offers: [
        { city: 'Тула', warehouse: 'Первый', retail: 4000, stock: 2 },
        { city: 'Тула', warehouse: 'Второй', retail: 5000, stock: 1 },
      ],
    })
    expect(reader(mapping)({ a: '1', r: 5000 })).toMatchObject({ offers: [] })
    const emptyListMapping = { ...mapping, offers: { ...mapping.offers, emptyList: 'offer' as const } }
    expect(reader(emptyListMapping)({ a: '1', r: 5000 })).toMatchObject({
      offers: [{ ...offer, retail: 5000 }],
    })
  })

  it('looks up the city of a named warehouse', () => {
    const read = reader({
      fields: { article: 'a', opt: 'o', warehouse: 'w', city: 'c' },
      offers: { warehouses: { Север: 'Тула' } },
    })
    expect(read({ a: '1', o: 5000, w: 'Север' })).toMatchObject({
      offers: [{ city: 'Тула', warehouse: 'Север' }],
    })
    expect(read({ a: '1', o: 5000, w: 'Север', c: 'Омск' })).toMatchObject({ offers: [{ city: 'Омск' }] })
    expect(read({ a: '1', o: 5000, w: 'Юг' })).toBe('не указан город')
  })

  it("uses the mapping's spellings and thousands separator", () => {
    const read = reader({ ...simple, thousands: ',', spellings: { brand: { Свой: ['own'] } } })
    expect(read({ a: '1', b: 'OWN', r: '5,300' })).toMatchObject({
      specs: { brand: 'Свой' },
      offers: [{ retail: 5300 }],
    })
  })

  it('drops an article number damaged by Excel, in any notation, and adds a remark', () => {
    for (const article of ['1,23457E+12', '1.23457E+12', '1.23457e+12', '1E+12', '4,5е+09', ' 1,2E+12 ']) {
      const { read, remarks } = remarked(simple)
      expect(read({ a: article, n: 'Пример 205/55R16', r: '5000' })).toMatchObject({
        specs: { article: '', name: 'Пример 205/55R16' },
        offers: [{ retail: 5000 }],
      })
      expect(remarks.list()).toEqual([
        {
          text: 'Артикул испорчен Excel: шина загружена без него, по названию',
          count: 1,
          examples: [{ lines: [7], text: `${article.trim()}, Пример 205/55R16` }],
        },
      ])
    }
    for (const article of ['1E12', '12E345', 'E+12', '1234567890123', 'TS1E+12']) {
      expect(reader(simple)({ a: article, r: '5000' })).toMatchObject({ specs: { article } })
    }
  })

  it('divides the prices of a column that are for several tyres, and adds a remark', () => {
    const { read, remarks } = remarked({ ...simple, pieces: { r: 4 } })
    expect(read({ a: '1', r: '21 840', o: '5 000' })).toMatchObject({
      offers: [{ retail: 5460, wholesale: 5000 }],
    })
    expect(read({ a: '1', r: 21_840, o: '10 000 за пару' })).toMatchObject({
      offers: [{ retail: 5460, wholesale: 5000 }],
    })
    expect(remarks.list()).toEqual([
      { text: 'Цена за 4 шт.: разделена на 4', count: 2, examples: [] },
      { text: 'Цена за 2 шт.: разделена на 2', count: 1, examples: [] },
    ])
    const places = remarked({
      fields: { article: 'a' },
      pieces: { Тула: 4 },
      offers: {
        columns: { Тула: { city: 'Тула', holds: 'retail' }, Омск: { city: 'Омск', holds: 'retail' } },
      },
    })
    expect(places.read({ a: '1', Тула: '21 840', Омск: '5 500' })).toMatchObject({
      offers: [{ retail: 5460 }, { retail: 5500 }],
    })
  })

  it('uses the thousands separator of each number’s own column', () => {
    const read = reader({ ...simple, thousands: { r: '.', o: ',' } })
    expect(read({ a: '1', r: '5.000', o: '4,500', s: '12,000' })).toMatchObject({
      offers: [{ retail: 5000, wholesale: 4500, stock: 12 }],
    })
  })

  it('rejects a record whose currency is not the rouble', () => {
    const read = reader({ ...simple, currency: 'v' })
    expect(read({ a: '1', r: '5000', v: 'USD' })).toBe('цена не в рублях')
    for (const v of ['RUB', 'RUR', 'руб.', '643', ''])
      expect(read({ a: '1', r: '5000', v })).toMatchObject({ offers: [{ retail: 5000 }] })
  })

  it('merges the columns of one location into one offer', () => {
    const read = reader({
      fields: { name: 'n', retail: 'r' },
      offers: {
        columns: {
          'Москва, шт': { city: 'Москва', holds: 'stock' },
          'Москва, опт': { city: 'Москва', holds: 'opt' },
          'Склад 2': { city: 'Тула', warehouse: 'Второй' },
        },
      },
    })
    expect(read({ n: 'x', r: 9000, 'Москва, шт': 4, 'Москва, опт': 8000, 'Склад 2': 1 })).toMatchObject({
      offers: [
        { ...offer, city: 'Москва', retail: 9000, wholesale: 8000, stock: 4 },
        { ...offer, city: 'Тула', warehouse: 'Второй', retail: 9000, stock: 1 },
      ],
    })
  })

  it('omits the offer of a location without a price', () => {
    const columns = {
      a: { city: 'Москва', holds: 'opt' as const },
      b: { city: 'Москва', holds: 'stock' as const },
      c: { city: 'Тула', holds: 'opt' as const },
    }
    const read = reader({ fields: { name: 'n' }, offers: { columns } })
    expect(read({ n: 'x', a: 0, b: 4, c: '8000' })).toMatchObject({
      offers: [{ city: 'Тула', wholesale: 8000 }],
    })
    expect(read({ n: 'x', a: '', b: 4, c: '0,00' })).toMatchObject({ offers: [] })
  })

  it('finds a known season, vehicle type or city in a text', () => {
    const read = reader({
      fields: {
        name: 'n',
        retail: 'r',
        season: { from: 't', known: 'season' },
        vehicleType: { from: 't', known: 'vehicleType' },
        city: [{ from: 'w', known: 'city' }, { value: 'Не указан' }],
      },
    })
    expect(read({ n: 'x', r: 1000, t: 'Легк летние', w: 'Склад Н.Новгород, 2' })).toMatchObject({
      specs: { season: 'Летняя', vehicleType: 'Легковая' },
      offers: [{ city: 'Нижний Новгород' }],
    })
    expect(read({ n: 'x', r: 1000, t: 'л', w: 'Центральный' })).toMatchObject({
      specs: { season: '' },
      offers: [{ city: 'Не указан' }],
    })
  })
})
