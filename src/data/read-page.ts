import { parseReportPage, readBesideRows, readReportRow } from '../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import type { ReportRow } from '../../contract/reports/report-row.ts'
import { pageColumns, type ReadPage, receivePage } from './page-chunks.ts'

export interface PageToRead {
  layout: ReportLayout
  text: string
}

/**
 * Maximum length of a body that is parsed in the main thread. Up to this size, parsing in time slices finishes sooner
 * than a web worker starts.
 */
const READ_HERE_LENGTH = 400_000

/**
 * Length of a time slice in ms. It is well below a long task (50 ms), because the row that exceeds the slice, and code
 * that runs for the first time, are added to it.
 */
const STEP_MS = 8

/** Name of the performance mark between parsing and rendering. */
const PAGE_READ = 'page-read'

/**
 * Parses a page of a report, and marks the time between parsing and rendering for `npm run bench`.
 * @throws ReadError, or the signal's reason
 */
export async function readPage(
  layout: ReportLayout,
  response: Response,
  signal: AbortSignal,
): Promise<ReadPage> {
  const text = await response.text()
  const isLarge = text.length > READ_HERE_LENGTH && typeof Worker !== 'undefined'
  const page = await (isLarge ? readApart : readHere)(layout, text, signal)
  performance.clearMarks(PAGE_READ)
  performance.mark(PAGE_READ)
  return page
}

/** Parses a page in time slices. */
async function readHere(layout: ReportLayout, text: string, signal: AbortSignal): Promise<ReadPage> {
  await nextTask(signal)
  const { rows: items, paging } = parseReportPage(text)
  const rows: ReportRow[] = []
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > STEP_MS) {
      await nextTask(signal)
      began = performance.now()
    }
    rows.push(readReportRow(layout, item))
  }
  await nextTask(signal)
  return { rows, ...readBesideRows(layout, paging), ...pageColumns(rows) }
}

/** Global object with `scheduler.yield`, which some browsers and TypeScript's library do not have. */
interface Yielding {
  scheduler?: { yield?(): Promise<void> }
}

/** Yields to the event loop between time slices: the page stays responsive on slow phones. */
async function nextTask(signal: AbortSignal): Promise<void> {
  const { scheduler } = globalThis as Yielding
  // Does not yield in a hidden tab, which need not respond and in which browsers run timers only once a second.
  if (!document.hidden) await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  signal.throwIfAborted()
}

function readApart(layout: ReportLayout, text: string, signal: AbortSignal): Promise<ReadPage> {
  const worker = new Worker(new URL('./read-page.worker.ts', import.meta.url), { type: 'module' })
  return receivePage(worker, { layout, text } satisfies PageToRead, signal)
}
