import {
  type BenchmarkResult,
  type Figure,
  inMilliseconds,
  percentile,
  rounded,
  table,
  times,
} from '../support/figures.ts'
import { fillStore, inWorkspace } from '../support/workspace.ts'
import { type KindFigures, type ListFigures, measureLists } from './measure.ts'

/** Measures list pages over HTTP: one at a time, twenty at once, and during an import; in comparison with the limit. */
export async function benchLists(): Promise<BenchmarkResult> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const measured = await measureLists(store)
  return { text: section(measured), figures: figuresOf(measured) }
}

const SHARES = [0.5, 0.95]
const pair = (times: readonly number[]): string =>
  SHARES.map((share) => inMilliseconds(percentile(times, share))).join(' / ')
const ratios = (times: readonly number[], others: readonly number[]): string =>
  SHARES.map((share) => (percentile(times, share) / percentile(others, share)).toFixed(1)).join(' / ')

const P95_MS = 15
const BESIDE_IMPORT = 2

const p95 = (times: readonly number[]): number => percentile(times, 0.95)

function figuresOf({ kinds }: ListFigures): Figure[] {
  const all = Object.entries(kinds)
  const besideImport = ({ whileImporting, sequential }: KindFigures) =>
    p95(whileImporting) / p95(sequential.now)
  const [worst, slowed] = all.reduce((one, other) =>
    besideImport(other[1]) > besideImport(one[1]) ? other : one,
  )
  const slowest = all.reduce((one, other) =>
    other[1].parallel.now.perSecond < one[1].parallel.now.perSecond ? other : one,
  )
  const alone = all.map(([name, { sequential }]): Figure => {
    const { now, limit } = sequential
    return {
      figure: `List page, ${name}, p95`,
      limit: inMilliseconds(p95(limit)),
      now: inMilliseconds(p95(now)),
      ratio: times(p95(now) / p95(limit)),
      target: `≤ ${P95_MS} ms`,
      isMet: p95(now) <= P95_MS,
    }
  })
  const atOnce = [...all.slice(0, 1), slowest].map(([name, { parallel }]): Figure => {
    const { now, limit } = parallel
    return {
      figure: `20 list pages at once, ${name}`,
      limit: `${rounded(limit.perSecond)}/s`,
      now: `${rounded(now.perSecond)}/s`,
      ratio: times(now.perSecond / limit.perSecond),
    }
  })
  return [
    ...alone,
    ...atOnce,
    {
      figure: `List page during an import, ${worst}, p95`,
      limit: inMilliseconds(p95(slowed.sequential.now)),
      now: inMilliseconds(p95(slowed.whileImporting)),
      ratio: times(besideImport(slowed)),
      target: `≤ ${BESIDE_IMPORT} ×`,
      isMet: besideImport(slowed) <= BESIDE_IMPORT,
    },
  ]
}

function section({ kinds, first, ready }: ListFigures): string {
  const rows = Object.entries(kinds)
  return [
    'Three days of 1.2 million offers (20,000 tyres, 20 cities, 10 sites) on the embedded database, pages of 100 tyres over',
    'HTTP with the client on the same machine; every request has different values, and each is sent to all variants in turn. The',
    '20,000 tyres are 200 pages, so the last third represents page 300. The limit is a bare server of Node that sends such a page from',
    'memory, ready and compressed. The days were ready, as they are some seconds after somebody has first looked at them.',
    '',
    table(
      ['p50 / p95, one at a time', 'now', 'limit', 'times the limit'],
      rows.map(([name, { sequential }]) => [
        name,
        pair(sequential.now),
        pair(sequential.limit),
        ratios(sequential.now, sequential.limit),
      ]),
    ),
    '',
    table(
      ['20 at once', 'now', 'requests/s', 'limit'],
      rows.map(([name, { parallel }]) => [
        name,
        pair(parallel.now.times),
        rounded(parallel.now.perSecond),
        rounded(parallel.limit.perSecond),
      ]),
    ),
    '',
    table(
      ['now', 'during an import', 'times idle', 'bytes'],
      rows.map(([name, { sequential, whileImporting, bytes }]) => [
        name,
        pair(whileImporting),
        ratios(whileImporting, sequential.now),
        rounded(bytes.now),
      ]),
    ),
    '',
    `The first request of each day after a start loads the day's index: ${first.map(inMilliseconds).join(', ')}. The rows of two kinds of`,
    `three days were ready ${ready.seconds.toFixed(0)} s after the first pages of all and take ${ready.megabytes.toFixed(0)} MB.`,
  ].join('\n')
}
