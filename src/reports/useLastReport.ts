import { useEffect } from 'react'
import type { ReportId } from '../../contract/reports.ts'
import { keepLastReport } from '../report-choice/last-report.ts'

/** Remembers the report for the home page. @param query of its address; null while nothing is applied */
export function useLastReport(id: ReportId, query: URLSearchParams | null): void {
  useEffect(() => {
    if (query) keepLastReport(id, query)
  }, [id, query])
}
