import { inMilliseconds, percentile, rounded, table } from '../support/figures.ts'
import { fillStore, inWorkspace } from '../support/workspace.ts'
import { type ListFigures, measureLists } from './measure.ts'

/** Measures list pages over HTTP: one at a time, twenty at once, and during an import, beside the limit and the former version. */
export async function benchLists(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  return section(await measureLists(store))
}

const SHARES = [0.5, 0.95]
const pair = (times: readonly number[]): string =>
  SHARES.map((share) => inMilliseconds(percentile(times, share))).join(' / ')
const ratios = (times: readonly number[], others: readonly number[]): string =>
  SHARES.map((share) => (percentile(times, share) / percentile(others, share)).toFixed(1)).join(' / ')

function section({ kinds, first, ready }: ListFigures): string {
  const rows = Object.entries(kinds)
  return [
    'Three days of 1.2 million offers (20,000 tyres, 20 cities, 10 sites) on the embedded database, pages of 100 tyres over',
    'HTTP with the client on the same machine; every request has different values, and each is sent to all variants in turn. The',
    '20,000 tyres are 200 pages, so the last third represents page 300. The limit is a bare server of Node that sends such a page from',
    'memory, ready and compressed. The days were ready, as they are some seconds after somebody has first looked at them.',
    '',
    table(
      ['p50 / p95, one at a time', 'now', 'former version', 'times as fast', 'limit', 'times the limit'],
      rows.map(([name, { sequential }]) => [
        name,
        pair(sequential.now),
        pair(sequential.former),
        ratios(sequential.former, sequential.now),
        pair(sequential.limit),
        ratios(sequential.now, sequential.limit),
      ]),
    ),
    '',
    table(
      ['20 at once', 'now', 'former version', 'requests/s, now', 'former', 'limit', 'times as many'],
      rows.map(([name, { parallel }]) => [
        name,
        pair(parallel.now.times),
        pair(parallel.former.times),
        rounded(parallel.now.perSecond),
        rounded(parallel.former.perSecond),
        rounded(parallel.limit.perSecond),
        (parallel.now.perSecond / parallel.former.perSecond).toFixed(1),
      ]),
    ),
    '',
    table(
      ['now', 'during an import', 'times idle', 'bytes', 'bytes, former'],
      rows.map(([name, { sequential, whileImporting, bytes }]) => [
        name,
        pair(whileImporting),
        ratios(whileImporting, sequential.now),
        rounded(bytes.now),
        rounded(bytes.former),
      ]),
    ),
    '',
    `The first request of each day after a start loads the day's index: ${first.map(inMilliseconds).join(', ')}. The rows of two kinds of`,
    `three days were ready ${ready.seconds.toFixed(0)} s after the first pages of all and take ${ready.megabytes.toFixed(0)} MB.`,
  ].join('\n')
}
