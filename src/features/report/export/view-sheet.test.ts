import { describe, expect, it } from 'vitest'
import { emptyWarehouse, type ReportRow, type SitePrices } from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { rowIn, sitePrices } from '../../../../tests/support/report-page.ts'
import { defaultChoice } from '../../report-choice/report-address.ts'
import type { ViewOrder } from './export-client.ts'
import { viewSheet } from './view-sheet.ts'

const OWN = 'own.ru'
const site = sitePrices
const row = (index: number, sites: Record<string, SitePrices>, city = 'Томск') => rowIn(city, sites, index)

const orderOf = (part: Partial<ViewOrder>): ViewOrder => ({
  report: 'retail',
  choice: { ...defaultChoice(REPORTS.retail), date: '2026-04-18' },
  layout: 'table',
  view: { order: null, only: [] },
  columns: [],
  compared: { city: 'Томск', kind: 'retail', competitors: null },
  arranged: [],
  ownHosts: [OWN],
  further: null,
  ...part,
})

/**
 * Returns the column titles and cells.
 * @param shown the rows of the displayed page
 */
function sheetOf(part: Partial<ViewOrder>, rows: readonly ReportRow[], shown = rows) {
  const { columns, rows: sorted } = viewSheet(orderOf(part), rows, shown)
  return {
    titles: columns.map(({ group, label }) => [group, label].filter(Boolean).join(' · ')),
    kinds: columns.map(({ kind }) => kind),
    cells: sorted.map((one) => columns.map(({ cell }) => cell(one))),
  }
}
/** Returns the cells of one column. */
function cellsOf(part: Partial<ViewOrder>, rows: readonly ReportRow[], title: string) {
  const { titles, cells } = sheetOf(part, rows)
  expect(titles).toContain(title)
  return cells.map((line) => line[titles.indexOf(title)])
}

describe('shownSheet of the table (specification 17.9)', () => {
  const warehouses = new Map([['Склад', { ...emptyWarehouse(), retail: 95, stock: 3 }]])
  const ROWS = [
    row(0, { [OWN]: site(110, { warehouses }), 'a.ru': site(100.5) }),
    row(1, { 'b.ru': site(90) }, 'Омск'),
  ]

  it('has the columns of all rows with their places, numbers as numbers and articles as text', () => {
    const { titles, cells } = sheetOf({}, ROWS)
    expect(titles).toContain('Омск · b.ru · Розн. цена')
    expect(titles).toContain(`Томск · ${OWN} · Склад · Остаток`)
    expect(cells[0]?.[titles.indexOf(`Томск · ${OWN} · Склад · Остаток`)]).toBe(3)
    expect(cells[0]?.[titles.indexOf('Томск · a.ru · Розн. цена')]).toBe(100.5)
    const numeric = row(2, {})
    numeric.specs.article = 12
    expect(cellsOf({}, [numeric], 'Артикул производителя')).toEqual(['12'])
  })

  it('hides, moves and puts first the same columns as the screen', () => {
    const { titles } = sheetOf({ columns: ['-value.Остаток', '*city.Томск'] }, ROWS)
    expect(titles.filter((title) => title.endsWith('Остаток'))).toEqual([])
    expect(titles.findIndex((title) => title.startsWith('Томск'))).toBeLessThan(
      titles.findIndex((title) => title.startsWith('Омск')),
    )
  })

  it('folds columns that are nearly empty among all rows, unless the displayed page shows them', () => {
    const many = [
      ROWS[0] as ReportRow,
      ...Array.from({ length: 20 }, (_, i) => row(i + 1, { 'b.ru': site(90) })),
    ]
    const folded = { columns: ['fold'] }
    expect(sheetOf(folded, many).titles).not.toContain('Томск · a.ru · Розн. цена')
    expect(sheetOf(folded, many, many.slice(0, 2)).titles).toContain('Томск · a.ru · Розн. цена')
    expect(sheetOf(folded, many, []).titles).not.toContain('Томск · a.ru · Розн. цена')
  })

  it('sorts all rows if the server has not', () => {
    const view = { order: { column: 'name', descending: true }, only: [] }
    const rows = [row(0, {}), row(2, {}), row(1, {})]
    const names = (part: Partial<ViewOrder>) => cellsOf(part, rows, 'Название')
    expect(names({ view })).toEqual([2, 1, 0].map((index) => row(index, {}).specs.name))
    expect(names({ view, arranged: [['sort', '-name']] })).toEqual(rows.map(({ specs }) => specs.name))
  })
})

