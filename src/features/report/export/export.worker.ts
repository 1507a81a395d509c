import { ownSiteRule } from '../../../../contract/companion.ts'
import { readReportPage } from '../../../../contract/legacy/report-page.ts'
import { narrowRow } from '../../../../contract/reports/narrow.ts'
import { hasNextPage } from '../../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { answerRequests } from '../../../lib/worker-call.ts'
import type {
  ExportOrder,
  ExportRequest,
  FileFormat,
  PageInfo,
  RowProgress,
  SheetFile,
  ViewOrder,
} from './export-client.ts'
import { type DownloadSheet, downloadSheet, sheetFile } from './sheet-files.ts'
import { viewSheet } from './view-sheet.ts'

/** File under construction. */
interface Sheet extends Pick<DownloadSheet, 'read'> {
  write?: DownloadSheet['write']
  finish(format: FileFormat, title: string, onWritten: (written: RowProgress) => void): SheetFile
}

function collectedSheet(order: ViewOrder): Sheet {
  const rows: ReportRow[] = []
  let shownRows: readonly ReportRow[] = []
  return {
    read(wanted, shown) {
      for (const row of wanted) rows.push(row)
      if (shown) shownRows = wanted
    },
    finish: (format, title, onWritten) =>
      sheetFile(viewSheet(order, rows, shownRows), { format, title }, onWritten),
  }
}

let order: ExportOrder
let sheet: Sheet

/** Parses, sorts and writes in the web worker, because a report with all pages would block the main thread. */
answerRequests((message: ExportRequest, sendPart: (written: RowProgress) => void) => {
  if ('order' in message) {
    order = message.order
    sheet = order.layout === 'download' ? downloadSheet(order) : collectedSheet(order)
    return null
  }
  return 'body' in message ? takePage(message) : sheet.finish(message.format, message.title, sendPart)
})

function takePage({ body, page, shown, again }: Extract<ExportRequest, { body: ArrayBuffer }>): PageInfo {
  const { layout } = REPORTS[order.report]
  const result = readReportPage(layout, new TextDecoder().decode(body))
  const rows = wantedRows(order, result.rows)
  if (again) sheet.write?.(rows)
  else sheet.read(rows, shown)
  const { totalPages, totalRows, state } = result
  return { rows: rows.length, totalPages, totalRows, state, hasNext: hasNextPage(layout, result, page) }
}

function wantedRows(
  { report, choice: { priceType }, ownHosts, further }: ExportOrder,
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  if (!further) return rows
  const { layout } = REPORTS[report]
  const narrowing = { layout, priceType, ...further, isOwnSite: ownSiteRule(ownHosts) }
  return rows.flatMap((row) => narrowRow(row, narrowing) ?? [])
}
