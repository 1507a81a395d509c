// Specification 4.21

import { describe, expect, it } from 'vitest'
import { readReportPage } from '../legacy/report-page.ts'
import { isDaikon } from '../lib/host-name.ts'
import { filledColumns, pageColumns } from './columns.ts'
import { addNonEmptyColumns, emptyFilled } from './filled.ts'
import { type PriceType, priceTypesOf, REPORT_IDS, REPORTS, type Report, type ReportId } from './reports.ts'

/** Returns the table built from an answer with these rows: labels, and the cells of each row. */
function table(id: ReportId, items: object[], priceType?: PriceType) {
  const report: Report = REPORTS[id]
  const { rows } = readReportPage(report.layout, JSON.stringify(items))
  const columns = pageColumns(report, priceType ?? (priceTypesOf(report)[0] as PriceType), rows)
  return {
    columns,
    labels: columns.map(({ label }) => label),
    cells: rows.map((row) => columns.map((column) => column.cell(row))),
  }
}

const BRAND = { tires_specs: { brand: 'Nokian' } }
/** Returns the labels of the columns after the product columns, for a row with one city. */
function placeLabels(id: ReportId, sites: object, priceType?: PriceType) {
  return table(id, [{ ...BRAND, cities: { Москва: sites } }], priceType).labels.slice(1)
}

const SPECS = {
  load_index: 94,
  speed_index: 'T',
  type: 'car',
  season: 'Зима',
  diameter: 'R16',
  height: 55,
  width: 205,
  name: 'Hakkapeliitta 10',
  brand: 'Nokian',
  brand_article: 'A1',
}
const SPEC_LABELS = [
  'Артикул производителя',
  'Бренд',
  'Название',
  'Ширина',
  'Высота',
  'Диаметр',
  'Сезон',
  'Тип авто',
  'Индекс скорости',
  'Индекс нагрузки',
]

const SITE_PRICES = { retail: 5000, opt: 4500, cost: 4000, rest: 12, opt_rest: 8 }
const WAREHOUSE_PRICES = { warehouses: { 'Склад 1': { price: 5000, opt: 4500, cost: 4000, rest: 12 } } }

describe.each(REPORT_IDS)('specification 4.16: product columns (%s)', (id) => {
  it('have a fixed order', () => {
    const { labels, cells } = table(id, [{ tires_specs: SPECS }])
    expect(labels).toEqual(SPEC_LABELS)
    expect(cells).toEqual([['A1', 'Nokian', 'Hakkapeliitta 10', 205, 55, 'R16', 'Зима', 'car', 'T', 94]])
  })

  it('are shown only if at least one row of the page fills them', () => {
    const items = [
      { tires_specs: { brand: 'Nokian', width: '', height: '-', season: null, name: ' ' } },
      { tires_specs: { brand: '', load_index: 0 } },
    ]
    const { labels, cells } = table(id, items)
    expect(labels).toEqual(['Бренд', 'Индекс нагрузки'])
    expect(cells).toEqual([
      ['Nokian', null],
      [null, 0],
    ])
  })

  it('are Article, Brand and Name if none has data', () => {
    const items = [{ cities: { Москва: { 'a.ru': { retail: 1, opt: 1 } } } }, { tires_specs: { width: '-' } }]
    expect(table(id, items).labels.slice(0, 4)).toEqual([...SPEC_LABELS.slice(0, 3), 'Город'])
    expect(table(id, []).labels).toEqual(SPEC_LABELS.slice(0, 3))
  })
})

