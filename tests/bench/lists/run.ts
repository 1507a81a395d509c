import { inMilliseconds, percentile, rounded, table } from '../support/figures.ts'
import { startServer } from '../support/server.ts'
import { fillStore, inWorkspace, type Store } from '../support/workspace.ts'
import { type ListFigures, measureLists } from './measure.ts'

/** Measures list pages over HTTP: one at a time, twenty at once, and during an import. */
export async function benchLists(): Promise<string> {
  return section(await measure({ DATA_DIR: inWorkspace('data') }))
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

function section({ kinds, first }: ListFigures): string {
  return [
    'Three days of 1.2 million offers (20,000 tyres, 20 cities, 10 sites) on the embedded database, pages of 100 tyres over',
    'HTTP with the client on the same machine, p50 / p95; every request has different values. The 20,000 tyres are 200 pages,',
    'so the last third represents page 300.',
    '',
    table(
      ['', 'one at a time', '20 at once', '20 at once, requests/s', 'during an import', 'bytes'],
      Object.entries(kinds).map(([name, figures]) => [
        name,
        pair(figures.sequential),
        pair(figures.parallel),
        rounded(figures.requestsPerSecond),
        pair(figures.whileImporting),
        rounded(figures.bytes),
      ]),
    ),
    '',
    `The first request of each day after a start loads the day's index: ${first.map(inMilliseconds).join(', ')}.`,
  ].join('\n')
}
