import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Report } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../../data/list-order.ts'
import { listOrderBy } from '../../report-choice/list-order-by.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/**
 * Returns functions for the sort and quick filters that the server applies. Only the companion server applies them
 * (specification 10.26).
 * @param choice null before a choice is applied
 */
export function useListOrder(report: Report, choice: ReportChoice | null) {
  const { data, isPending } = useQuery({ ...companionQuery, enabled: choice !== null })
  const offered = data?.offers.includes('order') === true
  /** @param applied null before a choice is applied */
  const arrange = useCallback(
    (applied: ReportChoice | null, layout: Layout, view: View): ListOrder =>
      offered && applied ? listOrderBy(report, applied, layout, view) : DEFAULT_ORDER,
    [offered, report],
  )
  return {
    offered,
    arrange,
    /** Returns false while the view has a sort or quick filters and the server's offers are still loading. */
    isKnown: ({ order, only }: View): boolean => (order === null && only.length === 0) || !isPending,
  }
}