describe('specification 4.17: cities, sites and warehouses', () => {
  const two = { 'https://b.ru': 1, 'https://www.a.ru': 2 }
  const item = { ...BRAND, cities: { Уфа: two, Абакан: two, Ёлкино: two, Екатеринбург: two } }

  it('cities are sorted alphabetically, and the sites within each city', () => {
    const { cells } = table('retail', [item])
    const city = (name: string) => [name, 'a.ru', 2, 'b.ru', 1]
    expect(cells[0]).toEqual(['Nokian', ...['Абакан', 'Екатеринбург', 'Ёлкино', 'Уфа'].flatMap(city)])
  })

  it('the order does not depend on the order in the answer', () => {
    const cities = Object.fromEntries(Object.entries(item.cities).reverse())
    expect(table('retail', [{ ...item, cities }]).cells).toEqual(table('retail', [item]).cells)
  })

  it('warehouses are sorted alphabetically, each column after its name', () => {
    const warehouses = { 'Склад 2': { price: 2 }, 'Склад 1': { price: 1 } }
    const { labels, cells } = table('retail', [{ ...BRAND, cities: { Москва: { 'a.ru': { warehouses } } } }])
    const price = 'Рекоменд. Розн. цена'
    expect(labels).toEqual(['Бренд', 'Город', 'Сайт', 'Склад', price, 'Склад', price])
    expect(cells).toEqual([['Nokian', 'Москва', 'a.ru', 'Склад 1', 1, 'Склад 2', 2]])
  })

  it('a row without a given city, site or warehouse has empty cells there', () => {
    const items = [
      { ...BRAND, cities: { Москва: { 'a.ru': { warehouses: { 'Склад 1': { price: 1 } } }, 'b.ru': 2 } } },
      { ...BRAND, cities: { Москва: { 'b.ru': 3 } } },
      { ...BRAND, cities: { Москва: { 'a.ru': { warehouses: {} } } } },
      { ...BRAND, cities: {} },
    ]
    expect(table('retail', items).cells).toEqual([
      ['Nokian', 'Москва', 'a.ru', 'Склад 1', 1, 'b.ru', 2],
      ['Nokian', 'Москва', null, null, null, 'b.ru', 3],
      ['Nokian', 'Москва', 'a.ru', null, null, null, null],
      ['Nokian', null, null, null, null, null, null],
    ])
  })

  it('sites are shown as host names, and different spellings of a host are one site', () => {
    const items = [
      { ...BRAND, cities: { Москва: { 'https://www.a.ru/shop': 1 } } },
      { ...BRAND, cities: { Москва: { 'http://A.ru': 2 } } },
    ]
    expect(table('retail', items).cells).toEqual([
      ['Nokian', 'Москва', 'a.ru', 1],
      ['Nokian', 'Москва', 'a.ru', 2],
    ])
  })

  it("a site's own prices come before those of its warehouses", () => {
    const site = { retail: 9, warehouses: { 'Склад 1': { price: 1 } } }
    expect(placeLabels('retail', { 'a.ru': site })).toEqual([
      'Город',
      'Сайт',
      'Розн. цена',
      'Склад',
      'Рекоменд. Розн. цена',
    ])
  })

  it('a city or site without a name has no name column', () => {
    const { labels, cells } = table('retail', [
      { ...BRAND, cities: { ' ': { 'a.ru': 5 }, Москва: { '': 6 } } },
    ])
    expect(labels).toEqual(['Бренд', 'Сайт', 'Розн. цена', 'Город', 'Розн. цена'])
    expect(cells).toEqual([['Nokian', 'a.ru', 5, 'Москва', 6]])
  })

  it('columns know their group, and name columns are marked as such', () => {
    const { columns } = table('retail-min', [
      {
        ...BRAND,
        cities: { Москва: { 'a.ru': { warehouses: { 'Склад 1': { price: 1 } } }, 'b.ru': 2 } },
        analytics: { Москва: { min: 1 } },
      },
    ])
    const shown = columns.map(({ label, place, group }) => [label, place ?? false, ...Object.values(group)])
    expect(shown).toEqual([
      ['Бренд', false, '', '', ''],
      ['Город', true, 'Москва', '', ''],
      ['Минимальная розн. цена', false, 'Москва', '', ''],
      ['Сайт', true, 'Москва', 'a.ru', ''],
      ['Склад', true, 'Москва', 'a.ru', 'Склад 1'],
      ['Рекоменд. Розн. цена', false, 'Москва', 'a.ru', 'Склад 1'],
      ['Сайт', true, 'Москва', 'b.ru', ''],
      ['Розн. цена', false, 'Москва', 'b.ru', ''],
    ])
  })
})