describe('shownSheet of the market (specification 17.9)', () => {
  const ROWS = [
    row(0, { [OWN]: site(110), 'a.ru': site(100) }),
    row(1, { [OWN]: site(80), 'b.ru': site(90), 'a.ru': site(100) }),
    row(2, { [OWN]: site(105), 'b.ru': site(90), 'c.ru': site(95) }),
    row(3, { [OWN]: site(105), 'b.ru': site(90) }),
  ]
  const market = { layout: 'market' as const }

  it('has the market’s columns, with the sites in alphabetical order', () => {
    const { titles, cells, kinds } = sheetOf(market, ROWS)
    expect(titles).toEqual([
      'Шина',
      'Артикул',
      'Томск · Мы · Наша цена',
      'Томск · Мы · Место',
      'Томск · Мы · Отклонение, %',
      'Томск · Рынок · Медиана без нас',
      'Томск · Рынок · Мин.',
      'Томск · Рынок · Медиана',
      'Томск · Рынок · Макс.',
      'Томск · Конкуренты · a.ru',
      'Томск · Конкуренты · b.ru',
      'Томск · Конкуренты · c.ru',
    ])
    expect(cells[0]?.slice(2)).toEqual([110, '2 из 2', 10, 100, 100, 105, 110, 100, null, null])
    expect(kinds[4]).toBe('percent')
  })

  it('names the sites that list the tyre without stock', () => {
    const absent = { ...site(90), stock: 0 }
    const rows = [row(0, { [OWN]: site(110), 'a.ru': absent, 'b.ru': absent }), row(1, { 'a.ru': site(100) })]
    expect(cellsOf(market, rows, 'Нет в наличии')).toEqual(['a.ru, b.ru', null])
  })

  it('leaves out competitors that are sold out if the screen does (specification 17.11)', () => {
    const rows = [row(0, { [OWN]: site(110), 'a.ru': { ...site(90), stock: 0 }, 'b.ru': site(100) })]
    const compared = { city: 'Томск', kind: 'retail' as const, competitors: 'inStock' as const }
    expect(cellsOf({ ...market, compared }, rows, 'Томск · Мы · Место')).toEqual(['2 из 2'])
    expect(sheetOf({ ...market, compared }, rows).titles).not.toContain('Томск · Конкуренты · a.ru')
  })

  it('states that the prices are of all cities', () => {
    expect(
      sheetOf({ ...market, compared: { city: null, kind: 'retail', competitors: null } }, ROWS).titles,
    ).toContain('Все города · Мы · Наша цена')
  })

  it('drops hidden columns, and applies quick filters and sort', () => {
    const view = { order: { column: 'market.own', descending: false }, only: ['dearer' as const] }
    const { titles, cells } = sheetOf({ ...market, view, columns: ['-market.rank'] }, ROWS)
    expect(titles).not.toContain('Томск · Мы · Место')
    expect(cells.map((line) => line[titles.indexOf('Томск · Мы · Наша цена')])).toEqual([105, 105, 110])
  })

  it('neither filters nor sorts what the server has filtered and sorted', () => {
    const view = { order: { column: 'market.own', descending: false }, only: ['dearer' as const] }
    const arranged = [
      ['sort', 'market.own'],
      ['only', 'dearer'],
    ] as const
    expect(cellsOf({ ...market, view, arranged }, ROWS, 'Томск · Мы · Наша цена')).toEqual([
      110, 80, 105, 105,
    ])
  })
})

describe('shownSheet of the list (specification 17.9)', () => {
  const list = { layout: 'list' as const }

  it('has one row per card, with the card’s content', () => {
    const rows = [
      row(0, { [OWN]: site(110, { stock: 4 }), 'a.ru': site(100, { stock: 0 }), 'b.ru': site(120) }),
      row(1, { 'a.ru': { ...site(null), wholesale: 50 } }),
    ]
    const { titles, cells } = sheetOf(list, rows)
    expect(titles).toEqual([
      'Шина',
      'Артикул',
      'Размер',
      'Наша цена',
      'Остаток',
      'Место',
      'Отклонение, %',
      'Конкурент 1 · Сайт',
      'Конкурент 1 · Цена',
      'Конкурент 1 · Наличие',
      'Конкурент 2 · Сайт',
      'Конкурент 2 · Цена',
      'Примечание',
    ])
    expect(cells[0]?.slice(3)).toEqual([
      110,
      4,
      '2-я из 3',
      0,
      'a.ru',
      100,
      'нет в наличии',
      'b.ru',
      120,
      null,
    ])
    expect(cells[1]?.at(-1)).toBe('У нас нет цены. Есть только оптовые цены, от 50.')
  })

  it('names the cities if prices are of all of them, and sorts like the list', () => {
    const rows = [
      row(0, { 'a.ru': site(1), [OWN]: site(3) }),
      row(1, { 'a.ru': site(2), [OWN]: site(2) }, 'Омск'),
    ]
    const order = { ...list, compared: { city: null, kind: 'retail' as const, competitors: null } }
    expect(cellsOf(order, rows, 'Конкурент 1 · Город')).toEqual(['Томск', 'Омск'])
    const view = { order: { column: 'market.own', descending: false }, only: [] }
    expect(cellsOf({ ...order, view }, rows, 'Наша цена')).toEqual([2, 3])
  })
})
