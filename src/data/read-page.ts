import { parseReportPage, readBesideRows, readReportRow } from '../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import { addFilled, emptyFilled } from '../../contract/reports/filled.ts'
import type { ReportRow } from '../../contract/reports/report-row.ts'
import { hasFractions } from './has-fractions.ts'
import { type ReadPage, receivePage } from './page-chunks.ts'

export interface PageToRead {
  layout: ReportLayout
  body: ArrayBuffer
}

/** Size in bytes below which parsing in time slices is done sooner than a worker has started. */
const READ_HERE_BYTES = 400_000

/**
 * Time slice in ms, well below a long task (50 ms), because the row that exceeds it, and code that runs for the first
 * time, come on top.
 */
const STEP_MS = 8

/** Name of the mark in the browser's timeline between parsing and rendering, used by `npm run bench`. */
const PAGE_READ = 'page-read'

/**
 * Parses a page.
 * @throws ReadError, or the reason of the signal
 */
export async function readPage(
  layout: ReportLayout,
  response: Response,
  signal: AbortSignal,
): Promise<ReadPage> {
  const page = await readBody(layout, response, signal)
  performance.clearMarks(PAGE_READ)
  performance.mark(PAGE_READ)
  return page
}

async function readBody(layout: ReportLayout, response: Response, signal: AbortSignal): Promise<ReadPage> {
  const body = await response.arrayBuffer()
  if (body.byteLength > READ_HERE_BYTES && typeof Worker !== 'undefined')
    return readApart(layout, body, signal)
  const text = new TextDecoder().decode(body)
  await nextTask(signal)
  const { rows: items, paging } = parseReportPage(text)
  const rows: ReportRow[] = []
  const filled = emptyFilled()
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > STEP_MS) {
      await nextTask(signal)
      began = performance.now()
    }
    const row = readReportRow(layout, item)
    addFilled(filled, row)
    rows.push(row)
  }
  await nextTask(signal)
  return { rows, ...readBesideRows(layout, paging), filled, fractions: hasFractions(rows) }
}

/** API that some browsers and TypeScript's library do not have. */
interface Yielding {
  scheduler?: { yield?(): Promise<void> }
}

/** Yields between time slices, so that the page stays responsive on slow phones. */
async function nextTask(signal: AbortSignal): Promise<void> {
  const { scheduler } = globalThis as Yielding
  // A hidden page need not respond, and browsers run its timers only once a second.
  if (!document.hidden) await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  signal.throwIfAborted()
}

function readApart(layout: ReportLayout, body: ArrayBuffer, signal: AbortSignal): Promise<ReadPage> {
  const worker = new Worker(new URL('./read-page.worker.ts', import.meta.url), { type: 'module' })
  return receivePage(worker, { layout, body } satisfies PageToRead, signal, [body])
}
