import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import { pageColumns } from '../../../contract/reports/columns.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import {
  priceTypesOf,
  REPORT_IDS,
  REPORTS,
  type Report,
  type ReportId,
} from '../../../contract/reports/reports.ts'
import { GROUPS_COLUMN } from '../../../contract/reports/row-groups.ts'
import type { GridColumn } from '../../../src/features/grid/grid-column.ts'
import { orderRows } from '../../../src/features/grid/order.ts'
import { rowOrigin } from '../../../src/features/market/market.ts'
import { marketColumns } from '../../../src/features/report/layouts/market/market-columns.tsx'
import { narrowed } from '../../../src/features/report/layouts/quick-filters.ts'
import { pageMarket, rowPrices } from '../../../src/features/report/layouts/row-prices.ts'
import { countGroups, inGroups, unfolded } from '../../../src/features/report/layouts/useRowGroups.tsx'
import { defaultChoice } from '../../../src/features/report-choice/report-address.ts'
import { USUAL_ENGINES } from '../../../tests/support/database.ts'
import { FULL_EXTENT } from '../../../tests/support/extent.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const THEN = '2026-04-17'
const DAY = '2026-04-18'
const SITES = ['daikon.ru', 'a.ru', 'b.ru', 'c.ru']
const CITIES = ['Томск', 'Омск', 'Томск, Север']
const WAREHOUSES = ['', 'Склад 1', 'retail']
/** More tyres than a page has. */
const TYRES = 130

