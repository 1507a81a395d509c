import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Report } from '../../../../contract/reports/reports.ts'
import { type Arranged, NOT_ARRANGED } from '../../../data/arranged.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/**
 * Sort and quick filters that the server applies; only the companion server does (specification 10.26).
 * @param choice null if nothing is applied
 * @returns also whether that is known; not yet while the server's offers load
 */
export function useArranged(report: Report, choice: ReportChoice | null) {
  const { data, isPending } = useQuery({ ...companionQuery, enabled: choice !== null })
  const isOffered = data?.offers.includes('order') === true
  const { data: by, isPending: isLoading } = useQuery({
    queryKey: ['arranged-by'],
    queryFn: async () => (await import('../../report-choice/arranged-by.ts')).arrangedBy,
    enabled: isOffered,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const of = useCallback(
    (layout: Layout, view: View): Arranged =>
      by && choice ? by(report, choice, layout, view) : NOT_ARRANGED,
    [by, report, choice],
  )
  return {
    offered: by !== undefined,
    of,
    isKnown: ({ order, only }: View): boolean =>
      (order === null && only.length === 0) || !(isPending || (isOffered && isLoading)),
  }
}
