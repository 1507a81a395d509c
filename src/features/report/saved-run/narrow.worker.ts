import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { fetchSaved } from '../../../data/fetch-saved.ts'
import { sendPage } from '../../../data/read-page.ts'
import { answerRequests } from '../../../lib/worker-call.ts'
import { type NarrowOrder, narrowPages } from './narrow-pages.ts'

type Message = NarrowOrder & { token: string }

/** Narrows a saved result set in a web worker, because thousands of rows would block the main thread. */
answerRequests(async ({ token, ...order }: Message, sendRows: (rows: ReportRow[]) => void) => {
  let bytes = 0
  const page = await narrowPages(order, async (path) => {
    const body = await fetchSaved(path, token)
    bytes = Math.max(bytes, body.length)
    return body
  })
  return sendPage(page, bytes, sendRows)
})