/** Few different values, so that many are equal; some are missing. */
const price = fc.option(fc.integer({ min: 8, max: 24 }).map((hundreds) => hundreds * 50.5))
const market = fc.record({
  name: fc.constantFrom('Шина 2', 'Шина 10', 'шина', 'Arktika Ёлка', 'Arktika Ель', ''),
  brand: fc.constantFrom('Arktika', 'Zorki', ''),
  width: fc.constantFrom('205', '1955', '-', ''),
  offers: fc.array(
    fc.record({
      site: fc.constantFrom(...SITES),
      day: fc.constantFrom(THEN, DAY, DAY),
      city: fc.constantFrom(...CITIES),
      warehouse: fc.constantFrom(...WAREHOUSES),
      retail: price,
      wholesale: price,
      cost: price,
      stock: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { maxLength: 14 },
  ),
})

for (const { engine, open } of USUAL_ENGINES) {
  describe.skipIf(!open)(`the order of the whole selection on ${engine} (specification 10.26)`, () => {
    let wire: TestWire

    beforeAll(async () => {
      wire = await testWire({}, open)
      const [tyres = []] = fc.sample(fc.array(market, { minLength: TYRES, maxLength: TYRES }), {
        seed: 36,
        numRuns: 1,
      })
      for (const site of SITES) {
        for (const day of [THEN, DAY]) {
          const lines = tyres.flatMap(({ offers, ...specs }, i) =>
            offers
              .filter((offer) => offer.site === site && (offer.day === day || day === THEN))
              .map((offer): Line => [{ ...specs, article: `T${i}` }, { ...offer }]),
          )
          await savePrices(wire.database.db, site, day, lines)
        }
      }
    }, 60_000)
    afterAll(() => wire?.close())

    type Query = Record<string, string> | [string, string][]
    const ask = (path: string, query: Query) =>
      wire.as('anna', { url: `${path}?${new URLSearchParams(query)}` })
    const rowsOf = async (report: Report, path: string, query: [string, string][]): Promise<ReportRow[]> => {
      const rows: ReportRow[] = []
      for (let page = 1; ; page++) {
        const answer = await ask(path, [['date', DAY], ...query, ['page', String(page)]])
        expect(answer.statusCode, answer.body).toBe(200)
        const read = readReportPage(report.layout, answer.body)
        rows.push(...read.rows)
        if (!read.hasMore) return rows
      }
    }
    const articlesOf = (rows: readonly ReportRow[]) => rows.map(({ specs }) => specs.article)

    const CITY_AND_SITE: [string, string][] = [
      ['city', 'Омск'],
      ['site', 'daikon.ru'],
    ]
    const FILTERS: [string, string][][] = FULL_EXTENT
      ? [[], [['city', 'Томск']], [['site', 'b.ru']], CITY_AND_SITE]
      : [[], CITY_AND_SITE]
    const lists = REPORT_IDS.flatMap((id) =>
      priceTypesOf(REPORTS[id]).flatMap((type) => FILTERS.map((filters) => ({ id, type, filters }))),
    )
    /** Every kind of list once; reports that share a path have the same rows. */
    const LISTS = lists.filter(({ id }) =>
      (['all-prices', 'retail', 'wholesale-stats', 'proposals', 'price-changes'] as ReportId[]).includes(id),
    )

    async function check(
      report: Report,
      path: string,
      query: [string, string][],
      rows: readonly ReportRow[],
      columns: readonly GridColumn[],
    ): Promise<void> {
      for (const { id } of columns) {
        for (const descending of [false, true]) {
          const sort = `${descending ? '-' : ''}${id}`
          const sorted = await rowsOf(report, path, [...query, ['sort', sort]])
          const expected = orderRows(rows, columns, { column: id, descending })
          expect(articlesOf(sorted), sort).toEqual(articlesOf(expected))
        }
      }
    }

    it.each(LISTS)('is that of all its rows sorted by any column: $id, $type, $filters', async (list) => {
      const report: Report = REPORTS[list.id]
      const path = report.sources[list.type]?.list as string
      const compare: [string, string][] = report.layout === 'changes' ? [['compare', THEN]] : []
      const percent: [string, string][] = list.id === 'proposals' ? [['percent', '1.1']] : []
      for (const more of [percent, ...(compare.length > 0 ? [compare] : [])]) {
        const query = [...list.filters, ...more]
        const rows = await rowsOf(report, path, query)
        await check(report, path, query, rows, pageColumns(report, list.type, rows))
      }
    })

    it.each(LISTS)('is that of ‘Рынок’: $id, $type, $filters', async (list) => {
      const report: Report = REPORTS[list.id]
      const path = report.sources[list.type]?.list as string
      const reportKind: ComparedPrice = list.type === 'opt' ? 'wholesale' : 'retail'
      for (const compare of report.layout === 'changes' ? ['', THEN] : [''])
        await checkMarket(report, path, list, compare, reportKind)
    })

    async function checkMarket(
      report: Report,
      path: string,
      { type, filters }: (typeof LISTS)[number],
      compare: string,
      reportKind: ComparedPrice,
    ): Promise<void> {
      const asked: [string, string][] = compare === '' ? filters : [...filters, ['compare', compare]]
      const rows = await rowsOf(report, path, asked)
      const origin = rowOrigin(
        { report, choice: { ...defaultChoice(report), priceType: type, compare } },
        isDaikon,
      )
      const compared = (city: string | null, kind: ComparedPrice, competitors: Competitors | null) => {
        const page = pageMarket(rows, origin, city, [kind], competitors)
        const of = rowPrices(page)
        const columns = marketColumns({ report, rows, page, of, reportKind, coloured: false })
        const query: [string, string][] = [
          ...asked,
          ['in', city ?? ''],
          ['kind', kind],
          ...(competitors ? [['competitors', competitors] as [string, string]] : []),
        ]
        return { page, of, columns, query }
      }
      for (const city of [...(report.layout === 'proposals' ? [] : [null]), 'Томск']) {
        for (const kind of ['retail', 'wholesale'] as const) {
          const { page, query, of, columns } = compared(city, kind, null)
          if (page.kind !== kind) continue
          await check(report, path, query, rows, columns)
          await checkGroups(report, path, query, rows, of)
          await checkInStock(report, path, compared(city, kind, 'inStock'), rows)
          // Only the rows of the changes report contain changes.
          const told = report.layout === 'changes' ? [['changed'] as const] : []
          for (const only of [['dearer'], ['inStock'], ['dearer', 'inStock'], ...told] as const) {
            const narrow = [...query, ...only.map((name): [string, string] => ['only', name])]
            const left = await rowsOf(report, path, narrow)
            expect(articlesOf(left)).toEqual(articlesOf(narrowed(rows, of, only)))
          }
        }
      }
    }

    /** Compares figures, groups and quick filters without competitors' sold-out prices (specification 17.11). */
    async function checkInStock(
      report: Report,
      path: string,
      {
        query,
        of,
        columns,
      }: { query: [string, string][]; of: ReturnType<typeof rowPrices>; columns: readonly GridColumn[] },
      rows: readonly ReportRow[],
    ): Promise<void> {
      const counted = ['market.rank', 'market.percent', 'market.others', 'market.min', 'market.["a.ru"]']
      await check(
        report,
        path,
        query,
        rows,
        columns.filter(({ id }) => counted.includes(id)),
      )
      await checkGroups(report, path, query, rows, of)
      const told = report.layout === 'changes' ? (['changed'] as const) : []
      for (const name of ['dearer', 'cheapest', 'inStock', ...told] as const) {
        const left = await rowsOf(report, path, [...query, ['only', name]])
        expect(articlesOf(left), name).toEqual(articlesOf(narrowed(rows, of, [name])))
      }
    }

    async function checkGroups(
      report: Report,
      path: string,
      query: [string, string][],
      rows: readonly ReportRow[],
      of: ReturnType<typeof rowPrices>,
    ): Promise<void> {
      const grouped: [string, string][] = [...query, ['sort', `-${GROUPS_COLUMN}`]]
      const expected = inGroups(rows, of)
      expect(articlesOf(await rowsOf(report, path, grouped))).toEqual(articlesOf(expected))
      const folded = ['compared', 'unpriced'] as const
      const fold: [string, string][] = [
        ...grouped,
        ...folded.map((group): [string, string] => ['fold', group]),
      ]
      const left = await rowsOf(report, path, fold)
      expect(articlesOf(left)).toEqual(articlesOf(unfolded(expected, of, folded)))
      const { body } = await ask(path, [['date', DAY], ...fold])
      const page = readReportPage(report.layout, body)
      expect(page.groups).toEqual(countGroups(rows, of))
      expect(page.totalRows).toBe(left.length)
    }

    it('pages go on in the same order, each tyre once', async () => {
      const path = REPORTS['all-prices'].sources.all.list
      const rows = await rowsOf(REPORTS['all-prices'], path, [['sort', '-market.median']])
      const { total_rows: total } = (await ask(path, { date: DAY })).json()
      expect(rows).toHaveLength(total)
      expect(new Set(articlesOf(rows)).size).toBe(total)
    })

    it('a new import is sorted by its own prices', async () => {
      const path = REPORTS.retail.sources.retail.list
      const first = async () =>
        (await rowsOf(REPORTS.retail, path, [['sort', '-market.max']]))[0]?.specs.article
      expect(await first()).not.toBe('DEAR')
      await savePrices(wire.database.db, 'late.ru', DAY, [[{ article: 'DEAR' }, { retail: 1_000_000 }]])
      expect(await first()).toBe('DEAR')
    })

    it.each([
      'unknown',
      'own.',
      'market.',
      'market.["a.ru","b.ru"]',
      '["Томск"].none',
      '[]',
      '[1]',
      '["a","b","c","none"]',
    ])('refuses %s in words', async (sort) => {
      const answer = await ask(REPORTS.retail.sources.retail.list, { date: DAY, sort })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ error: 'По такому столбцу список не сортируется' })
    })

    it('a column of which the day has nothing changes nothing', async () => {
      const path = REPORTS.retail.sources.retail.list
      const sort = '["Москва","x.ru","","retail"]'
      expect(articlesOf(await rowsOf(REPORTS.retail, path, [['sort', sort]]))).toEqual(
        articlesOf(await rowsOf(REPORTS.retail, path, [])),
      )
    })
  })
}
