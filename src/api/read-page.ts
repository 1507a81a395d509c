import { addFilled, emptyFilled } from '../../contract/filled.ts'
import type { ReportLayout } from '../../contract/lists.ts'
import { parseReportPage, readBesideRows, readReportRow } from '../../contract/read/report-page.ts'
import type { ReportRow } from '../../contract/report-row.ts'
import { hasFractions } from './has-fractions.ts'
import { type ReadPage, receivePage } from './page-chunks.ts'

/** What a web worker is told: first the layout, then the body in pieces, and its end. */
export type PagePart = { layout: ReportLayout } | { piece: Uint8Array } | { end: true }

/** Below this size reading in steps is done sooner than a worker has started. */
const READ_HERE_BYTES = 400_000

/** Well below a long task (50 ms), because the row that passes it, and code that runs for the first time, come on top. */
const STEP_MS = 8

/** In the browser's timeline, between reading and drawing; 'npm run bench' looks for it. */
const PAGE_READ = 'page-read'

/** @throws ReadError, or the reason of the signal */
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
  const pieces: Uint8Array[] = []
  const rest = (response.body ?? new Blob().stream()).getReader()
  let bytes = 0
  for (let next = await rest.read(); !next.done; next = await rest.read()) {
    pieces.push(next.value)
    bytes += next.value.byteLength
    // The worker starts, and decodes, while the rest is on its way.
    if (bytes > READ_HERE_BYTES && typeof Worker !== 'undefined')
      return readApart(layout, pieces, rest, signal)
  }
  const decoder = new TextDecoder()
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
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

/** Missing from some browsers, and therefore from TypeScript's library. */
interface Yielding {
  scheduler?: { yield?(): Promise<void> }
}

/** Yields between the steps, so that the page stays responsive on slow phones. */
async function nextTask(signal: AbortSignal): Promise<void> {
  const { scheduler } = globalThis as Yielding
  // Nobody waits for a hidden page to respond, and browsers let its timers run once a second.
  if (!document.hidden) await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  signal.throwIfAborted()
}

function readApart(
  layout: ReportLayout,
  pieces: readonly Uint8Array[],
  rest: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadPage> {
  const worker = new Worker(new URL('./read-page.worker.ts', import.meta.url), { type: 'module' })
  const tell = (part: PagePart) => worker.postMessage(part)
  return receivePage(worker, signal, async () => {
    tell({ layout })
    for (const piece of pieces) tell({ piece })
    for (let next = await rest.read(); !next.done; next = await rest.read()) tell({ piece: next.value })
    tell({ end: true })
  })
}
