import type { ReportLayout } from '../../contract/lists.ts'
import { readReportPage } from '../../contract/read/report-page.ts'
import { sendPage, sendProblem } from './page-chunks.ts'
import type { PagePart } from './read-page.ts'

const decoder = new TextDecoder()
let layout: ReportLayout
let text = ''
let bytes = 0

addEventListener('message', ({ data }: MessageEvent<PagePart>) => {
  if ('layout' in data) layout = data.layout
  else if ('piece' in data) {
    text += decoder.decode(data.piece, { stream: true })
    bytes += data.piece.byteLength
  } else end()
})

function end(): void {
  try {
    sendPage(readReportPage(layout, text + decoder.decode()), bytes)
  } catch (error) {
    sendProblem(error)
  }
}
