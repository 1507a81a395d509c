// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Goods, importXml, offersXml } from '../../../../tests/support/commerceml.ts'
import { USUAL_LIMITS } from '../../limits.ts'
import { Columns, type RawCell } from '../columns.ts'
import type { RecordOptions } from '../reader.ts'
import { commerceMlReader } from './read.ts'

/** @param cuts positions at which the text is cut into chunks */
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

const wrapped = (content: string) => `<КоммерческаяИнформация>${content}</КоммерческаяИнформация>`

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

  it('joins offers with the goods of the same id, whatever the order of the documents', () => {
    const [goods, offers] = [importXml(GOODS), offersXml(GOODS, TYPES, WAREHOUSES)]
    for (const both of [`${goods}\n${offers}`, `${goods}\ufeff${offers}`, `${offers}${goods}`]) {
      const records = read(both)
      expect(records).toHaveLength(2)
      expect(records[0]).toEqual({ ...GOODS_OF_A, ...OF_A })
    }
  })

  it('joins the offer of a variant with its goods', () => {
    const variant = offersXml([{ ...(GOODS[0] as Goods), id: 'a#red' }], TYPES, WAREHOUSES)
    expect(read(importXml(GOODS) + variant)).toEqual([{ ...GOODS_OF_A, ...OF_A, Ид: 'a#red' }])
  })

  it('joins prices and stock from separate documents', () => {
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

  it('keeps the id of an unknown price type, names foreign currencies, and marks the price of a set', () => {
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

  it('reads records without an id separately, or joins them by article', () => {
    const price = (value: number) => `<Цены><Цена><ЦенаЗаЕдиницу>${value}</ЦенаЗаЕдиницу></Цена></Цены>`
    const offer = (content: string) => `<Предложение>${content}</Предложение>`
    const offers = [
      `<Наименование>Пример 1</Наименование>${price(5000)}`,
      `<Наименование>Пример 2</Наименование>${price(5100)}`,
      `<Артикул>C3</Артикул>${price(5200)}`,
    ]
    const goods =
      '<Товар><Наименование>Пример 0</Наименование></Товар><Товар><Артикул>C3</Артикул><Цвет>1</Цвет></Товар>'
    expect(read(wrapped(goods + offers.map(offer).join('')))).toEqual([
      { Наименование: 'Пример 1', Цена: '5000' },
      { Наименование: 'Пример 2', Цена: '5100' },
      { Артикул: 'C3', Цвет: '1', Цена: '5200' },
    ])
  })

  it('resolves ids whose definitions follow their use', () => {
    const references = `<ТипЦены><Ид>t1</Ид><Наименование>Розничная</Наименование></ТипЦены>
      <Склад><Ид>w1</Ид><Наименование>Север</Наименование></Склад>
      <Группа><Ид>g1</Ид><Наименование>Шины</Наименование></Группа>
      <Свойство><Ид>p1</Ид><Наименование>Сезон</Наименование><ВариантыЗначений><Справочник><ИдЗначения>v1</ИдЗначения><Значение>Зима</Значение></Справочник></ВариантыЗначений></Свойство>`
    const offer = `<Предложение><Ид>a</Ид><Группы><Ид>g0</Ид><Ид>g1</Ид></Группы>
      <ЗначенияСвойств><ЗначенияСвойства><Ид>p1</Ид><Значение>v1</Значение></ЗначенияСвойства></ЗначенияСвойств>
      <Цены><Цена><ИдТипаЦены>t1</ИдТипаЦены><ЦенаЗаЕдиницу>5</ЦенаЗаЕдиницу></Цена></Цены>
      <Склад ИдСклада="w1" КоличествоНаСкладе="3"/></Предложение>`
    expect(read(wrapped(offer) + wrapped(references))).toEqual([
      { Ид: 'a', Группа: 'Шины', 'Свойства[Сезон]': 'Зима', 'Цена[Розничная]': '5', 'Остаток.Север': '3' },
    ])
  })

  it('leaves out goods and offers marked as deleted', () => {
    const offer = (id: string, more = '', attribute = '') =>
      `<Предложение${attribute}><Ид>${id}</Ид>${more}</Предложение>`
    const goods =
      '<Товар><Ид>d</Ид><ПометкаУдаления>true</ПометкаУдаления></Товар><Товар><Ид>a</Ид><ПометкаУдаления>false</ПометкаУдаления></Товар>'
    const offers = [
      offer('a'),
      offer('b', '<ПометкаУдаления>true</ПометкаУдаления>'),
      offer('c', '', ' Статус="Удален"'),
      offer('d#1'),
      offer('e', '<Статус>Удалён</Статус>'),
      offer('f', '', ' Статус="Изменен"'),
    ]
    expect(read(wrapped(goods + offers.join(''))).map(({ Ид: id }) => id)).toEqual(['a', 'f'])
  })

  it('prefers the filled fields of the later of two records with the same id', () => {
    const offer = (fields: string) => wrapped(`<Предложение><Ид>a</Ид>${fields}</Предложение>`)
    const price = (currency: string, value: number) =>
      `<Цены><Цена>${currency}<ЦенаЗаЕдиницу>${value}</ЦенаЗаЕдиницу></Цена></Цены>`
    const older = offer(`<Артикул>C1</Артикул><Цвет>1</Цвет>${price('', 9999)}`)
    const newer = offer(`<Артикул></Артикул><Цвет>2</Цвет>${price('<Валюта>руб</Валюта>', 5000)}`)
    expect(read(older + newer)).toEqual([{ Ид: 'a', Артикул: 'C1', Цвет: '2', Цена: '5000' }])
  })

  it('adds the number of tyres to a price whose unit is not one piece', () => {
    const priceOf = (unit: string, count: string) =>
      read(
        wrapped(
          `<Предложение><Цены><Цена><ЦенаЗаЕдиницу>20000</ЦенаЗаЕдиницу><Единица>${unit}</Единица><Коэффициент>${count}</Коэффициент></Цена></Цены></Предложение>`,
        ),
      )[0]?.Цена
    expect(priceOf('упак', '4')).toBe('20000 за 4 шт')
    expect(priceOf('компл', '2')).toBe('20000 за 2 шт')
    expect(priceOf('компл', '1')).toBe('20000 за компл')
    for (const [unit, count] of [
      ['шт', '4'],
      ['упак', '1'],
      ['упак', '0.5'],
      ['', '4'],
    ] as const)
      expect(priceOf(unit, count)).toBe('20000')
  })

  it('limits the size of a record, and the total of records and definitions', () => {
    const limits = { ...USUAL_LIMITS, recordChars: 3_000, texts: 5_000 }
    const elements = (count: number) => '<а/>'.repeat(count)
    const refused = (content: string) => () => read(wrapped(content), [], { limits })
    expect(refused(`<Товар>${elements(500)}</Товар>`)).toThrow('IMPORT_MAX_RECORD_CHARS')
    expect(refused(`<Предложение>${elements(500)}</Предложение>`)).toThrow('IMPORT_MAX_RECORD_CHARS')
    expect(refused(`<Свойство>${elements(500)}</Свойство>`)).toThrow('IMPORT_MAX_TEXT_CHARS')
    const named = (element: string, id: number) =>
      `<${element}><Ид>${id}</Ид><Наименование>${'х'.repeat(100)}</Наименование></${element}>`
    const many = (element: string) => Array.from({ length: 60 }, (_, i) => named(element, i)).join('')
    for (const element of ['ТипЦены', 'Склад', 'Свойство', 'Группа'])
      expect(refused(many(element))).toThrow('IMPORT_MAX_TEXT_CHARS')
    const text = wrapped(`${named('Склад', 1).repeat(60)}<Предложение><Ид>a</Ид></Предложение>`)
    const cuts = Array.from({ length: text.length / 500 }, (_, i) => i * 500)
    expect(read(text, cuts, { limits })).toEqual([{ Ид: 'a' }])
  })

  it('reports that offers are missing if there are only goods', () => {
    expect(() => read(importXml(GOODS))).toThrow('нет предложений с ценами (offers.xml)')
  })

  it('refuses more text than the limit, and a truncated document', () => {
    const limits = { ...USUAL_LIMITS, texts: 100 }
    expect(() => read(offersXml(GOODS, TYPES), [], { limits })).toThrow(
      'Описания всех шин вместе длиннее 100 знаков',
    )
    expect(() => read(offersXml(GOODS, TYPES).slice(0, -40))).toThrow('XML повреждён')
  })

  it('reads the same records wherever the text is cut into chunks', () => {
    const text = `${importXml(GOODS)}\n${offersXml(GOODS, TYPES, WAREHOUSES)}`
    const whole = read(text)
    expect(read(text, [importXml(GOODS).length])).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 5 }), (cuts) => {
        expect(read(text, cuts)).toEqual(whole)
      }),
    )
  })
})
