// Specification 10.35

import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { ALTERATIONS } from '../../contract/sources/account.ts'
import { importGuessed, LISTED, listedName, tyreCsv, tyreRows } from '../../tests/support/guessed-list.ts'

describe('texts beside the records', () => {
  it.each([
    ['text:vat', 'Все цены указаны без НДС'],
    ['text:vat', 'Цены без учёта НДС'],
    ['text:kind', 'Оптовый прайс-лист ООО «Пример»'],
    ['text:kind', 'Дилерские цены'],
    ['text:currency', 'Цены указаны в у.е.'],
    ['text:pieces', 'Цены указаны за комплект из 4 шин'],
  ])('hold a list if they give its prices another meaning: %s, %s', async (key, text) => {
    expect((await importGuessed(tyreCsv({ Цена: 5000 }, text))).keys).toEqual([key])
    expect((await importGuessed(tyreCsv({ Цена: 5000 }, '', `${text};;`))).keys).toContain(key)
  })

  it.each([
    'Прайс-лист от 18.04.2026, тел. 8 800 100-00-00',
    'Оптово-розничная компания «Пример»: опт и розница',
    'Цены в рублях с НДС. Доставка от 4 шт бесплатно',
    'Тг: @primer, скидки до 20 % на шиномонтаж',
  ])('ask nothing otherwise: %s', async (text) => {
    expect((await importGuessed(tyreCsv({ Цена: 5000 }, text))).keys).toEqual([])
  })

  it('ask nothing that the columns answer', async () => {
    expect((await importGuessed(tyreCsv({ Розница: 5000, Опт: 4500 }, 'Оптовый прайс-лист'))).keys).toEqual(
      [],
    )
    expect(
      (await importGuessed(tyreCsv({ 'Цена с НДС': 5000 }, 'Цены без НДС — в соседней колонке'))).keys,
    ).toEqual([])
    expect((await importGuessed(tyreCsv({ 'Цена за 4 шт': 20000 }, 'Цены за комплект'))).keys).toEqual([])
  })

  it.each([
    ['text:kind', { 'Тип цены': 'Оптовая' }],
    ['text:vat', { Примечание: 'без НДС' }],
    ['terms:Скидка', { Скидка: '15%' }],
  ])('hold a list if an ignored column has them: %s', async (key, column) => {
    expect((await importGuessed(tyreCsv({ Цена: 5000, ...column } as never))).keys).toEqual([key])
  })

  it.each([
    ['text:condition', 'Шины б/у, контрактные', 'list.csv'],
    ['text:condition', '', 'б-у шины.csv'],
  ])('hold a list whose title says that its tyres are not new: %s, %s%s', async (key, above, name) => {
    expect((await importGuessed(tyreCsv({ Цена: 5000 }, above), name)).keys).toEqual([key])
    expect((await importGuessed(tyreCsv({ Цена: 5000, Состояние: 'б/у' }, above), name)).keys).toEqual([])
  })

  it('say nothing of conditions in words about services, and in headings that are read with their records', async () => {
    expect(
      (await importGuessed(tyreCsv({ Цена: 5000 }, 'Обмен шин с дефектом в течение 14 дней'))).keys,
    ).toEqual([])
    const [header = [], ...rows] = tyreRows({ Цена: 5000 })
    const parts = [
      header,
      ['', 'Шины новые', ''],
      ...rows.slice(0, 10),
      ['', 'Шины Б/У', ''],
      ...rows.slice(10),
    ]
    const { keys, account } = await importGuessed(parts.map((row) => row.join(';')).join('\n'))
    expect(keys).toEqual([])
    expect(account?.altered).toMatchObject([{ rule: ALTERATIONS.condition, count: 10 }])
  })

  it('in a column that is not read hold the list, unless they are long or in remarks, which are read', async () => {
    expect((await importGuessed(tyreCsv({ Цена: 5000, Инфо1: 'б/у, износ 30%' }))).keys).toEqual([
      'column:Инфо1',
    ])
    const about = 'Усиленная боковина защищает шину от порезов и ударов о бордюры'
    expect((await importGuessed(tyreCsv({ Цена: 5000, Инфо1: about }))).keys).toEqual([])
    const { keys, account } = await importGuessed(tyreCsv({ Цена: 5000, Примечание: 'б/у, износ 30%' }))
    expect(keys).toEqual([])
    expect(account?.altered).toMatchObject([{ rule: ALTERATIONS.condition, count: LISTED.length }])
    expect(
      (await importGuessed(tyreCsv({ Цена: 5000, Примечание: 'отличное сцепление' }))).account?.altered,
    ).toEqual([])
  })

  it('hold a list of which a tenth comes again with another price', async () => {
    const [header = [], ...rows] = tyreRows({ Цена: 5000 })
    const again = (count: number) =>
      [header, ...rows, ...rows.slice(0, count).map(([article, name]) => [article, name, 9000])]
        .map((row) => row.join(';'))
        .join('\n')
    expect((await importGuessed(again(1))).keys).toEqual([])
    expect((await importGuessed(again(3))).keys).toEqual(['rows:repeated'])
  })

  it('name a column with the number of tyres of a price without holding the list', async () => {
    for (const name of ['Кратность', 'Мин. кол-во', 'Количество в комплекте']) {
      const { keys, account } = await importGuessed(tyreCsv({ Цена: 5000, [name]: '4' }))
      expect(keys).toEqual([])
      expect(account?.findings).toMatchObject([{ key: `terms:${name}`, examples: ['4'] }])
    }
  })

  it('in a column of a few records are reported, and hold with a tenth of them', async () => {
    const [header = [], ...rows] = tyreRows({ Цена: 5000, Склад: 'Москва' })
    const priced = (count: number) =>
      [header, ...rows.map((row, i) => (i < count ? [...row.slice(0, -1), 'Алматы (цена в тенге)'] : row))]
        .map((row) => row.join(';'))
        .join('\n')
    const { keys, account } = await importGuessed(priced(1))
    expect(keys).toEqual([])
    expect(account?.findings).toMatchObject([{ key: 'text:currency', examples: ['Алматы (цена в тенге)'] }])
    expect((await importGuessed(priced(2))).keys).toEqual(['text:currency'])
  })

  it('name where they are', async () => {
    const told = async (content: string) =>
      (await importGuessed(content)).account?.findings.map(({ text }) => text)
    expect(await told(tyreCsv({ Цена: 5000 }, 'Цены без НДС'))).toEqual([
      expect.stringMatching(/^Рядом с таблицей сказано/),
    ])
    expect(await told(tyreCsv({ Цена: 5000, Тип: 'без НДС' }))).toEqual([
      expect.stringMatching(/^В списке сказано/),
    ])
  })

  it('are terms of each price in a column', async () => {
    const content = tyreCsv({ Цена: 5000, Условия: 'при 100% предоплате' })
    expect((await importGuessed(content)).keys).toEqual(['terms:Условия'])
  })

  it('are also names of sheets and files', async () => {
    const book = await writeXlsx({ sheets: [{ name: 'Опт', rows: tyreRows({ Цена: 5000 }) }] })
    expect((await importGuessed(book, 'a.xlsx')).keys).toEqual(['text:kind'])
    expect((await importGuessed(tyreCsv({ Цена: 5000 }), 'прайс опт.csv')).keys).toEqual(['text:kind'])
  })
})

