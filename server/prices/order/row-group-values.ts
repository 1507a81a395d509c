import { type GroupCounts, ROW_GROUPS, type RowGroup } from '../../../contract/reports/row-groups.ts'

/** Distance between the values of two groups. Deviations are at least -100 %, which is nearest to the first group. */
const STEP = 1_000

/** Returns the value that tyres of a group have in the sort by group, except those of the first group. */
export const valueOfGroup = (group: RowGroup): number => -STEP * ROW_GROUPS.indexOf(group)

/** Returns the group of a value of the sort by group; a tyre without a value has no price. */
function groupOfValue(value: number | undefined): RowGroup {
  if (value === undefined || Number.isNaN(value)) return 'unpriced'
  return ROW_GROUPS[Math.max(0, Math.round(-value / STEP))] ?? 'unpriced'
}

/**
 * Counts the selected tyres by group, and removes the groups that are folded.
 * @param values values of the sort by group, by position
 */
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
