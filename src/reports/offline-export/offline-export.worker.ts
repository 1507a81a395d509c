import { readReportPage } from '../../../contract/read/report-page.ts'
import { REPORTS } from '../../../contract/reports.ts'
import { fetchSaved } from '../../api/fetch-saved.ts'
import type { ExportOrder, ExportResult } from './order.ts'
import { savedFile } from './saved-file.ts'

/** Makes one file beside the page's thread: reading megabytes of rows there would make the page stand still. */
self.addEventListener('message', ({ data }: MessageEvent<ExportOrder>) => {
  void answer(data).then((result) => self.postMessage(result))
})

async function answer({ token, ...order }: ExportOrder): Promise<ExportResult> {
  const { layout } = REPORTS[order.report]
  try {
    return await savedFile(order, async (path) => readReportPage(layout, await fetchSaved(path, token)))
  } catch (error) {
    return { kind: 'failed', reason: String(error) }
  }
}