describe('texts that are found elsewhere', () => {
  const ROWS = tyreRows({ Цена: 5000 })
  it('are comments of cells, words around a table of a page, and sheets that are not read', async () => {
    const comments = new Map([['0,2', { comment: { text: 'Цены без НДС' } }]])
    const commented = await writeXlsx({ sheets: [{ name: 'Прайс', rows: ROWS, cells: comments }] })
    expect((await importGuessed(commented, 'commented.xlsx')).keys).toEqual(['text:vat'])
    const cells = ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
    const page = `<html><body><p>Цены указаны <b>без НДС</b></p><table>${cells}</table></body></html>`
    expect((await importGuessed(page, 'page.xls')).keys).toEqual(['text:vat'])
    const terms = { name: 'Условия', rows: [['Цены указаны без НДС']] }
    const book = await writeXlsx({ sheets: [{ name: 'Прайс', rows: ROWS }, terms] })
    expect((await importGuessed(book, 'terms.xlsx')).keys).toEqual(['text:vat'])
  })

  it('are files of an archive, members around an array and attributes of the root', async () => {
    const zip = zipSync({
      'price.csv': strToU8(tyreCsv({ Цена: 5000 })),
      'прочти.txt': strToU8('Цены без НДС'),
    })
    expect((await importGuessed(zip, 'read.zip')).keys).toEqual(['text:vat'])
    const goods = LISTED.map((i) => ({ sku: `AR${i}X`, title: listedName(i), price: 5000 + i }))
    expect((await importGuessed(JSON.stringify({ currency: 'KZT', goods }), 'currency.json')).keys).toEqual([
      'text:currency',
    ])
    const items = goods.map((one) => `<item sku="${one.sku}" title="${one.title}" price="${one.price}"/>`)
    expect((await importGuessed(`<list vat="excluded">${items.join('')}</list>`, 'vat.xml')).keys).toEqual([
      'text:vat',
    ])
  })

  it('are only said if they name terms of another kind', async () => {
    const { keys, account } = await importGuessed(
      tyreCsv({ Цена: 5000 }, 'При оплате картой цена увеличивается на 5 %'),
    )
    expect(keys).toEqual([])
    expect(account?.findings).toMatchObject([
      { key: 'text:terms', holds: false, examples: ['При оплате картой цена увеличивается на 5 %'] },
    ])
  })
})

