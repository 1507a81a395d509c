import { rmSync } from 'node:fs'
import { inMilliseconds, median, percentile, rounded, table } from '../support/figures.ts'
import { startServer } from '../support/server.ts'
import { fillStore, inWorkspace, type Store } from '../support/workspace.ts'
import { type ListFigures, measureLists } from './measure.ts'

/** List pages over HTTP: alone, twenty at once, and while a day is imported. */
export async function benchLists(): Promise<string> {
  const embedded = await measure({ DATA_DIR: inWorkspace('data') })
  return section(embedded)
}

async function measure(store: Store): Promise<ListFigures> {
  await fillStore(store)
  const server = await startServer(store)
  try {
    return await measureLists(server, store)
  } finally {
    await server.stop()
  }
}

const pair = (times: readonly number[]): string =>
  `${inMilliseconds(percentile(times, 0.5))} / ${inMilliseconds(percentile(times, 0.95))}`

export function section({kinds, first}: ListFigures): string {
  return table(
    ['', 'one by one p50 / p95', '20 at once p50 / p95', 'requests/s', 'while importing p50 / p95', 'bytes'],
    Object.entries(kinds).map(([name, f]) => [name, pair(f.sequential), pair(f.parallel), rounded(f.requestsPerSecond), `${pair(f.whileImporting)} ${f.whileImporting.length}`, rounded(f.bytes)])
  ) + '\n' + first.map(inMilliseconds).join(' ')
}
