import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Goods, importXml, offersXml } from '../../../../tests/support/commerceml.ts'
import { USUAL_LIMITS } from '../../limits.ts'
import { Columns, type RawCell } from '../columns.ts'
import type { RecordOptions } from '../reader.ts'
import { commerceMlReader } from './read.ts'

/** @param cuts where the text is cut into pieces */
function read(text: string, cuts: readonly number[] = [], options: RecordOptions = {}) {
  const columns = new Columns()
  const records: Record<string, RawCell>[] = []
  const reader = commerceMlReader(options, {
    columns,
    itemColumns: new Columns(),
    record(cells) {
      records.push(
        Object.fromEntries(
          cells.flatMap((cell, i) => (cell === undefined ? [] : [[columns.names[i], cell]])),
        ),
      )
    },
    broken() {},
  })
  const ends = [...cuts, text.length].sort((a, b) => a - b)
  for (const [i, end] of ends.entries()) reader.push(text.slice(ends[i - 1] ?? 0, end))
  reader.end()
  return records
}

const TYPES = { t1: 'Розничная', t2: 'Оптовая' }
const GOODS: Goods[] = [
  {
    id: 'a',
    article: 'C1',
    name: 'Пример 1',
    width: '195',
    prices: { t1: 5200, t2: 4700 },
    stocks: { w1: 4, w2: 8 },
  },
  { id: 'b', article: 'C2', name: 'Пример 2', width: '205', prices: { t2: 6000 }, stocks: {} },
]
const WAREHOUSES = { w1: 'Склад на Мира', w2: 'Казань' }
const OF_A = {
  Ид: 'a',
  Наименование: 'Пример 1',
  'Цена[Розничная]': '5200',
  'Цена[Оптовая]': '4700',
  'Остаток.Склад на Мира': '4',
  'Остаток.Казань': '8',
}
const GOODS_OF_A = {
  Артикул: 'C1',
  Изготовитель: 'Cordiant',
  Группа: 'Легковые шины',
  'Свойства[Ширина профиля]': '195',
  'Свойства[Сезонность]': 'Зимняя',
}

describe('commerceMlReader', () => {
  it('names prices by their types and stock by its warehouses', () => {
    expect(read(offersXml(GOODS, TYPES, WAREHOUSES))).toEqual([
      OF_A,
      { Ид: 'b', Наименование: 'Пример 2', 'Цена[Оптовая]': '6000' },
    ])
  })

  it('joins offers with the goods of the same id, in whichever order the documents come', () => {
    const [goods, offers] = [importXml(GOODS), offersXml(GOODS, TYPES, WAREHOUSES)]
    for (const both of [`${goods}\n${offers}`, `${goods}\ufeff${offers}`, `${offers}${goods}`]) {
      const records = read(both)
      expect(records).toHaveLength(2)
      expect(records[0]).toEqual({ ...GOODS_OF_A, ...OF_A })
    }
  })

  it('joins an offer of a variant with its goods', () => {
    const variant = offersXml([{ ...(GOODS[0] as Goods), id: 'a#red' }], TYPES, WAREHOUSES)
    expect(read(importXml(GOODS) + variant)).toEqual([{ ...GOODS_OF_A, ...OF_A, Ид: 'a#red' }])
  })

  it('joins prices and stock of documents of their own', () => {
    const wrapped = (content: string) => `<КоммерческаяИнформация>${content}</КоммерческаяИнформация>`
    const prices = offersXml([{ ...(GOODS[0] as Goods), stocks: {} }], TYPES)
    const rests = wrapped(
      '<Склады><Склад><Ид>w1</Ид><Наименование>Север</Наименование></Склад></Склады><Предложение><Ид>a</Ид><Остатки><Остаток><Склад><Ид>w1</Ид><Количество>3</Количество></Склад></Остаток></Остатки></Предложение>',
    )
    expect(read(prices + rests)).toMatchObject([{ 'Цена[Оптовая]': '4700', 'Остаток.Север': '3' }])
    const total = wrapped(
      '<Предложение><Ид>a</Ид><Остатки><Остаток><Количество>5</Количество></Остаток></Остатки></Предложение>',
    )
    expect(read(prices + total)).toMatchObject([{ 'Цена[Оптовая]': '4700', Количество: '5' }])
  })

  it('keeps the id of a type that nothing explains, names other currencies, and says that a price is for a set', () => {
    const one = (price: string) =>
      read(
        `<КоммерческаяИнформация><Предложение><Ид>a</Ид><Цены><Цена>${price}</Цена></Цены></Предложение></КоммерческаяИнформация>`,
      )[0]
    expect(one('<ИдТипаЦены>t9</ИдТипаЦены><ЦенаЗаЕдиницу>5</ЦенаЗаЕдиницу>')).toEqual({
      Ид: 'a',
      'Цена[t9]': '5',
    })
    expect(one('<ЦенаЗаЕдиницу>5</ЦенаЗаЕдиницу><Валюта>USD</Валюта>')).toEqual({ Ид: 'a', 'Цена[USD]': '5' })
    expect(one('<ЦенаЗаЕдиницу>20000</ЦенаЗаЕдиницу><Единица>компл</Единица>')).toEqual({
      Ид: 'a',
      Цена: '20000 за компл',
    })
  })

  it('says what is missing if there are goods alone', () => {
    expect(() => read(importXml(GOODS))).toThrow('нет предложений с ценами (offers.xml)')
  })

  it('refuses more text than the limit, and a document that breaks off', () => {
    const limits = { ...USUAL_LIMITS, texts: 100 }
    expect(() => read(offersXml(GOODS, TYPES), [], { limits })).toThrow(
      'Описания всех шин вместе длиннее 100 знаков',
    )
    expect(() => read(offersXml(GOODS, TYPES).slice(0, -40))).toThrow('XML повреждён')
  })

  it('reads the same wherever the text is cut into pieces', () => {
    const text = `${importXml(GOODS)}\n${offersXml(GOODS, TYPES, WAREHOUSES)}`
    const whole = read(text)
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 5 }), (cuts) => {
        expect(read(text, cuts)).toEqual(whole)
      }),
    )
  })
})
