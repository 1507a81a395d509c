import type { ReportRow } from '../../../../contract/reports/report-row.ts'

/**
 * Figures of the own prices from one page of the price changes, by the deviation of each row (specification 10.9).
 */
export interface PageStanding {
  above: number
  at: number
  below: number
  /** rows beyond the user's own percent (specification 4.24) */
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
