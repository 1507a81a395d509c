import { type GroupCounts, ROW_GROUPS, type RowGroup } from '../../../contract/reports/row-groups.ts'
import { createYields, sortInSteps } from '../steps.ts'

/** Sorts all positions by value, equal ones in report order; tyres without a value (NaN) always come last. */
export function sortedPositions(values: Float64Array, descending: boolean): Uint32Array {
  const sorted = new Uint32Array(values.length)
  let count = 0
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at])) sorted[count++] = at
  const sign = descending ? -1 : 1
  sorted.subarray(0, count).sort((a, b) => sign * ((values[a] as number) - (values[b] as number)) || a - b)
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) sorted[count++] = at
  return sorted
}

export function inOrderOf(sorted: Uint32Array, positions: Uint32Array): Uint32Array {
  if (positions.length === sorted.length) return sorted
  // Plain loops, because they take most of the time of sorting a page by a column that is already sorted.
  const wanted = new Uint8Array(sorted.length)
  for (let i = 0; i < positions.length; i++) wanted[positions[i] as number] = 1
  const ordered = new Uint32Array(positions.length)
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    const at = sorted[i] as number
    if (wanted[at] === 1) ordered[count++] = at
  }
  return ordered
}

/** Distance between the values of two groups. Deviations are at least -100 %, which is nearest to the first group. */
const STEP = 1_000

/** Returns the value that tyres of a group have in the sort by group, except those of the first group. */
export const valueOfGroup = (group: RowGroup): number => -STEP * ROW_GROUPS.indexOf(group)

/** Returns the group of a value of the sort by group; a tyre without a value has no price. */
function groupOfValue(value: number | undefined): RowGroup {
  if (value === undefined || Number.isNaN(value)) return 'unpriced'
  return ROW_GROUPS[Math.max(0, Math.round(-value / STEP))] ?? 'unpriced'
}

/** Counts the selected tyres by group, and removes folded groups. @param values of the sort by group, by position */
export function groupedPositions(
  values: Float64Array,
  positions: Uint32Array,
  folded: readonly RowGroup[],
): { positions: Uint32Array; groups: GroupCounts } {
  const groups = { compared: 0, ours: 0, theirs: 0, unpriced: 0 }
  const unfolded = positions.filter((at) => {
    const group = groupOfValue(values[at])
    groups[group]++
    return !folded.includes(group)
  })
  return { positions: unfolded, groups }
}

/** Collation that the app also uses to sort the rows of a page. */
const compare = new Intl.Collator('ru', { numeric: true }).compare

/** Returns each text's rank, equal for texts that the collation treats as equal, in steps; NaN for null. */
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
