// Specification 26.4
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_RECOMMENDED } from '../../../../contract/recommended/recommended.ts'
import type { RecommendedRow } from '../../../prices/recommended-prices.ts'
import { mergeLists } from './merge-lists.ts'

const BOOK = { familyOf: ({ brand }: { brand: string }) => brand.toUpperCase() }
const row = (article: string, price: number, over: Partial<RecommendedRow> = {}): RecommendedRow => ({
  article,
  brand: 'Arktika',
  kopecks: price * 100,
  from: '',
  ...over,
})

describe('mergeLists', () => {
  const present = [row('A1', 5000), row('A2', 6000), row('B1', 7000, { brand: 'Borealis' })]

  it('replaces the rows of the file’s brands alone', async () => {
    const merged = await mergeLists(present, [row('a-1', 5500), row('A3', 6500)], 'brands', BOOK)
    expect(merged.rows).toEqual([present[2], row('a-1', 5500), row('A3', 6500)])
    expect(merged).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      same: 1,
      largest: { article: 'a-1', before: 5000, after: 5500, percent: 10 },
    })
  })

  it('replaces the whole list', async () => {
    const merged = await mergeLists(present, [row('A1', 5000)], 'all', BOOK)
    expect(merged).toMatchObject({ rows: [row('A1', 5000)], added: 0, changed: 0, removed: 2, same: 1 })
  })

  it('leaves the prices that are valid until the new one begins', async () => {
    const dated = row('A1', 5500, { from: '2026-12-01' })
    const once = await mergeLists(present, [dated], 'all', BOOK)
    expect(once.rows).toEqual([present[0], dated])
    const again = await mergeLists(once.rows, [row('A1', 5700, { from: '2027-01-01' })], 'all', BOOK)
    expect(again.rows.map(({ kopecks, from }) => [kopecks / 100, from])).toEqual([
      [5000, ''],
      [5500, '2026-12-01'],
      [5700, '2027-01-01'],
    ])
    expect((await mergeLists(again.rows, [row('A1', 1)], 'all', BOOK)).rows).toEqual([row('A1', 1)])
  })

  it('has for each day the price of the last accepted list that has one, whatever came before', async () => {
    const days = ['', '2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01']
    const files = fc.array(
      fc.array(fc.record({ from: fc.constantFrom(...days), price: fc.integer({ min: 100, max: 900 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 6 },
    )
    const scopes = fc.constantFrom('all' as const, 'brands' as const)
    await fc.assert(
      fc.asyncProperty(files, scopes, async (lists, scope) => {
        let rows: RecommendedRow[] = []
        for (const list of lists) {
          const file = list.map(({ from, price }) => row('A1', price, { from }))
          rows = (await mergeLists(rows, file, scope, BOOK)).rows
        }
        const priceOn = (some: readonly RecommendedRow[], day: string) =>
          some
            .filter(({ from }) => from <= day)
            .sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
            .at(-1)?.kopecks
        for (const day of days) {
          const expected = lists
            .map((list) =>
              priceOn(
                list.map(({ from, price }) => row('A1', price, { from })),
                day,
              ),
            )
            .findLast((price) => price !== undefined)
          expect(priceOn(rows, day)).toBe(expected)
        }
      }),
    )
  })

  it('drops the prices that are valid no longer if the list would be too long', async () => {
    const TODAY = '2026-12-15'
    const of = (from: string, price: number) =>
      Array.from({ length: MAX_RECOMMENDED / 4 }, (_, n) => row(`A${n}`, price, { from }))
    let { rows } = await mergeLists([], of('', 1), 'all', BOOK, TODAY)
    for (const [n, from] of ['2026-11-01', '2026-12-01', '2027-01-01'].entries())
      rows = (await mergeLists(rows, of(from, n + 2), 'all', BOOK, TODAY)).rows
    expect(rows).toHaveLength(MAX_RECOMMENDED)
    const last = await mergeLists(rows, of('2027-02-01', 5), 'all', BOOK, TODAY)
    expect([...new Set(last.rows.map(({ from }) => from))]).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ])
  })

  it('uses the last of several prices for one day', async () => {
    const merged = await mergeLists([], [row('A1', 5000), row('A-1', 5100)], 'brands', BOOK)
    expect(merged.rows).toEqual([row('A-1', 5100)])
  })

  it('changes nothing when the same file comes again, and accounts for every row', async () => {
    const rows = fc.array(
      fc.record({
        article: fc.constantFrom('A1', 'A2', 'A-2', 'B1'),
        brand: fc.constantFrom('', 'x', 'X', 'Y'),
        kopecks: fc.integer({ min: 10_000, max: 20_000 }),
        from: fc.constantFrom('', '2026-12-01', '2027-01-01'),
      }),
      { minLength: 1, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(
        rows,
        rows,
        fc.constantFrom('all' as const, 'brands' as const),
        async (a, b, scope) => {
          const before = await mergeLists([], a, 'all', BOOK)
          const merged = await mergeLists(before.rows, b, scope, BOOK)
          const again = await mergeLists(merged.rows, b, scope, BOOK)
          expect(again).toMatchObject({ added: 0, changed: 0, largest: null })
          expect(again.rows.length).toBe(merged.rows.length)
          const keys = (some: readonly RecommendedRow[]) =>
            new Set(some.map(({ article, brand }) => `${brand.toUpperCase()}|${article.replace('-', '')}`))
          expect([...keys(b)].every((key) => keys(merged.rows).has(key))).toBe(true)
          expect(merged.removed).toBe(
            [...keys(before.rows)].filter((key) => !keys(merged.rows).has(key)).length,
          )
        },
      ),
    )
  })
})
