import { infiniteQueryOptions } from '@tanstack/react-query'
import { AUDIT_CALLS } from '../../../../contract/account/user-calls.ts'
import { call } from '../../../data/send-call.ts'

/** First and last day, YYYY-MM-DD, are included. */
export const AUDIT_FILTERS = ['event', 'text', 'from', 'to'] as const

/** Filters of the audit log (specification 11.12); '' for no filter. */
export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(AUDIT_CALLS.page, { ...filter, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
