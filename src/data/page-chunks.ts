import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { addFilled, emptyFilled, type Filled } from '../../contract/reports/filled.ts'
import type { ReportRow, ResultPage } from '../../contract/reports/report-row.ts'
import { hasFractions } from './has-fractions.ts'

/** List page with the data for its columns. */
export interface ReadPage extends ResultPage {
  filled: Filled
  /** whether some price has kopecks */
  fractions: boolean
}

/** Part of a page from a web worker; 10 MB at once would block the main thread. */
type PageChunk<Page extends ReadPage = ReadPage> =
  | { rows: ReportRow[] }
  | { end: Omit<Page, 'rows'> }
  | { problem: string }

/** Bytes of source per message, which take the main thread a few milliseconds. */
const CHUNK_BYTES = 500_000

/**
 * Sends a page from the web worker.
 * @param bytes size of its source
 */
export function sendPage(page: ResultPage, bytes: number): void {
  const { rows, ...rest } = page
  const size = Math.max(1, Math.ceil((rows.length * CHUNK_BYTES) / Math.max(1, bytes)))
  for (let i = 0; i < rows.length; i += size)
    postMessage({ rows: rows.slice(i, i + size) } satisfies PageChunk)
  postMessage({ end: { ...rest, ...columnsOf(rows) } } satisfies PageChunk)
}

/** Reports from the web worker that there will be no page. */
export function sendProblem(error: unknown): void {
  postMessage({ problem: (error as Error).message } satisfies PageChunk)
}

/** Returns the data for a page's columns. */
export function columnsOf(rows: readonly ReportRow[]): Pick<ReadPage, 'filled' | 'fractions'> {
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
  try {
    signal.throwIfAborted()
    return await new Promise((resolve, reject) => {
      const rows: ReportRow[] = []
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<PageChunk<Page>>) => {
        if ('rows' in data) rows.push(...data.rows)
        else if ('end' in data) resolve({ ...data.end, rows } as unknown as Page)
        else reject(new ReadError(data.problem))
      }
      worker.postMessage(order, transfer)
    })
  } finally {
    worker.terminate()
  }
}
