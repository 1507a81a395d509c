import { useEffect } from 'react'
import type { ReportId } from '../../../contract/reports/reports.ts'
import { saveLastReport } from '../report-choice/last-report.ts'

/**
 * Stores the report for the home page.
 * @param query of its address; null while nothing is applied
 * @param defaultDay see useDefaultDay
 */
export function useLastReport(
  id: ReportId,
  query: URLSearchParams | null,
  defaultDay: string | undefined,
): void {
  useEffect(() => {
    if (query) saveLastReport(id, query, defaultDay)
  }, [id, query, defaultDay])
}
