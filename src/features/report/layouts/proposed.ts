import type { Cell, ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import type { PageMarket } from './row-markets.ts'

/** Returns the price that a report proposes for a row in the chosen city; null without a proposal. */
export const proposedIn = (row: ReportRow, { statistics }: Report, { city }: PageMarket): Cell =>
  city !== null && statistics.includes('proposed')
    ? (row.cities.get(city)?.statistics.proposed ?? null)
    : null
