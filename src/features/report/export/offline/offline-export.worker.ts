import { ownSiteRule } from '../../../../../contract/companion.ts'
import { readReportPage } from '../../../../../contract/legacy/report-page.ts'
import { narrowRow } from '../../../../../contract/reports/narrow.ts'
import type { ResultPage } from '../../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../../contract/reports/reports.ts'
import { SheetTooLarge } from '../../../../../contract/spreadsheet/sheet-limits.ts'
import { fetchSaved } from '../../../../data/fetch-saved.ts'
import type { ExportOrder, ExportResult } from './order.ts'
import { savedFile } from './saved-file.ts'

/** Creates one file outside the main thread, which reading megabytes of rows would block. */
self.addEventListener('message', ({ data }: MessageEvent<ExportOrder>) => {
  void answer(data).then((result) => self.postMessage(result))
})

async function answer({ token, further, ...order }: ExportOrder): Promise<ExportResult> {
  const { layout } = REPORTS[order.report]
  const { priceType, ownHosts } = order
  const isOwnSite = ownSiteRule(ownHosts)
  const read = (body: string): ResultPage => {
    const page = readReportPage(layout, body)
    if (!further) return page
    const narrowing = { layout, priceType, ...further, isOwnSite }
    return { ...page, rows: page.rows.flatMap((row) => narrowRow(row, narrowing) ?? []) }
  }
  try {
    return await savedFile(order, async (path) => read(await fetchSaved(path, token)))
  } catch (error) {
    if (error instanceof SheetTooLarge) return { kind: 'refused', problem: error.message }
    return { kind: 'failed', reason: String(error) }
  }
}
