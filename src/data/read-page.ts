import { parseReportPage, readBesideRows, readReportRow } from '../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import { PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import { addNonEmptyColumns, emptyFilled, type NonEmptyColumns } from '../../contract/reports/filled.ts'
import type { Cell, ReportRow, ResultPage, WarehousePrices } from '../../contract/reports/report-row.ts'
import { callWorker } from '../lib/worker-call.ts'

export interface PageToRead {
  layout: ReportLayout
  text: string
}

/** Maximum length of a body parsed in the main thread: time slices finish sooner than a web worker starts. */
const READ_HERE_LENGTH = 400_000

/** Time slice in ms: well below a long task (50 ms), as the row that exceeds it is added to it. */
const STEP_MS = 8

/** Name of the performance mark between parsing and rendering. */
const PAGE_READ = 'page-read'

/** Parses a page of a report, and marks the time for `npm run bench`. @throws ReadError, or the signal's reason */
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
  return { rows, ...readBesideRows(layout, paging), ...filledOfRows(rows) }
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

/** Page of a report with the facts from which its columns are derived. */
export interface ReadPage extends ResultPage {
  filled: NonEmptyColumns
  /** whether any price has kopecks */
  fractions: boolean
}

/** Approximate size in bytes of the rows per message: a single message of 10 MB would block the main thread. */
const CHUNK_BYTES = 500_000

/**
 * Sends a page from the web worker to the main thread in parts.
 * @param bytes approximate size of the page's source
 * @param sendRows called with each part of the rows
 * @returns the page without its rows, with the facts from which its columns are derived
 */
export function sendPage<Page extends ResultPage>(
  page: Page,
  bytes: number,
  sendRows: (rows: ReportRow[]) => void,
): Omit<Page, 'rows'> & Omit<ReadPage, keyof ResultPage> {
  const { rows, ...rest } = page
  const size = Math.max(1, Math.ceil((rows.length * CHUNK_BYTES) / Math.max(1, bytes)))
  for (let i = 0; i < rows.length; i += size) sendRows(rows.slice(i, i + size))
  return { ...rest, ...filledOfRows(rows) }
}

/** Returns the facts from which a page's columns are derived. */
export function filledOfRows(rows: readonly ReportRow[]): Pick<ReadPage, 'filled' | 'fractions'> {
  const filled = emptyFilled()
  for (const row of rows) addNonEmptyColumns(filled, row)
  return { filled, fractions: hasFractions(rows) }
}

/** Receives a page from a web worker, then terminates it. @throws ReadError if it failed, or the signal's reason */
export async function receivePage<Page extends ReadPage>(
  worker: Worker,
  order: unknown,
  signal: AbortSignal,
): Promise<Page> {
  const { request, end } = callWorker(worker)
  const rows: ReportRow[] = []
  const onPart = (part: ReportRow[]) => rows.push(...part)
  try {
    const rest = await request<Omit<Page, 'rows'>, ReportRow[]>(order, { signal, onPart })
    return { ...rest, rows } as unknown as Page
  } finally {
    end()
  }
}

/** Returns whether any price in these rows has kopecks; if so, all prices of the table are formatted with kopecks. */
export const hasFractions = (rows: readonly ReportRow[]): boolean => rows.some(inRow)

function inRow({ own, cities }: ReportRow): boolean {
  if (isFraction(own.price) || isFraction(own.wholesale)) return true
  for (const { sites } of cities.values()) {
    for (const site of sites.values()) {
      if (inPrices(site)) return true
      for (const warehouse of site.warehouses.values()) if (inPrices(warehouse)) return true
    }
  }
  return false
}

const inPrices = (prices: WarehousePrices): boolean => PRICE_KINDS.some((kind) => isFraction(prices[kind]))

const isFraction = (cell: Cell): boolean => typeof cell === 'number' && !Number.isInteger(cell)
