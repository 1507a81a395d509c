import { useCallback, useMemo } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { ROW_GROUP_LABELS, ROW_GROUPS } from '../../../../contract/reports/row-groups.ts'
import type { RowGroupHead } from '../../grid/row-lines.ts'
import { isInGroups } from '../../report-choice/list-order-by.ts'
import type { Layout } from '../../report-choice/view.ts'
import type { LayoutProps } from './layout-props.ts'
import { countGroups, groupHeads, hasPrices, inGroups, unfolded } from './row-groups.ts'
import type { RowPrices } from './site-prices.ts'

export interface RowGroups {
  /** rows in the order of the groups, without those of folded groups */
  rows: readonly ReportRow[]
  /** undefined if the rows are not in groups */
  heads: readonly RowGroupHead[] | undefined
  /** whether only the page's rows are in groups, because the server cannot sort by them */
  isOfPage: boolean
  onFold(head: RowGroupHead): void
}

/**
 * Returns a page's rows in groups: own tyres with competitors' prices first (specification 17.3).
 * @param rows rows that pass the quick filters, in the view's order
 */
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
