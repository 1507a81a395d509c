// Specification 4.21

import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { pageColumns } from '../reports/columns.ts'
import { currentPageOf, hasNextPage } from '../reports/paging.ts'
import type { Cell, ResultPage, WarehousePrices } from '../reports/report-row.ts'
import { priceTypesOf, REPORT_IDS, REPORTS, type Report } from '../reports/reports.ts'
import { SPEC_NAMES } from '../tyre/tyre-specs.ts'
import { readFilterOptions } from './filter-options.ts'
import { ReadError } from './lenient-json.ts'
import { readReportPage } from './report-page.ts'
import { readVehicleTypes } from './vehicle-types.ts'

/** Keys from the specification and decisions, and some that every object inherits from its prototype. */
const KEYS = [
  ...['tires_specs', 'specifications', 'brand', 'article', 'name', 'type', 'vehicle_type', 'load_index'],
  ...['cities', 'analytics', 'opt_analytics', 'Москва', 'Казань ', 'https://www.a.ru', 'a.ru', 'daikon', ''],
  ...[
    'retail',
    'price',
    'value',
    'opt',
    'opt_price',
    'cost',
    'rest',
    'stock',
    'opt_rest',
    'warehouses',
    'Склад 1',
  ],
  ...['min', 'max_price', 'medianPrice', 'new_opt_price', 'color', 'highlight', 'highlight_cities'],
  ...['availability', 'city', 'retailers', 'website', 'storage', 'prices', 'change_percent', 'daykon_price'],
  ...['items', 'data', 'pagination', 'meta', 'total_rows', 'current_page', 'page', 'has_more', 'dates'],
  ...['__proto__', 'constructor', 'toString', 'length'],
]

const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '-',
    '0',
    '1 234,50',
    'по запросу',
    '9'.repeat(400),
    '["car"]',
    '[“car”,]',
    'Москва',
  ),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.string(),
)

const { anyOf } = fc.letrec<{ anyOf: unknown }>((tie) => ({
  anyOf: fc.oneof(
    { maxDepth: 7, depthSize: 'medium' },
    odd,
    fc.array(tie('anyOf'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('anyOf'), { maxKeys: 6 }),
  ),
}))

/** Generates an object with these members, each missing, invalid, or valid. */
const some = (members: Record<string, Arbitrary<unknown>>): Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(members).map(([key, value]) => [key, fc.oneof({ weight: 4, arbitrary: value }, anyOf)]),
    ),
    { requiredKeys: [] },
  )

const keyed = (keys: string[], value: Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...keys), fc.oneof({ weight: 4, arbitrary: value }, odd), { maxKeys: 3 })

const price = fc.oneof(odd, some({ price: odd, value: odd, rest: odd, count: odd }))
const warehouses = keyed(
  ['Склад 1', ' Склад 1', 'min', '', '-'],
  some({ price, retail: price, opt: price, cost: odd, quantity: odd }),
)
const site = some({
  retail: price,
  price,
  opt: price,
  opt_price: price,
  cost: odd,
  rest: odd,
  opt_rest: odd,
  warehouses,
})
const cities = keyed(
  ['Москва', 'Казань', 'x', ' ', '__proto__'],
  keyed(['https://a.ru', 'www.a.ru', 'daikon', 'min', ' '], site),
)
const statistics = keyed(
  ['Москва', 'x', ''],
  some({ min: odd, max_price: odd, medianPrice: odd, new_opt_price: odd, color: odd }),
)
const retailer = some({
  website: fc.constantFrom('https://a.ru', 'a.ru', 'b.ru'),
  site: odd,
  storage: fc.constantFrom('', 'Склад 1', 'Склад 2'),
  prices: some({ retail: price, opt: price, cost: odd }),
  stock: odd,
})
const row = some({
  tires_specs: some(
    Object.fromEntries(['brand', 'name', 'article', 'type', 'width'].map((name) => [name, odd])),
  ),
  specifications: anyOf,
  cities,
  analytics: statistics,
  opt_analytics: statistics,
  availability: fc.array(
    some({ city: fc.constantFrom('Москва', 'x', ''), retailers: fc.array(retailer, { maxLength: 3 }) }),
    { maxLength: 3 },
  ),
  daykon_price: odd,
  diff_percent: odd,
  highlight: odd,
  highlight_cities: anyOf,
})
const rows = fc.array(fc.oneof({ weight: 5, arbitrary: row }, anyOf), { maxLength: 4 })
const figures = { total_rows: odd, current_page: odd, page: odd, has_more: odd }
const page = fc.oneof(rows, some({ items: rows, data: rows, pagination: some(figures), ...figures }))

const body = fc.oneof(
  page.map((answer) => JSON.stringify(answer)),
  anyOf.map((answer) => JSON.stringify(answer)),
  fc.jsonValue().map((answer) => JSON.stringify(answer)),
  page.map((answer) =>
    JSON.stringify(answer)
      .replace(/"/g, '“')
      .replace(/([}\]])/g, ',$1'),
  ),
  fc.string({ unit: 'binary' }),
)

