import type { ReportLayout } from '../../contract/lists.ts'
import { readReportPage } from '../../contract/read/report-page.ts'
import { columnsOf, type ReadPage, receivePage } from './page-chunks.ts'

export interface PageToRead {
  layout: ReportLayout
  body: ArrayBuffer
}

/** Below this size parsing takes a few milliseconds, less than starting a worker. */
const READ_AT_ONCE_BYTES = 400_000

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
  const body = await response.arrayBuffer()
  if (body.byteLength > READ_AT_ONCE_BYTES && typeof Worker !== 'undefined')
    return readApart(layout, body, signal)
  const text = new TextDecoder().decode(body)
  await nextTask(signal)
  const page = readReportPage(layout, text)
  await nextTask(signal)
  return { ...page, ...columnsOf(page.rows) }
}

/** Missing from some browsers, and therefore from TypeScript's library. */
interface Yielding {
  scheduler?: { yield?(): Promise<void> }
}

/** Yields between the steps, so that the page stays responsive on slow phones. */
async function nextTask(signal: AbortSignal): Promise<void> {
  const { scheduler } = globalThis as Yielding
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  signal.throwIfAborted()
}

function readApart(layout: ReportLayout, body: ArrayBuffer, signal: AbortSignal): Promise<ReadPage> {
  const worker = new Worker(new URL('./read-page.worker.ts', import.meta.url), { type: 'module' })
  return receivePage(worker, { layout, body } satisfies PageToRead, signal, [body])
}
