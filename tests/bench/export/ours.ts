import { REPORTS } from '../../../contract/reports/reports.ts'
import { createReplicas } from '../../../server/platform/db/replicas.ts'
import { reportCsv } from '../../../server/prices/export/report-csv.ts'
import { reportXlsx } from '../../../server/prices/export/report-xlsx.ts'
import { BEHIND_MAIN_THREAD, createPriceThreads } from '../../../server/prices/threads/price-threads.ts'
import { highWaterMark } from '../support/high-water-mark.ts'
import { type Format, type Measured, REPORT, wholeDay } from './whole-day.ts'

const [dataDir = '', day = '', format = 'xlsx'] = process.argv.slice(2)
const { db, reader, query } = await wholeDay(dataDir, day)
const log = { info: () => undefined, warn: () => undefined }
const replicas = createReplicas({ primary: db, urls: [], log })
const threads = createPriceThreads(
  replicas,
  { dataDir, databaseUrl: undefined },
  { maxThreads: BEHIND_MAIN_THREAD, lowPriority: true },
)
threads.start()

const never = new AbortController().signal
/** A filter that all tyres pass; the server must read the prices to know that. */
const narrowed = { ...query, filters: { brand: { values: ['nobody’s'], except: true } } }
const FILES = {
  xlsx: () => reportXlsx(reader, REPORT, query, never, threads.run),
  narrowed: () => reportXlsx(reader, REPORT, narrowed, never, threads.run),
  csv: () => reportCsv(reader, REPORTS[REPORT], query, never),
} satisfies Record<Format, unknown>

async function write(): Promise<Measured> {
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const file = await FILES[format as Format]()
  const figures: Measured = { firstByte: 0, seconds: 0, bytes: 0, rows: 0, memory: 0 }
  const written = (rows: number) => {
    figures.rows += rows
  }
  for await (const piece of file?.write(written) ?? []) {
    figures.firstByte ||= since()
    figures.bytes += (piece as Buffer).length
  }
  figures.seconds = since()
  figures.memory = highWaterMark()
  return figures
}

const first = await write()
process.stdout.write(JSON.stringify([first, await write()]))
await threads.stop()
await db.close()
