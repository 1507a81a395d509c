import { readReportPage } from '../../contract/legacy/report-page.ts'
import type { ReportRow } from '../../contract/reports/report-row.ts'
import { answerRequests } from '../lib/worker-call.ts'
import { type PageToRead, sendPage } from './read-page.ts'

answerRequests(({ layout, text }: PageToRead, sendRows: (rows: ReportRow[]) => void) =>
  sendPage(readReportPage(layout, text), text.length, sendRows),
)