describe('specification 4.18: columns of a site', () => {
  const earlier = ['Розн. цена', 'Опт. цена', 'Остаток', 'Остаток (опт.)']
  const expected: Partial<Record<ReportId, string[]>> = {
    proposals: ['Розн. цена', 'Опт. цена', 'Себестоимость', 'Остаток', 'Остаток (опт.)'],
    'price-changes': ['Розн. цена', 'Опт. цена', 'Себестоимость', 'Остаток', 'Остаток (опт.)'],
  }

  it.each(REPORT_IDS)('without warehouses (%s)', (id) => {
    expect(placeLabels(id, { 'a.ru': SITE_PRICES })).toEqual(['Город', 'Сайт', ...(expected[id] ?? earlier)])
  })

  it.each(REPORT_IDS)('per warehouse (%s)', (id) => {
    const labels =
      id === 'price-changes'
        ? ['Склад', 'Розн. цена', 'Опт. цена', 'Себестоимость', 'Остаток']
        : ['Склад', 'Рекоменд. Розн. цена', 'Опт. цена', 'Остаток']
    expect(placeLabels(id, { 'a.ru': WAREHOUSE_PRICES })).toEqual(['Город', 'Сайт', ...labels])
  })

  it.each(REPORT_IDS)('that are empty are dropped (%s)', (id) => {
    const empty = { retail: null, opt: '', cost: '-', rest: ' ', opt_rest: null }
    expect(placeLabels(id, { 'a.ru': { ...empty, opt: 0 } })).toEqual(['Город', 'Сайт', 'Опт. цена'])
    const warehouse = placeLabels(id, { 'a.ru': { warehouses: { 'Склад 1': { ...empty, rest: 0 } } } })
    expect(warehouse).toEqual(['Город', 'Сайт', 'Склад', 'Остаток'])
  })

  it('hold the values that their labels name', () => {
    const sites = { 'a.ru': SITE_PRICES, 'b.ru': WAREHOUSE_PRICES }
    expect(table('price-changes', [{ ...BRAND, cities: { Москва: sites } }]).cells).toEqual([
      ['Nokian', 'Москва', 'a.ru', 5000, 4500, 4000, 12, 8, 'b.ru', 'Склад 1', 5000, 4500, 4000, 12],
    ])
  })

  it('have the kind price or stock', () => {
    const { columns } = table('proposals', [{ ...BRAND, cities: { Москва: { 'a.ru': SITE_PRICES } } }])
    expect(columns.map(({ kind }) => kind)).toEqual([
      'text',
      'text',
      'text',
      'price',
      'price',
      'price',
      'stock',
      'stock',
    ])
  })

  it('include the change since the previous day if the price changes contain it', () => {
    const retailers = [{ website: 'a.ru', prices: { opt: 4500 }, stock: 1, change_percent: -2.5 }]
    const inStorage = retailers.map((retailer) => ({ ...retailer, storage: 'Склад 1' }))
    const { labels, cells, columns } = table('price-changes', [
      { ...BRAND, availability: [{ city: 'Москва', retailers: [...retailers, ...inStorage] }] },
    ])
    const prices = ['Опт. цена', 'Изменение, %', 'Остаток']
    expect(labels).toEqual(['Бренд', 'Город', 'Сайт', ...prices, 'Склад', ...prices])
    expect(cells).toEqual([['Nokian', 'Москва', 'a.ru', 4500, -2.5, 1, 'Склад 1', 4500, -2.5, 1]])
    expect([columns[4]?.kind, columns[8]?.kind]).toEqual(['percent', 'percent'])
  })
})

