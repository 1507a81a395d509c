import { REPORTS, type ReportId } from '../../contract/reports/reports.ts'
import { type ReportQuery, toReportQuery } from '../../server/prices/report-query.ts'

/** Returns the query of a complete report with all kinds of prices, unless overridden. */
export const reportQuery = (
  id: ReportId,
  over: Partial<ReportQuery> & Pick<ReportQuery, 'day'>,
): ReportQuery => ({
  ...toReportQuery(REPORTS[id], 'all'),
  comparison: null,
  filters: {},
  search: '',
  multiplier: null,
  threshold: 10,
  ...over,
})
