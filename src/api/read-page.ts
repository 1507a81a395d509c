import { addFilled, emptyFilled, type Filled } from '../../contract/filled.ts'
import { ReadError } from '../../contract/read/lenient-json.ts'
import { readReportPage } from '../../contract/read/report-page.ts'
import type { ReportPage, ReportRow } from '../../contract/report-row.ts'
import type { ReportLayout } from '../../contract/reports.ts'
import { hasFractions } from './has-fractions.ts'

/** A list page with what its columns are made of. */
export interface ReadPage extends ReportPage {
  filled: Filled
  /** some price has kopecks */
  fractions: boolean
}

export interface PageToRead {
  layout: ReportLayout
  body: ArrayBuffer
}

/** What the reading worker sends, part by part: a page of 10 MB at once would stop the page's thread. */
export type PageChunk = { rows: ReportRow[] } | { end: Omit<ReadPage, 'rows'> } | { problem: string }

/** Up to here reading takes a few milliseconds, less than a worker needs to start. */
const READ_AT_ONCE_BYTES = 400_000

/** @throws ReadError, the reason of the signal */
export async function readPage(
  layout: ReportLayout,
  response: Response,
  signal: AbortSignal,
): Promise<ReadPage> {
  const body = await response.arrayBuffer()
  if (body.byteLength > READ_AT_ONCE_BYTES && typeof Worker !== 'undefined')
    return readApart(layout, body, signal)
  const text = new TextDecoder().decode(body)
  await nextTask(signal)
  const page = readReportPage(layout, text)
  await nextTask(signal)
  const filled = emptyFilled()
  for (const row of page.rows) addFilled(filled, row)
  return { ...page, filled, fractions: hasFractions(page.rows) }
}

/** Not in every browser, therefore not in TypeScript's library. */
interface Yielding {
  scheduler?: { yield?(): Promise<void> }
}

/** Lets the page draw and take input between the steps: on a slow phone all of them together are felt. */
async function nextTask(signal: AbortSignal): Promise<void> {
  const { scheduler } = globalThis as Yielding
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  signal.throwIfAborted()
}

async function readApart(layout: ReportLayout, body: ArrayBuffer, signal: AbortSignal): Promise<ReadPage> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./read-page.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      const rows: ReportRow[] = []
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<PageChunk>) => {
        if ('rows' in data) rows.push(...data.rows)
        else if ('end' in data) resolve({ ...data.end, rows })
        else reject(new ReadError(data.problem))
      }
      worker.postMessage({ layout, body } satisfies PageToRead, [body])
    })
  } finally {
    worker.terminate()
  }
}