describe('records from all of a list', () => {
  it('say what the first ones do not', async () => {
    const many = Array.from({ length: 700 }, (_, i) => {
      const name = `Arktika Polar ${i} 205/55 R16 91T`
      return `AR${i}X;${i < 500 ? name : `Комплект 4 шт ${name}`};${i < 500 ? 5000 + i : 20000 + i}`
    })
    expect((await importGuessed(['Артикул;Название;Цена', ...many].join('\n'))).keys).toEqual(['rows:sets'])
  })

  it('hold a list whose nested items are sets', async () => {
    const goods = LISTED.map((i) => ({
      ...{ sku: `AR${i}X`, title: listedName(i) },
      variants: [
        { title: '1 шт', price: 5000 + i, qty: 8 },
        { title: '4 шт', price: 20000 + i, qty: 2 },
      ],
    }))
    expect((await importGuessed(JSON.stringify({ goods }), 'variants.json')).keys).toContain('rows:sets')
  })

  it('are not joined from a file of tyres that are not new', async () => {
    const files = {
      'Шины новые.csv': strToU8(tyreCsv({ Цена: 5000 })),
      'Шины бу.csv': strToU8(tyreCsv({ Цена: 2500 })),
    }
    const { tyres, account } = await importGuessed(zipSync(files), 'both.zip')
    expect(tyres).toBe(20)
    expect(account?.containers.filter(({ isRead }) => isRead)).toHaveLength(1)
  })

  it('name a single set without holding the list', async () => {
    const { keys, account } = await importGuessed(
      tyreCsv({ Цена: 5000 }, '', `S1;${listedName(7)} комплект 4 шт;20000`),
    )
    expect(keys).toEqual([])
    expect(account?.findings.map(({ key }) => key)).toContain('rows:sets')
  })

  it('hold a list whose prices no new tyre of its rim has', async () => {
    expect((await importGuessed(tyreCsv({ Цена: 210 }))).keys).toEqual(['rows:cheap'])
  })

  it('are no tyres if they sum up', async () => {
    const rows = 'Итого шин 205/55 R16;;5000\n;Средняя цена 205/55 R16;5100'
    const { account } = await importGuessed(tyreCsv({ Цена: 5000 }, '', rows))
    expect(account?.left).toEqual([{ kind: 'total', count: 2 }])
  })

  it('are no prices if they are a price times the stock', async () => {
    const [header, ...rows] = tyreCsv({ Цена: 5000 }).split('\n')
    const summed = rows.map((row, i) => `${row};${(i % 5) + 1};${((i % 5) + 1) * (5000 + i * 10)}`)
    expect((await importGuessed([`${header};Остаток;Сумма`, ...summed].join('\n'))).keys).toEqual([])
  })
})

describe('the state of a tyre', () => {
  it('is read from its columns, its section and its name, and counted', async () => {
    const rows = tyreCsv({ Цена: 5000 }).split('\n')
    const [header, ...others] = rows
    const states = others.map((row, i) => `${row};${i < 3 ? 'б/у' : 'новая'};${i === 5 ? '3518' : '2025'}`)
    const listed = [`${header};Состояние;DOT`, ...states].join('\n')
    const { account, keys } = await importGuessed(listed)
    expect(keys).toEqual([])
    expect(account?.columns).toMatchObject([{}, {}, {}, { field: 'condition' }, { field: 'year' }])
    expect(account?.altered).toMatchObject([{ count: 3 }])
    const section = [header, ...others.slice(0, 15), ';Шины б/у;', ...others.slice(15)].join('\n')
    expect((await importGuessed(section)).account?.altered).toMatchObject([{ count: 5 }])
  })
})

describe('what a person sees in Excel', () => {
  it('leaves out hidden sheets, and says so', async () => {
    const book = await writeXlsx({
      sheets: [
        { name: 'Старый', rows: tyreRows({ Цена: 4000 }), hidden: true },
        { name: 'Прайс', rows: tyreRows({ Цена: 5000 }) },
      ],
    })
    const { keys, tyres, account } = await importGuessed(book, 'hidden.xlsx')
    expect([keys, tyres]).toEqual([[], 20])
    expect(account?.containers).toMatchObject([
      { name: 'Старый', isRead: false, why: 'скрыт' },
      { name: 'Прайс', isRead: true, records: 20 },
    ])
  })

  it('leaves out tyres that are sold on rims', async () => {
    const rows = tyreCsv(
      { Цена: 5000 },
      '',
      `W1;Колесо в сборе ${listedName(7)};9000\nW2;${listedName(8)} на литом диске;9500`,
    )
    const { account } = await importGuessed(rows)
    expect(account?.left).toEqual([{ kind: 'goods', count: 2 }])
  })
})
