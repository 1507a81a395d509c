import { useEffect } from 'react'
import type { ReportId } from '../../../contract/reports/reports.ts'
import { saveLastReport } from '../report-choice/last-report.ts'

/**
 * Stores the displayed report as the last one, for the home page.
 * @param query of the report's URL; null while no choice is applied, or its table has no rows
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
