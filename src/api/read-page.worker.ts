import { addFilled, emptyFilled } from '../../contract/filled.ts'
import { readReportPage } from '../../contract/read/report-page.ts'
import { hasFractions } from './has-fractions.ts'
import type { PageChunk, PageToRead } from './read-page.ts'

/** A message's worth of reading for the page's thread: a few milliseconds. */
const PART_BYTES = 500_000

const tell = (part: PageChunk) => postMessage(part)

addEventListener('message', ({ data: { layout, body } }: MessageEvent<PageToRead>) => {
  try {
    const { rows, ...paging } = readReportPage(layout, new TextDecoder().decode(body))
    const filled = emptyFilled()
    for (const row of rows) addFilled(filled, row)
    const size = Math.max(1, Math.ceil((rows.length * PART_BYTES) / body.byteLength))
    for (let i = 0; i < rows.length; i += size) tell({ rows: rows.slice(i, i + size) })
    tell({ end: { ...paging, filled, fractions: hasFractions(rows) } })
  } catch (error) {
    tell({ problem: (error as Error).message })
  }
})
