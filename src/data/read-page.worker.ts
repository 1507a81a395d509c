import { readReportPage } from '../../contract/legacy/report-page.ts'
import { sendPage, sendProblem } from './page-chunks.ts'
import type { PageToRead } from './read-page.ts'

addEventListener('message', ({ data: { layout, body } }: MessageEvent<PageToRead>) => {
  try {
    sendPage(readReportPage(layout, new TextDecoder().decode(body)), body.byteLength)
  } catch (error) {
    sendProblem(error)
  }
})
