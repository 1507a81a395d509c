import { parseReportPage, readBesideRows, readReportRow } from '../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import type { ReportRow } from '../../contract/reports/report-row.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { firstRowsOf } from './first-rows.ts'
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

/** Length after which the rows so far are displayed: about a screen of the widest tables. */
const LARGE_LENGTH = 1_000_000

/**
 * Length of a time slice in ms. It is well below a long task (50 ms), because the row that exceeds the slice, and code
 * that runs for the first time, are added to it.
 */
const STEP_MS = 8

/** Name of the performance mark between parsing and rendering. */
const PAGE_READ = 'page-read'

/** Takes a page of the first rows, whose totals are unknown. */
export type OnFirstRows = (page: ReadPage) => void

/**
 * Parses a page of a report.
 * @param onFirst called before the whole of a large page has arrived; the page then has the same rows as objects
 * @throws ReadError, or the signal's reason
 */
export async function readPage(
  layout: ReportLayout,
  response: Response,
  signal: AbortSignal,
  onFirst?: OnFirstRows,
): Promise<ReadPage> {
  const first: ReportRow[] = []
  const text = await receiveText(response, async (beginning) => {
    const items = onFirst && firstRowsOf(beginning)
    if (!items) return
    await readRows(layout, items, signal, first)
    markRead()
    onFirst({ rows: first, ...pageColumns(first), ...readBesideRows(layout, {}) })
    // Drawn before the others are read.
    await whenIdle()
  })
  const page = await readText(layout, text, signal, first)
  if (first.length === 0) markRead()
  return page
}

/** Marks the time between parsing and rendering, used by `npm run bench`. */
function markRead(): void {
  performance.clearMarks(PAGE_READ)
  performance.mark(PAGE_READ)
}

/**
 * Receives the whole body.
 * @param onBeginning called once with the first part of a large body, whose rest waits until it is done
 */
async function receiveText(
  { body }: Response,
  onBeginning: (text: string) => Promise<void>,
): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return text
    const wasSmall = text.length < LARGE_LENGTH
    text += value
    if (wasSmall && text.length >= LARGE_LENGTH) await onBeginning(text)
  }
}

async function readText(
  layout: ReportLayout,
  text: string,
  signal: AbortSignal,
  first: ReportRow[],
): Promise<ReadPage> {
  if (text.length > READ_HERE_LENGTH && typeof Worker !== 'undefined') {
    const page = await readApart(layout, text, signal)
    return { ...page, rows: [...first, ...page.rows.slice(first.length)] }
  }
  await nextTask(signal)
  const { rows: items, paging } = parseReportPage(text)
  const rows = await readRows(layout, items, signal, [...first])
  await nextTask(signal)
  return { rows, ...readBesideRows(layout, paging), ...pageColumns(rows) }
}

/** Reads the rows after those that are there, in time slices. */
async function readRows(
  layout: ReportLayout,
  items: readonly object[],
  signal: AbortSignal,
  rows: ReportRow[],
): Promise<ReportRow[]> {
  let began = performance.now()
  for (const item of items.slice(rows.length)) {
    if (performance.now() - began > STEP_MS) {
      await nextTask(signal)
      began = performance.now()
    }
    rows.push(readReportRow(layout, item))
  }
  return rows
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
