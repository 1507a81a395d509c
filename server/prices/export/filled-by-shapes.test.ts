// Specification 5.5

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import type { NonEmptyColumns } from '../../../contract/reports/filled.ts'
import { type PriceType, REPORTS, type Report, type ReportId } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { runs } from '../../../tests/support/extent.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { reportQuery } from '../../../tests/support/report-query.ts'
import {
  allPrices,
  createPriceReader,
  type PriceReader,
  type ReportQuery,
  rowSettings,
  type SelectedTyres,
  select,
  toReportQuery,
} from '../report-query.ts'
import { filledByShapes } from './file-columns.ts'
import { collectFilled } from './row-values.ts'

const DAY = '2026-04-18'
/** Lists with the price types that display different columns. */
const LISTS = [
  ['all-prices', 'all'],
  ['all-prices', 'retail'],
  ['all-prices', 'opt'],
  ['retail-stats', 'retail'],
  ['wholesale-stats', 'opt'],
] as const satisfies [ReportId, PriceType][]

let database: TestDatabase
let reader: PriceReader
beforeAll(async () => {
  database = await sqliteDatabase()
  const matching = () => Promise.reject(new Error('nothing is searched'))
  reader = createPriceReader(database.db, { isOwnSite: isDaikon, matching })
})
afterAll(() => database?.remove())

const query = (over: Partial<ReportQuery> = {}) => reportQuery('all-prices', { day: DAY, ...over })

async function noted(asked: ReportQuery) {
  const selection = await select(reader, asked)
  return selection && { selection, filled: filledByShapes(reader, asked, selection) }
}

async function looked(asked: ReportQuery, selection: SelectedTyres): Promise<NonEmptyColumns> {
  const { filled, add } = collectFilled(rowSettings(reader, asked))
  for await (const tyres of allPrices(reader, asked, selection)) tyres.forEach(add)
  return filled
}

const columnsOf = (report: Report, { priceType }: ReportQuery, filled: NonEmptyColumns) =>
  sheetColumns(report, priceType, filled, DAY, isDaikon).map(({ id, group }) => [group, id])

const filtersOf = (...values: string[]) =>
  fc.record({ values: fc.constantFrom(...values).map((value) => [value]), except: fc.boolean() })
const filters = fc.record(
  { site: filtersOf('daikon.ru', 'b.ru'), city: filtersOf('Томск', 'Омск') },
  { requiredKeys: [] },
)

const line = fc.record({
  tyre: fc.nat(5),
  brand: fc.constantFrom('', 'Ikon'),
  city: fc.constantFrom('Томск', 'Омск'),
  warehouse: fc.constantFrom('', 'Склад'),
  retail: fc.option(fc.constant(5_000), { freq: 2 }),
  wholesale: fc.option(fc.constant(4_000), { freq: 2 }),
  cost: fc.option(fc.constant(3_000), { freq: 2 }),
  stock: fc.option(fc.nat(4), { freq: 2 }),
})
const day = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) =>
    lines.map(
      ({ tyre, brand, ...offer }): Line => [{ article: `A${tyre}`, brand, width: brand && '205' }, offer],
    ),
  )

it('finds the same columns as the prices, unless a stock without a price leaves them open', () =>
  fc.assert(
    fc.asyncProperty(
      day,
      day,
      fc.constantFrom(...LISTS),
      filters,
      async (own, others, [id, priceType], within) => {
        const report = REPORTS[id]
        await savePrices(database.db, 'daikon.ru', DAY, own)
        await savePrices(database.db, 'b.ru', DAY, others)
        const asked = query({ ...toReportQuery(report, priceType), filters: within })
        const { selection, filled } = (await noted(asked)) ?? {}
        if (!selection) return
        const isOpen =
          priceType === 'all' &&
          [...own, ...others].some(
            ([, { retail, wholesale, cost, stock }]) =>
              stock !== null && [retail, wholesale, cost].every((price) => price === null),
          )
        if (filled)
          expect(columnsOf(report, asked, filled)).toEqual(
            columnsOf(report, asked, await looked(asked, selection)),
          )
        else expect(isOpen).toBe(true)
      },
    ),
    { numRuns: runs(200) },
  ))

it('leaves open whether a stock without any price is in the file, unless others have one there', async () => {
  const stock: Line = [{ article: 'A1' }, { warehouse: 'Склад', stock: 4 }]
  const elsewhere: Line = [{ article: 'A2' }, { retail: 5_000, stock: 4 }]
  const there: Line = [{ article: 'A3' }, { warehouse: 'Склад', retail: 5_000, stock: 4 }]
  const isNoted = async (...lines: Line[]) => {
    await savePrices(database.db, 'daikon.ru', DAY, lines)
    await savePrices(database.db, 'b.ru', DAY, [elsewhere])
    return (await noted(query()))?.filled !== undefined
  }
  expect(await isNoted(stock, elsewhere)).toBe(false)
  expect(await isNoted(stock, there)).toBe(true)
})

it.each([
  { search: 'ikon' },
  { layout: 'proposals' },
  { layout: 'changes' },
  { filters: { brand: { values: ['Ikon'], except: false } } },
] as const)('leaves to the prices what the import cannot tell: %j', async (over) => {
  await savePrices(database.db, 'daikon.ru', DAY, [[{ brand: 'Ikon' }, { retail: 5_000 }]])
  const { selection } = (await noted(query())) ?? {}
  expect(filledByShapes(reader, query(), selection as SelectedTyres)).toBeDefined()
  expect(filledByShapes(reader, query(over), selection as SelectedTyres)).toBeUndefined()
})
