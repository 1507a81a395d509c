import { isoToday } from '../../../../contract/lib/dates.ts'
import {
  type CountedRemark,
  type ListChanges,
  MAX_RECOMMENDED,
  type RecommendedPreview,
  type RecommendedScope,
} from '../../../../contract/recommended/recommended.ts'
import { normaliseArticle } from '../../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import {
  type ArticleBook,
  loadArticles,
  type RecommendedRow,
  storedList,
} from '../../../prices/recommended-prices.ts'
import { createYields } from '../../../prices/steps.ts'
import type { ReadRecommended } from './read-file.ts'

/** List that replaces the present one, and what it changes. */
interface MergedList extends ListChanges {
  rows: RecommendedRow[]
}

/**
 * Merges a file with the present list (specification 26.4). Within the scope the file replaces all rows. A price that is
 * valid from a later day leaves the rows before that day in the list, which are valid until then.
 * @param today day before which rows are dropped if the list would be too long
 */
export async function mergeLists(
  present: readonly RecommendedRow[],
  file: readonly RecommendedRow[],
  scope: RecommendedScope,
  { familyOf }: Pick<ArticleBook, 'familyOf'>,
  today = isoToday(),
): Promise<MergedList> {
  const keyOf = (row: RecommendedRow) => `${familyOf(row)}|${normaliseArticle(row.article)}`
  const pause = createYields()
  const fresh = new Map<string, RecommendedRow[]>()
  const families = new Set<string>()
  for (const row of file) {
    families.add(familyOf(row))
    append(fresh, keyOf(row), row)
    await pause()
  }
  const replaced = new Map<string, RecommendedRow[]>()
  const kept: RecommendedRow[] = []
  for (const row of present) {
    if (scope === 'brands' && !families.has(familyOf(row))) kept.push(row)
    else append(replaced, keyOf(row), row)
    await pause()
  }
  const merged: MergedList = {
    rows: kept,
    added: 0,
    changed: 0,
    removed: 0,
    same: kept.length,
    largest: null,
  }
  for (const [key, rows] of fresh) {
    const former = replaced.get(key) ?? []
    replaced.delete(key)
    const prices = oneForEachDay(rows)
    const first = (prices[0] as RecommendedRow).from
    const before = oneForEachDay(former)
    for (const row of before) if (row.from < first) merged.rows.push(row)
    for (const row of prices) merged.rows.push(row)
    count(merged, before.at(-1), prices.at(-1) as RecommendedRow)
    await pause()
  }
  merged.removed = replaced.size
  if (merged.rows.length > MAX_RECOMMENDED) merged.rows = await stillValid(merged.rows, keyOf, today)
  return merged
}

/** Drops the rows that another one has replaced by a day. */
async function stillValid(
  rows: readonly RecommendedRow[],
  keyOf: (row: RecommendedRow) => string,
  today: string,
): Promise<RecommendedRow[]> {
  const pause = createYields()
  const valid = new Map<string, string>()
  for (const row of rows) {
    const key = keyOf(row)
    if (row.from <= today && row.from > (valid.get(key) ?? '')) valid.set(key, row.from)
    await pause()
  }
  const left: RecommendedRow[] = []
  for (const row of rows) {
    if (row.from >= (valid.get(keyOf(row)) ?? '')) left.push(row)
    await pause()
  }
  return left
}

function append(lists: Map<string, RecommendedRow[]>, key: string, row: RecommendedRow): void {
  const list = lists.get(key)
  if (list) list.push(row)
  else lists.set(key, [row])
}

/** Sorts the rows of a tyre by day; of two rows for a day, the later one of the file counts. */
function oneForEachDay(rows: readonly RecommendedRow[]): RecommendedRow[] {
  const byDay = new Map(rows.map((row) => [row.from, row]))
  return [...byDay.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
}

function count(merged: MergedList, before: RecommendedRow | undefined, after: RecommendedRow): void {
  if (!before) merged.added++
  else if (before.kopecks === after.kopecks) merged.same++
  else {
    merged.changed++
    const percent = Math.round((after.kopecks / before.kopecks - 1) * 1000) / 10
    if (Math.abs(percent) <= Math.abs(merged.largest?.percent ?? 0)) return
    const { article, brand } = after
    merged.largest = { article, brand, before: before.kopecks / 100, after: after.kopecks / 100, percent }
  }
}

/** Returns the median of the competitors' retail prices of a tyre in roubles; undefined if it has none. */
type MarketMedians = () => Promise<(tyre: number) => number | undefined>

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
