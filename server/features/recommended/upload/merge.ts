import { isoToday } from '../../../../contract/lib/dates.ts'
import {
  type ListChanges,
  MOST_RECOMMENDED,
  type RecommendedScope,
} from '../../../../contract/recommended/recommended.ts'
import { normaliseArticle } from '../../../../contract/tyre/tyre-key.ts'
import type { ArticleBook, RecommendedRow } from '../../../prices/recommended-prices.ts'
import { createYields } from '../../../prices/steps.ts'

/** List that replaces the present one, and what it changes. */
export interface MergedList extends ListChanges {
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
  if (merged.rows.length > MOST_RECOMMENDED) merged.rows = await stillValid(merged.rows, keyOf, today)
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
