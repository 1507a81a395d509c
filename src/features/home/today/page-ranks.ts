import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { reportPageQuery } from '../../../data/report-queries.ts'
import { defaultChoice, listRequest } from '../../report-choice/report-address.ts'

/** Query for the first page of today's price changes, whose rows are counted for a server without summaries. */
export function firstPageQuery() {
  const report = REPORTS['price-changes']
  return reportPageQuery(listRequest(report, defaultChoice(report)), 1)
}

/** Numbers of rows on one page of price changes, by the deviation of the own price in each row (specification 10.9). */
export interface PageStanding {
  above: number
  at: number
  below: number
  /** rows whose deviation exceeds the user's percent (specification 4.24) */
  highlighted: number
}

export function pageStanding(rows: readonly ReportRow[]): PageStanding {
  const deviations = rows.map(({ own }) => own.diffPercent).filter((cell) => typeof cell === 'number')
  return {
    above: deviations.filter((percent) => percent > 0).length,
    at: deviations.filter((percent) => percent === 0).length,
    below: deviations.filter((percent) => percent < 0).length,
    highlighted: rows.filter(({ highlighted }) => highlighted).length,
  }
}
