import { sortInSteps } from '../compare/sort-in-steps.ts'
import { createYields } from '../compare/yields.ts'

/** Collation that the app also uses to sort the rows of a page. */
const compare = new Intl.Collator('ru', { numeric: true }).compare

/**
 * Returns each text's rank in sorted order; texts that the collation treats as equal share a rank. NaN for null. Yields
 * to the event loop, because 20,000 names take a tenth of a second.
 */
export async function ranksOf(texts: readonly (string | null)[]): Promise<Float64Array> {
  const pause = createYields()
  const different = [...new Set(texts)].filter((text) => text !== null)
  const sorted = await sortInSteps(different, compare, pause)
  const ranks = new Map<string, number>()
  let [rank, before] = [0, sorted[0]]
  for (const text of sorted) {
    if (before !== undefined && compare(before, text) !== 0) rank++
    ranks.set(text, rank)
    before = text
  }
  return Float64Array.from(texts, (text) => (text === null ? Number.NaN : (ranks.get(text) ?? Number.NaN)))
}
