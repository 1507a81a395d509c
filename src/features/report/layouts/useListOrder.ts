import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Report } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../../data/list-order.ts'
import { isUsualOrder, offeredOrder } from '../../report-choice/list-order-by.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/**
 * Returns functions for the sort and quick filters that the server applies. Only the companion server applies them
 * (specification 10.26).
 * @param choice null before a choice is applied
 */
export function useListOrder(report: Report, choice: ReportChoice | null) {
  const { data, isPending } = useQuery({ ...companionQuery, enabled: choice !== null })
  return {
    offered: data?.offers.includes('order') === true,
    /** @param applied null before a choice is applied */
    arrange: useCallback(
      (applied: ReportChoice | null, layout: Layout, view: View): ListOrder =>
        data && applied ? offeredOrder(data, report, applied, layout, view) : DEFAULT_ORDER,
      [data, report],
    ),
    /** Returns false while the server's offers are still loading and the view needs its sort, groups or quick filters. */
    isKnown: (layout: Layout, view: View): boolean => isUsualOrder(layout, view) || !isPending,
  }
}