/** Returns the result of `read`; undefined if it throws a ReadError. */
function attempt<T>(read: (text: string) => T, text: string): T | undefined {
  try {
    return read(text)
  } catch (error) {
    expect(error).toBeInstanceOf(ReadError)
    expect((error as Error).message).not.toBe('')
    return undefined
  }
}

const isCell = (cell: unknown): cell is Cell =>
  cell === null || Number.isFinite(cell) || (typeof cell === 'string' && cell.trim() === cell && cell !== '')

const WAREHOUSE: readonly (keyof WarehousePrices)[] = ['retail', 'wholesale', 'cost', 'stock', 'change']

function* cellsOf({ rows }: ResultPage): Generator<unknown> {
  for (const { specs, own, cities } of rows) {
    expect(Object.keys(specs)).toEqual(SPEC_NAMES)
    yield* Object.values(specs)
    yield own.price
    yield own.wholesale
    yield own.diffPercent
    for (const { statistics: of, sites } of cities.values()) {
      yield* [of.min, of.max, of.median, of.proposed]
      for (const prices of sites.values()) {
        yield prices.wholesaleStock
        for (const name of WAREHOUSE) yield prices[name]
        for (const warehouse of prices.warehouses.values())
          for (const name of WAREHOUSE) yield warehouse[name]
      }
    }
  }
}

const isFigure = (figure: number | null) => figure === null || (Number.isSafeInteger(figure) && figure >= 0)

describe('specification 7.2: any answer is read or rejected with a ReadError', () => {
  it.each(['analytics', 'proposals', 'changes'] as const)('a list answer (%s)', (layout) => {
    fc.assert(
      fc.property(body, (text) => {
        const read = attempt((of) => readReportPage(layout, of), text)
        if (!read) return
        for (const cell of cellsOf(read)) expect(cell).toSatisfy(isCell)
        for (const figure of [read.totalRows, read.currentPage, read.totalPages])
          expect(figure).toSatisfy(isFigure)
        expect([true, false, null]).toContain(read.hasMore)
        for (const { highlighted, highlightedCities } of read.rows) {
          expect(typeof highlighted).toBe('boolean')
          expect(highlightedCities.every((city) => typeof city === 'string')).toBe(true)
        }
        expect(currentPageOf(read, 3)).toBeGreaterThanOrEqual(1)
        expect(typeof hasNextPage(layout, read, 3)).toBe('boolean')
      }),
      { numRuns: runs(300) },
    )
  })

  it('filter options', () => {
    const options = some(
      Object.fromEntries(['city', 'website', 'type', 'load_index', 'dates'].map((key) => [key, anyOf])),
    )
    const text = fc.oneof(
      options.map((answer) => JSON.stringify(answer)),
      body,
    )
    fc.assert(
      fc.property(text, (of) => {
        const read = attempt(readFilterOptions, of)
        if (!read) return
        const texts = [...Object.values(read.lists).flat(), ...read.dates]
        expect(Object.values(read.lists)).toHaveLength(10)
        for (const item of texts)
          expect(item).toSatisfy((value) => typeof value === 'string' && isCell(value))
      }),
    )
  })

  it('vehicle types', () => {
    const answer = some({ vehicleType: anyOf, type: anyOf, data: anyOf, items: anyOf }).map((of) =>
      JSON.stringify(of),
    )
    const text = fc.oneof(
      answer,
      answer.map((of) => JSON.stringify(of)),
      body,
    )
    fc.assert(
      fc.property(text, (of) => {
        for (const item of attempt(readVehicleTypes, of) ?? []) {
          expect(item).toSatisfy((value) => typeof value === 'string' && isCell(value))
        }
      }),
    )
  })
})

describe.each(REPORT_IDS)('specification 4.16: any answer makes a table (%s)', (id) => {
  const report: Report = REPORTS[id]

  it('with unique column ids, no empty column, and cells that are texts, numbers or empty', () => {
    fc.assert(
      fc.property(page, (answer) => {
        const read = attempt((of) => readReportPage(report.layout, of), JSON.stringify(answer))
        if (!read) return
        for (const priceType of priceTypesOf(report)) {
          const columns = pageColumns(report, priceType, read.rows)
          expect(new Set(columns.map((column) => column.id)).size).toBe(columns.length)
          const hasSpecs = read.rows.some(({ specs }) => Object.values(specs).some((cell) => cell !== null))
          for (const [i, column] of columns.entries()) {
            const cells = read.rows.map((of) => column.cell(of))
            for (const cell of cells) expect(cell).toSatisfy(isCell)
            const isFallback = !hasSpecs && i < 3
            if (!isFallback) expect(cells.some((cell) => cell !== null)).toBe(true)
          }
        }
      }),
    )
  })
})
