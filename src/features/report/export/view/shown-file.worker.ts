import { ownSiteRule } from '../../../../../contract/companion.ts'
import { readReportPage } from '../../../../../contract/legacy/report-page.ts'
import { type Narrowing, narrowRow } from '../../../../../contract/reports/narrow.ts'
import { hasNextPage } from '../../../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../../contract/reports/reports.ts'
import type { FromMaker, PageSaid, ShownOrder, ToMaker, Written } from './order.ts'
import { sheetFile } from './sheet-file.ts'
import { shownSheet } from './shown-sheet.ts'

/** Reads, sorts and writes outside the main thread, which a whole report would block. */
let order: ShownOrder
const rows: ReportRow[] = []
let shown: readonly ReportRow[] = []

addEventListener('message', ({ data }: MessageEvent<ToMaker>) => {
  if ('order' in data) order = data.order
  else postMessage(answer(data))
})

const tell = (written: Written) => postMessage({ written } satisfies FromMaker)

function answer(message: Exclude<ToMaker, { order: ShownOrder }>): FromMaker {
  try {
    return 'body' in message
      ? { said: take(message) }
      : { made: sheetFile(shownSheet(order, rows, shown), message, tell) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

function take({ body, shown: isShown, page }: Extract<ToMaker, { body: ArrayBuffer }>): PageSaid {
  const { layout } = REPORTS[order.report]
  const read = readReportPage(layout, new TextDecoder().decode(body))
  const wanted = order.further ? narrowedBy(order, order.further, read.rows) : read.rows
  for (const row of wanted) rows.push(row)
  if (isShown) shown = wanted
  const { totalPages, totalRows, state } = read
  return { rows: wanted.length, totalPages, totalRows, state, hasNext: hasNextPage(layout, read, page) }
}

function narrowedBy(
  { report, choice, ownHosts }: ShownOrder,
  further: Pick<Narrowing, 'filters' | 'sets'>,
  read: readonly ReportRow[],
): ReportRow[] {
  const { layout } = REPORTS[report]
  const narrowing = {
    layout,
    priceType: choice.priceType,
    ...further,
    isOwnSite: ownSiteRule(ownHosts),
  }
  return read.flatMap((row) => narrowRow(row, narrowing) ?? [])
}