describe('specification 4.18: the warehouse price column at sites whose name contains a form of daikon', () => {
  const forms = ['daikon', 'daykon', 'dajkon', 'daicon', 'DaiKon-shop', 'дайкон', 'даикон', 'Дэйкон']
  const sites = forms.flatMap((form) => [`https://www.${form}.ru`, form])
  const wholesale = REPORT_IDS.filter((id) => id.startsWith('wholesale'))
  const others = REPORT_IDS.filter((id) => !id.startsWith('wholesale') && id !== 'price-changes')

  it.each(sites)('is Себестоимость on every wholesale page: %s', (site) => {
    for (const id of wholesale) {
      expect(placeLabels(id, { [site]: WAREHOUSE_PRICES })).toEqual([
        'Город',
        'Сайт',
        'Склад',
        'Себестоимость',
        'Опт. цена',
        'Остаток',
      ])
    }
  })

  it.each(others)('is Рекоменд. Розн. цена elsewhere (%s)', (id) => {
    expect(placeLabels(id, { 'daikon.ru': WAREHOUSE_PRICES })[3]).toBe('Рекоменд. Розн. цена')
  })

  it('is Рекоменд. Розн. цена on wholesale pages at other sites', () => {
    expect(wholesale).toHaveLength(5)
    for (const id of wholesale) {
      expect(placeLabels(id, { 'a.ru': WAREHOUSE_PRICES })[3]).toBe('Рекоменд. Розн. цена')
    }
  })

  it('keeps the label of the retail price outside warehouses', () => {
    expect(placeLabels('wholesale', { 'daikon.ru': SITE_PRICES })[2]).toBe('Розн. цена')
  })
})

describe('specification 4.19: statistic columns', () => {
  const analytics = { Москва: { min_price: 1, max_price: 3, median_price: 2, new_opt_price: 4 } }
  const item = { ...BRAND, cities: { Москва: { 'a.ru': 5 } }, analytics }

  it.each<[ReportId, PriceType, string[]]>([
    ['all-prices', 'all', []],
    ['retail', 'retail', []],
    ['wholesale', 'opt', []],
    ['retail-min', 'retail', ['Минимальная розн. цена']],
    ['retail-max', 'retail', ['Максимальная розн. цена']],
    ['retail-median', 'retail', ['Медианная розн. цена']],
    ['retail-stats', 'retail', ['Минимальная розн. цена', 'Медианная розн. цена', 'Максимальная розн. цена']],
    ['wholesale-min', 'opt', ['Минимальная опт. цена']],
    ['wholesale-max', 'opt', ['Максимальная опт. цена']],
    ['wholesale-median', 'opt', ['Медианная опт. цена']],
    ['wholesale-stats', 'opt', ['Минимальная опт. цена', 'Медианная опт. цена', 'Максимальная опт. цена']],
    [
      'proposals',
      'retail',
      ['Минимальная розн. цена', 'Медианная розн. цена', 'Максимальная розн. цена', 'Новая розн. цена'],
    ],
    [
      'proposals',
      'opt',
      ['Минимальная опт. цена', 'Медианная опт. цена', 'Максимальная опт. цена', 'Новая опт. цена'],
    ],
    ['price-changes', 'opt', []],
  ])('of %s (%s) stand between the city and its sites', (id, priceType, labels) => {
    const shown = table(id, [item], priceType)
    expect(shown.labels).toEqual(['Бренд', 'Город', ...labels, 'Сайт', 'Розн. цена'])
    const values = { Мин: 1, Мед: 2, Мак: 3, Нов: 4 }
    const expected = labels.map((label) => values[label.slice(0, 3) as keyof typeof values])
    expect(shown.cells).toEqual([['Nokian', 'Москва', ...expected, 'a.ru', 5]])
    const kinds = shown.columns.slice(2, 2 + labels.length).map(({ kind }) => kind)
    expect(kinds).toEqual(labels.map(() => 'money2'))
  })

  it('are dropped when empty, and 0 is a value', () => {
    const values = { min_price: '-', max_price: 0, median_price: null }
    const { labels } = table('retail-stats', [{ ...item, analytics: { Москва: values } }])
    expect(labels).toEqual(['Бренд', 'Город', 'Максимальная розн. цена', 'Сайт', 'Розн. цена'])
  })

  it('are empty in a row without that city', () => {
    const { cells } = table('retail-min', [item, BRAND])
    expect(cells[1]).toEqual(['Nokian', null, null, null, null])
  })

  it('exist for a city without sites, too', () => {
    const { labels, cells } = table('retail-min', [{ ...BRAND, analytics: { Казань: { min: 7 } } }])
    expect(labels).toEqual(['Бренд', 'Город', 'Минимальная розн. цена'])
    expect(cells).toEqual([['Nokian', 'Казань', 7]])
  })
})

