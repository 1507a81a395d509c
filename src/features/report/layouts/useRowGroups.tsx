import { useCallback, useMemo, useState } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import {
  type GroupCounts,
  ROW_GROUP_LABELS,
  ROW_GROUPS,
  type RowGroup,
  rowGroupOf,
} from '../../../../contract/reports/row-groups.ts'
import type { RowGroupHead } from '../../grid/row-lines.ts'
import { isInGroups } from '../../report-choice/list-order-by.ts'
import type { Layout } from '../../report-choice/view.ts'
import type { LayoutProps } from './layout-props.ts'
import type { RowPrices } from './row-prices.ts'

export interface RowGroups {
  /** rows in the order of the groups, without those of folded groups */
  rows: readonly ReportRow[]
  /** undefined if the rows are not in groups */
  heads: readonly RowGroupHead[] | undefined
  /** whether only the page's rows are in groups, because the server cannot sort by them */
  isOfPage: boolean
  onFold(head: RowGroupHead): void
}

/** Returns a page's rows in groups, in the view's order: own tyres with competitors first (specification 17.3). */
export function useRowGroups(
  layout: Layout,
  { data, view, onView }: LayoutProps,
  rows: readonly ReportRow[],
  of: (row: ReportRow) => RowPrices,
): RowGroups {
  const isGrouped = isInGroups(layout, view)
  const { folded } = view
  const key = folded.join()
  const { groups: ofServer, hasMore } = data
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the folded groups
  const shown = useMemo(() => {
    // Without a price in the city that the device has stored, the page compares other prices than the server.
    const isElsewhere = view.city === null && ofServer && !hasPrices(ofServer)
    if (!isGrouped || isElsewhere) return { rows, heads: undefined }
    const left = unfolded(ofServer ? rows : inGroups(rows, of), of, folded)
    const counts = ofServer ?? countGroups(rows, of)
    return { rows: left, heads: groupHeads(left, of, counts, folded, !ofServer || hasMore !== true) }
  }, [isGrouped, rows, of, key, ofServer, hasMore, view.city])
  const onFold = useCallback(
    ({ id }: RowGroupHead) =>
      onView({ folded: ROW_GROUPS.filter((group) => folded.includes(group) !== (group === id)) }),
    [onView, folded],
  )
  return { ...shown, isOfPage: shown.heads !== undefined && !ofServer, onFold }
}

/** Note on groups that a server without them leaves to the page. */
export function GroupsOfPage() {
  return (
    <p className="order-note">
      «{ROW_GROUP_LABELS.compared}» — первыми на этой странице: порядок всего отчёта задаёт сервер.
    </p>
  )
}

type PricesOf = (row: ReportRow) => RowPrices

export const groupOf = ({ own, percent, statistics }: RowPrices): RowGroup =>
  rowGroupOf(own, percent, statistics !== null)

/** Sorts rows by group, and those with competitors' prices by descending deviation (specification 17.3). */
export function inGroups(rows: readonly ReportRow[], of: PricesOf): readonly ReportRow[] {
  const rank = (row: ReportRow) => ROW_GROUPS.indexOf(groupOf(of(row)))
  return rows.toSorted(
    (a, b) => rank(a) - rank(b) || (of(b).percent ?? Number.NaN) - (of(a).percent ?? Number.NaN) || 0,
  )
}

/** Returns whether any tyre has a price of the compared kind in the compared city. */
export const hasPrices = ({ compared, ours, theirs }: GroupCounts): boolean => compared + ours + theirs > 0

export function countGroups(rows: readonly ReportRow[], of: PricesOf): GroupCounts {
  const counts = { compared: 0, ours: 0, theirs: 0, unpriced: 0 }
  for (const row of rows) counts[groupOf(of(row))]++
  return counts
}

/** Removes the rows of folded groups. */
export const unfolded = (
  rows: readonly ReportRow[],
  of: PricesOf,
  folded: readonly RowGroup[],
): readonly ReportRow[] =>
  folded.length === 0 ? rows : rows.filter((row) => !folded.includes(groupOf(of(row))))

/**
 * Returns the heads of a page's groups. A folded group has a head where its rows would be; one whose rows would follow
 * the page only if the page is the last one, or if folding has left it without rows until the server's answer arrives:
 * the head that was pressed keeps the focus.
 * @param rows rows in the order of the groups, without those of folded groups
 * @param counts numbers of tyres by group
 */
function groupHeads(
  rows: readonly ReportRow[],
  of: PricesOf,
  counts: GroupCounts,
  folded: readonly RowGroup[],
  isLastPage: boolean,
): RowGroupHead[] {
  const ranks = rows.map((row) => ROW_GROUPS.indexOf(groupOf(of(row))))
  return ROW_GROUPS.flatMap((group, rank) => {
    const isFolded = folded.includes(group)
    const first = ranks.findIndex((one) => (isFolded ? one > rank : one === rank))
    const before = first < 0 && isFolded && (isLastPage || rows.length === 0) ? rows.length : first
    if (before < 0 || counts[group] === 0) return []
    return [{ id: group, label: ROW_GROUP_LABELS[group], count: counts[group], isFolded, before }]
  })
}

/** Returns the previous array while the new one has the same rows: a new array scrolls the table to its top. */
export function useSameRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  const [kept, setKept] = useState(rows)
  if (kept.length === rows.length && rows.every((row, index) => row === kept[index])) return kept
  setKept(rows)
  return rows
}
