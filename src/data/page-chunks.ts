import { addFilled, emptyFilled, type Filled } from '../../contract/reports/filled.ts'
import type { ReportRow, ResultPage } from '../../contract/reports/report-row.ts'
import { callWorker } from '../lib/worker-call.ts'
import { hasFractions } from './has-fractions.ts'

/** Page of a report with the facts from which its columns are derived. */
export interface ReadPage extends ResultPage {
  filled: Filled
  /** whether any price has kopecks */
  fractions: boolean
}

/**
 * Approximate size in bytes of the source rows per message. Receiving such a message takes the main thread a few ms; a
 * single message of 10 MB would block it.
 */
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
  return { ...rest, ...pageColumns(rows) }
}

/** Returns the facts from which a page's columns are derived. */
export function pageColumns(rows: readonly ReportRow[]): Pick<ReadPage, 'filled' | 'fractions'> {
  const filled = emptyFilled()
  for (const row of rows) addFilled(filled, row)
  return { filled, fractions: hasFractions(rows) }
}

/**
 * Receives a page from a web worker in the main thread, then terminates the worker.
 * @throws ReadError if the worker failed, or the signal's reason
 */
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
