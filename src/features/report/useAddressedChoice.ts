import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { SetURLSearchParams } from 'react-router-dom'
import { isIsoDate } from '../../../contract/lib/dates.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { useDefaultDay } from '../report-choice/latest-day.ts'
import {
  needsOffers,
  offeredChoice,
  type ReportChoice,
  readAddress,
} from '../report-choice/report-address.ts'

/** Returns whether the address contains a day. */
export const hasDayInAddress = (query: URLSearchParams): boolean => isIsoDate(query.get('date') ?? '')

/**
 * The choice in the address. An address without a day gets the default one once it is known, and keeps it
 * (specification 4.3).
 * @returns the choice, the same object while the address stays the same (a new object would render every row again),
 * and the default day
 */
export function useAddressedChoice(
  report: Report,
  query: URLSearchParams,
  setQuery: SetURLSearchParams,
): { addressed: ReportChoice | null; isDayKnown: boolean; defaultDay: string | undefined } {
  const defaultDay = useDefaultDay()
  const missing = hasDayInAddress(query) ? undefined : defaultDay
  const addressed = useMemo(() => readAddress(report, query, missing), [report, query, missing])
  const isUndated = addressed !== null && missing !== undefined
  useEffect(() => {
    if (!isUndated) return
    setQuery(
      (before) => {
        before.set('date', missing)
        return before
      },
      { replace: true },
    )
  }, [isUndated, missing, setQuery])
  return { addressed, isDayKnown: hasDayInAddress(query) || defaultDay !== undefined, defaultDay }
}

/** Returns the choice restricted to what the server accepts, and whether the server's offers are known yet. */
export function useOfferedChoice(choice: ReportChoice | null) {
  const asks = choice !== null && needsOffers(choice)
  const { data, isPending } = useQuery({ ...companionQuery, enabled: asks })
  const known = !asks || !isPending
  const taken = useMemo(
    () => (asks && known ? offeredChoice(choice, data?.offers ?? []) : choice),
    [asks, known, choice, data],
  )
  return { choice: taken, known }
}