describe('specification 4.20: own price, wholesale price and difference of the price-changes page', () => {
  const own = { daykon_price: 5000, opt_price: 4800, diff_percent: 4.2 }

  it('follow the product columns', () => {
    const { labels, cells, columns } = table('price-changes', [
      { ...BRAND, ...own, cities: { Москва: { 'a.ru': { opt: 1 } } } },
    ])
    expect(labels).toEqual(['Бренд', 'Наша цена', 'Опт. цена', 'Отклонение, %', 'Город', 'Сайт', 'Опт. цена'])
    expect(cells).toEqual([['Nokian', 5000, 4800, 4.2, 'Москва', 'a.ru', 1]])
    expect(columns.slice(1, 4).map(({ kind }) => kind)).toEqual(['price', 'price', 'percent'])
  })

  it('are shown only if a row has them', () => {
    expect(table('price-changes', [{ ...BRAND, diff_percent: 0 }]).labels).toEqual(['Бренд', 'Отклонение, %'])
    expect(table('price-changes', [{ ...BRAND, daykon_price: '-' }]).labels).toEqual(['Бренд'])
  })

  it('exist on no other page', () => {
    for (const id of REPORT_IDS.filter((other) => other !== 'price-changes')) {
      expect(table(id, [{ ...BRAND, ...own }]).labels).toEqual(['Бренд'])
    }
  })
})

describe('columns across pages', () => {
  const item = (city: string, price: number) => ({ ...BRAND, cities: { [city]: { 'a.ru': price } } })

  it('have the same ids on every page, so that widths and positions are preserved', () => {
    const ids = (items: object[]) => table('retail', items).columns.map(({ id }) => id)
    const one = ids([item('Москва', 1)])
    expect(ids([item('Москва', 2), item('Казань', 3)])).toEqual(expect.arrayContaining(one))
  })

  it('have unique ids, whatever the cities and sites are called', () => {
    const cities = {
      'a","b': { c: 1 },
      a: { 'b","c': 1, b: { warehouses: { c: 1, 'retail"': 2 } } },
      brand: { name: 1 },
    }
    const sites = { ...cities, x: { min: 1 } }
    const { columns } = table('retail-min', [{ ...BRAND, cities: sites, analytics: { x: { min: 1 } } }])
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
  })

  it('are the same whether rows are added together or one by one, in any order', () => {
    const report: Report = REPORTS.retail
    const items = [item('Уфа', 1), item('Москва', 2), item('Абакан', 3)]
    const { rows } = readReportPage('analytics', JSON.stringify(items))
    const filled = emptyFilled()
    for (const row of rows.toReversed()) addNonEmptyColumns(filled, row)
    const ids = filledColumns(report, 'retail', filled, isDaikon).map(({ id }) => id)
    expect(ids).toEqual(pageColumns(report, 'retail', rows).map(({ id }) => id))
    expect(ids).toHaveLength(10)
  })
})
