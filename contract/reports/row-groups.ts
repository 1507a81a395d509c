/** Groups of tyres in 'Рынок' and 'Список', in display order (specification 10.26 and 17.3). */
export const ROW_GROUPS = ['compared', 'ours', 'theirs', 'unpriced'] as const
export type RowGroup = (typeof ROW_GROUPS)[number]

export const ROW_GROUP_LABELS: Readonly<Record<RowGroup, string>> = {
  compared: 'Наши с конкурентами',
  ours: 'Только у нас',
  theirs: 'Только у других',
  unpriced: 'Без таких цен',
}

/** Number of tyres of each group. */
export type GroupCounts = Readonly<Record<RowGroup, number>>

/** Id of the sort that lists the groups one after another, the first by descending deviation. */
export const GROUPS_COLUMN = 'market.groups'

/**
 * Returns the group of a tyre.
 * @param own own price; null without one
 * @param percent deviation from the median of the competitors' prices; null without their prices
 * @param isPriced whether any site has a price
 */
export function rowGroupOf(own: unknown, percent: unknown, isPriced: boolean): RowGroup {
  if (own !== null) return percent === null ? 'ours' : 'compared'
  return isPriced ? 'theirs' : 'unpriced'
}
