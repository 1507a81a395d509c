import { addFilled, emptyFilled, type Filled } from '../../contract/reports/filled.ts'
import type { ReportRow, ResultPage } from '../../contract/reports/report-row.ts'
import { callWorker } from '../lib/worker-call.ts'
import { hasFractions } from './has-fractions.ts'

/** List page with the data for its columns. */
export interface ReadPage extends ResultPage {
  filled: Filled
  /** whether some price has kopecks */
  fractions: boolean
}

/** Bytes of source per message, which take the main thread a few milliseconds; 10 MB at once would block it. */
const CHUNK_BYTES = 500_000

/**
 * Sends a page from the web worker in parts.
 * @param bytes size of its source
 * @returns the page without its rows, which sendRows has sent
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

/** Returns the data for a page's columns. */
export function pageColumns(rows: readonly ReportRow[]): Pick<ReadPage, 'filled' | 'fractions'> {
  const filled = emptyFilled()
  for (const row of rows) addFilled(filled, row)
  return { filled, fractions: hasFractions(rows) }
}

/**
 * Receives a web worker's page in the main thread, and terminates the worker at the end.
 * @throws ReadError if the worker failed, or the reason of the signal
 */
export async function receivePage<Page extends ReadPage>(
  worker: Worker,
  order: unknown,
  signal: AbortSignal,
  transfer: Transferable[] = [],
): Promise<Page> {
  const { request, end } = callWorker(worker)
  const rows: ReportRow[] = []
  const onPart = (part: ReportRow[]) => rows.push(...part)
  try {
    const rest = await request<Omit<Page, 'rows'>, ReportRow[]>(order, { signal, transfer, onPart })
    return { ...rest, rows } as unknown as Page
  } finally {
    end()
  }
}
