import type { ReportRow } from '../../../../contract/reports/report-row.ts'

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
