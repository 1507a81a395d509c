// Specification 10.35

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../import/import-file.ts'
import { USUAL_LIMITS } from '../import/limits.ts'
import { type Mapping, readMapping } from '../import/mapping.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { guessMapping } from './guess.ts'
import { readAccount } from './read-account.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notes-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the keys of the findings that hold a list which is read by its guess, and its number of tyres. */
async function held(content: string | Uint8Array, name = 'list.csv') {
  const path = join(folder, name)
  await writeFile(path, content)
  const { mapping: guess, missing } = await guessMapping(path)
  if (missing.length > 0) return { keys: missing, tyres: 0, account: null }
  const mapping = readMapping(guess) as Mapping
  const rejects = { add() {}, close: () => null }
  const { reading, tyres } = await importFile({
    ...{ path, site: 'a.ru', date: '2026-04-18', mapping, draft: createDraft(), rejectsDir: '', rejects },
  })
  const account = await readAccount(path, mapping, reading, USUAL_LIMITS, { isGuessed: true })
  return { keys: account.findings.filter(({ holds }) => holds).map(({ key }) => key), tyres, account }
}

const nameOf = (i: number) => `Arktika Polar ${i} 205/55 R16 91T`
const TYRES = Array.from({ length: 20 }, (_, i) => i)
/** Price list with these columns; a number is the first tyre's price, and rises by 10. */
const rowsOf = (columns: Record<string, number | string>) => [
  ['Артикул', 'Название', ...Object.keys(columns)],
  ...TYRES.map((i) => [
    `AR${i}X`,
    nameOf(i),
    ...Object.values(columns).map((value) => (typeof value === 'number' ? value + i * 10 : value)),
  ]),
]
const csv = (columns: Record<string, number | string>, above = '', below = '') =>
  [above, ...rowsOf(columns).map((row) => row.join(';')), below].filter(Boolean).join('\n')

describe('texts beside the records', () => {
  it.each([
    ['text:vat', 'Все цены указаны без НДС'],
    ['text:vat', 'Цены без учёта НДС'],
    ['text:kind', 'Оптовый прайс-лист ООО «Пример»'],
    ['text:kind', 'Дилерские цены'],
    ['text:currency', 'Цены указаны в у.е.'],
    ['text:pieces', 'Цены указаны за комплект из 4 шин'],
  ])('hold a list if they give its prices another meaning: %s, %s', async (key, text) => {
    expect((await held(csv({ Цена: 5000 }, text))).keys).toEqual([key])
    expect((await held(csv({ Цена: 5000 }, '', `${text};;`))).keys).toContain(key)
  })

  it.each([
    'Прайс-лист от 18.04.2026, тел. 8 800 100-00-00',
    'Оптово-розничная компания «Пример»: опт и розница',
    'Цены в рублях с НДС. Доставка от 4 шт бесплатно',
    'Тг: @primer, скидки до 20 % на шиномонтаж',
  ])('ask nothing otherwise: %s', async (text) => {
    expect((await held(csv({ Цена: 5000 }, text))).keys).toEqual([])
  })

  it('ask nothing that the columns answer', async () => {
    expect((await held(csv({ Розница: 5000, Опт: 4500 }, 'Оптовый прайс-лист'))).keys).toEqual([])
    expect((await held(csv({ 'Цена с НДС': 5000 }, 'Цены без НДС — в соседней колонке'))).keys).toEqual([])
    expect((await held(csv({ 'Цена за 4 шт': 20000 }, 'Цены за комплект'))).keys).toEqual([])
  })

  it.each([
    ['text:kind', { 'Тип цены': 'Оптовая' }],
    ['text:vat', { Примечание: 'без НДС' }],
    ['column:Скидка', { Скидка: '15%' }],
  ])('hold a list if an ignored column has them: %s', async (key, column) => {
    expect((await held(csv({ Цена: 5000, ...column } as never))).keys).toEqual([key])
  })

  it('are also names of sheets and files', async () => {
    const book = await writeXlsx({ sheets: [{ name: 'Опт', rows: rowsOf({ Цена: 5000 }) }] })
    expect((await held(book, 'a.xlsx')).keys).toEqual(['text:kind'])
    expect((await held(csv({ Цена: 5000 }), 'прайс опт.csv')).keys).toEqual(['text:kind'])
  })
})

describe('names of prices', () => {
  it.each(['Цена VIP', 'Цена по карте', 'Цена с доставкой', 'Цена с монтажом', 'Минимальная цена'])(
    'ask if the only price has an unknown word: %s',
    async (name) => {
      expect((await held(csv({ [name]: 5000 }))).keys).toEqual([`price:${name}`])
    },
  )

  it.each([
    'Цена',
    'Цена, руб. за шт',
    'Стоимость',
    'price',
    'Текущая цена',
    'Цена в магазине',
    'Цена, тыс. руб.',
  ])('ask nothing about a plain price: %s', async (name) => {
    expect((await held(csv({ [name]: 5000 }))).keys).toEqual([])
  })

  it('ask about two columns of one name, and about two retail prices', async () => {
    const [header, ...rows] = csv({ A: 5000, B: 4500 }).split('\n')
    const twice = [header?.replace('A;B', 'Цена;Цена'), ...rows].join('\n')
    expect((await held(twice)).keys).toEqual([
      'Выберите, какая из цен розничная, а какая оптовая: «Цена», «Цена (2)»',
    ])
    expect((await held(csv({ 'Розница салон': 5000, 'Розница сайт': 4800 }))).keys).toEqual([
      'column:Розница сайт',
    ])
    expect((await held(csv({ Розница: 5000, 'Розница VIP': 4800 }))).keys).toEqual([])
  })

  it('ask which price counts where there is no discount', async () => {
    const content = csv({ price: 5200, rrp: 5400, price_discount: 5000 })
    expect((await held(content)).keys).toEqual(['column:price'])
  })
})

describe('what a person sees in Excel', () => {
  it('leaves out hidden sheets, and says so', async () => {
    const book = await writeXlsx({
      sheets: [
        { name: 'Старый', rows: rowsOf({ Цена: 4000 }), hidden: true },
        { name: 'Прайс', rows: rowsOf({ Цена: 5000 }) },
      ],
    })
    const { keys, tyres, account } = await held(book, 'hidden.xlsx')
    expect([keys, tyres]).toEqual([[], 20])
    expect(account?.containers).toMatchObject([
      { name: 'Старый', isRead: false, why: 'скрыт' },
      { name: 'Прайс', isRead: true, records: 20 },
    ])
  })

  it('leaves out tyres that are sold on rims', async () => {
    const rows = csv(
      { Цена: 5000 },
      '',
      `W1;Колесо в сборе ${nameOf(7)};9000\nW2;${nameOf(8)} на литом диске;9500`,
    )
    const { account } = await held(rows)
    expect(account?.left).toEqual([{ kind: 'goods', count: 2 }])
  })
})
