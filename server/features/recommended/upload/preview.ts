import type { CountedRemark, RecommendedPreview } from '../../../../contract/recommended/recommended.ts'
import { normaliseArticle } from '../../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import {
  type ArticleBook,
  loadArticles,
  type RecommendedRow,
  storedList,
} from '../../../prices/recommended-prices.ts'
import { createYields } from '../../../prices/steps.ts'
import { type MergedList, mergeLists } from './merge.ts'
import type { ReadRecommended } from './read-file.ts'

/** Returns the median of the competitors' retail prices of a tyre in roubles; undefined if it has none. */
export type MarketMedians = () => Promise<(tyre: number) => number | undefined>

const EXAMPLES = 10
const REMARK_EXAMPLES = 5
/** Maximum number of prices in the example of a repeated article. */
const REMARK_PRICES = 10
/** Factor between a price and the market's median from which the price is doubtful. */
const DOUBTFUL_FACTOR = 3

/** Describes what would happen if a read file was accepted (specification 26.4). */
export async function previewList(
  sql: ReadSql,
  { rows, ...read }: ReadRecommended,
  loadMedians: MarketMedians,
): Promise<RecommendedPreview> {
  const { id: base, rows: present } = await storedList(sql)
  const book = await loadArticles(sql)
  const pause = createYields()
  const unmatched: RecommendedRow[] = []
  const tyres = new Map<number, RecommendedRow>()
  const brands = new Set<string>()
  let matched = 0
  for (const row of rows) {
    const found = book.tyresOf(row)
    if (found.length > 0) matched++
    else if (unmatched.length < EXAMPLES) unmatched.push(row)
    for (const tyre of found) tyres.set(tyre, row)
    brands.add(book.familyOf(row))
    await pause()
  }
  const all = await mergeLists(present, rows, 'all', book)
  const ofBrands = await mergeLists(present, rows, 'brands', book)
  return {
    ...read,
    prices: rows.length,
    first: rows.slice(0, EXAMPLES).map(shownRow),
    brands: brands.size,
    matched,
    tyres: tyres.size,
    unmatched: unmatched.map(shownRow),
    changes: { all: withoutRows(all), brands: withoutRows(ofBrands) },
    warnings: [...(await repeated(rows, book)), ...(await doubtful(tyres, loadMedians))],
    base,
  }
}

const withoutRows = ({ rows: _, ...changes }: MergedList) => changes

const shownRow = ({ article, brand, kopecks, from }: RecommendedRow) => ({
  article,
  brand,
  price: kopecks / 100,
  from,
})

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

const nameOf = ({ brand, article }: RecommendedRow) => [brand, article].filter(Boolean).join(' ')

/** Reports articles with several prices for one day, of which the last one counts. */
async function repeated(
  rows: readonly RecommendedRow[],
  { familyOf }: ArticleBook,
): Promise<CountedRemark[]> {
  const pause = createYields()
  const byKey = new Map<string, RecommendedRow[]>()
  for (const row of rows) {
    const key = `${familyOf(row)}|${normaliseArticle(row.article)}|${row.from}`
    const same = byKey.get(key)
    if (same) same.push(row)
    else byKey.set(key, [row])
    await pause()
  }
  const found: RecommendedRow[][] = []
  for (const same of byKey.values()) {
    if (same.some(({ kopecks }) => kopecks !== same[0]?.kopecks)) found.push(same)
    await pause()
  }
  return remark('Артикул повторяется с разными ценами: взята последняя', found, (same) => {
    const last = same.at(-1) as RecommendedRow
    const prices = same.slice(-REMARK_PRICES).map(({ kopecks }) => roubles.format(kopecks / 100))
    return `${nameOf(last)}: ${same.length > prices.length ? '…, ' : ''}${prices.join(', ')}`
  })
}

/** Reports prices that are far from the market's: of another tyre, for four tyres, or with a lost digit. */
async function doubtful(
  tyres: ReadonlyMap<number, RecommendedRow>,
  loadMedians: MarketMedians,
): Promise<CountedRemark[]> {
  if (tyres.size === 0) return []
  const medianOf = await loadMedians()
  const pause = createYields()
  const rows = new Map<RecommendedRow, number>()
  for (const [tyre, row] of tyres) {
    await pause()
    const median = medianOf(tyre)
    if (median === undefined) continue
    const price = row.kopecks / 100
    if (Math.max(price / median, median / price) >= DOUBTFUL_FACTOR) rows.set(row, median)
  }
  return remark(
    'РРЦ втрое и больше отличается от медианы рынка',
    [...rows],
    ([row, median]) =>
      `${nameOf(row)}: РРЦ ${roubles.format(row.kopecks / 100)}, медиана ${roubles.format(median)}`,
  )
}

/** Counts what was found, and describes the first of it. */
const remark = <Found>(
  text: string,
  found: readonly Found[],
  describe: (one: Found) => string,
): CountedRemark[] =>
  found.length === 0
    ? []
    : [{ text, count: found.length, examples: found.slice(0, REMARK_EXAMPLES).map(describe) }]
