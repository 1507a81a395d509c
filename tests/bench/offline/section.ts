import { type Figure, inMilliseconds, median, percentile, rounded, table, times } from '../support/figures.ts'
import type { Start, StartFigures } from './cold-start.ts'
import type { LargeFigures, LargePage } from './large-page.ts'
import type { Score } from './lighthouse.ts'
import type { OverheadFigures } from './overhead.ts'

const ms = (value: number): string => `${rounded(Math.round(value))} ms`

const spread = (times: readonly number[]): string =>
  `${ms(median(times))} (${ms(Math.min(...times))} – ${ms(Math.max(...times))})`

const middleAndWorst = (values: readonly number[], write: (value: number) => string): string =>
  `${write(median(values))} (${write(Math.max(...values))})`

export function startSection({ columns, starts }: StartFigures): string {
  const rounds = starts[0]?.offline.length ?? 0
  return [
    `**Opening a saved table without a network.** 100 rows × ${columns} columns. A fresh page in Chromium with a stopped worker and no`,
    'server, from the start of the navigation to the frame with the first visible rows, which may be those of the picture of the',
    'last screen, and to the first cell of the app; compared with the same page, its worker also stopped, with the local server.',
    `Interleaved, median of ${rounds} (fastest – slowest). The profile is on disk, the browser is running, and its caches of files`,
    'and compiled scripts are warm, as when an installed app starts. The throttle slows down the page’s thread, not the worker.',
    'Targets for visible rows: at most 150 ms, and 400 ms with the processor 4 times slower.',
    '',
    table(
      [
        'processor',
        'rows, without a network',
        'rows, with the server',
        'app, without a network',
        'app, with the server',
      ],
      starts.map(({ throttle, offline, online }) => [
        throttle === 1 ? 'not throttled' : `${throttle} times slower`,
        spread(offline.map(toRows)),
        spread(online.map(toRows)),
        spread(offline.map(toApp)),
        spread(online.map(toApp)),
      ]),
    ),
  ].join('\n')
}

const toRows = ({ rows }: Start): number => rows
const toApp = ({ app }: Start): number => app

export function overheadSection({ bytes, through, past }: OverheadFigures, worker: number): string {
  const row = (name: string, times: readonly number[]) => [
    name,
    inMilliseconds(median(times)),
    inMilliseconds(percentile(times, 0.95)),
  ]
  return [
    `**Overhead of the worker.** The same list page of ${rounded(bytes)} bytes from the local server, from the request to the answer's last byte,`,
    `in pages with and without the worker, interleaved, ${through.length} times each. Target: a median overhead of at most 2 ms. Here:`,
    `${inMilliseconds(median(through) - median(past))}. /sw.js has ${(worker / 1000).toFixed(1)} kB with gzip; target: at most 12 kB.`,
    '',
    table(['', 'median', 'p95'], [row('through the worker', through), row('without a worker', past)]),
  ].join('\n')
}

export function largeSection({ bytes, columns, network, store }: LargeFigures): string {
  const row = (name: string, { shown, longTasks, longest, longestWorking }: LargePage) => [
    name,
    middleAndWorst(shown, ms),
    middleAndWorst(longTasks, String),
    middleAndWorst(longest, (time) => (time > 50 ? ms(time) : '≤ 50 ms')),
    middleAndWorst(longestWorking, ms),
  ]
  return [
    `**A page of ${(bytes / 1e6).toFixed(1)} MB**, 100 rows × ${columns.toLocaleString('en')} columns, with the worker in control: from the list call until half a second after`,
    `the first cell, median of ${network.shown.length} fresh pages (worst). Tasks of the page's thread; target: none over 50 ms. Unlike processor time,`,
    'elapsed time grows with other load on the machine.',
    '',
    table(
      ['', 'to the first cell', 'tasks over 50 ms', 'longest, elapsed time', 'longest, processor time'],
      [row('from the network, and stored', network), row('from the store, without a network', store)],
    ),
  ].join('\n')
}

export function scoreSection(scores: readonly Score[]): string {
  const cell = (values: readonly number[]) => `${median(values)} (${Math.min(...values)})`
  const faults = scores.flatMap(({ page, device, faults: found }) =>
    found.size > 0 ? [`- ${page}, ${device}: ${[...found].join('; ')}`] : [],
  )
  const rounds = scores[0]?.scores.performance.length ?? 0
  return [
    `**Lighthouse 13.5**, default settings for a phone (simulated slow network, processor 4 times slower) and for a desktop, cold`,
    `caches, signed in for the report; median of ${rounds} (lowest). benchmarkIndex is how Lighthouse rates the machine in that minute. Target: at least 95 each, lowest 93; on a slow machine`,
    '88 for the report on a phone.',
    '',
    table(
      ['', 'performance', 'accessibility', 'best practices', 'benchmarkIndex'],
      scores.map(({ page, device, machine, scores: { performance, accessibility, ...others } }) => [
        `${page}, ${device}`,
        cell(performance),
        cell(accessibility),
        cell(others['best-practices']),
        cell(machine),
      ]),
    ),
    ...(faults.length > 0 ? ['', 'What cost points, in any round:', '', ...faults] : []),
  ].join('\n')
}

const STARTS_MS = { 1: 150, 4: 400 } as const

export function startRows({ starts }: StartFigures): Figure[] {
  return starts.flatMap(({ throttle, offline, online }) => {
    const slow = throttle === 1 ? '' : ', slow processor'
    const rows = Math.max(median(offline.map(toRows)), median(online.map(toRows)))
    return [
      {
        figure: `Start to visible rows${slow}`,
        now: ms(rows),
        target: `≤ ${STARTS_MS[throttle]} ms`,
        isMet: rows <= STARTS_MS[throttle],
      },
      {
        figure: `Start without a network to the app${slow}`,
        limit: ms(median(online.map(toApp))),
        now: ms(median(offline.map(toApp))),
        ratio: times(median(offline.map(toApp)) / median(online.map(toApp))),
      },
    ]
  })
}

const OVERHEAD_MS = 2

export function overheadRow({ through, past }: OverheadFigures): Figure {
  const overhead = median(through) - median(past)
  return {
    figure: 'Overhead of the worker',
    limit: inMilliseconds(median(past)),
    now: inMilliseconds(overhead),
    target: `≤ ${OVERHEAD_MS} ms`,
    isMet: overhead <= OVERHEAD_MS,
  }
}

export function largeRows({ network, store }: LargeFigures): Figure[] {
  const row = (figure: string, { longTasks }: LargePage): Figure => ({
    figure,
    now: String(median(longTasks)),
    target: '0',
    isMet: median(longTasks) === 0,
  })
  return [
    row('Page of 10 MB, tasks over 50 ms', network),
    row('Page of 10 MB without a network, tasks over 50 ms', store),
  ]
}

const SCORE = 95

export function scoreRows(scores: readonly Score[]): Figure[] {
  return scores.map(({ page, device, scores: { performance } }) => ({
    figure: `Lighthouse, ${page}, ${device}`,
    now: String(median(performance)),
    target: `≥ ${SCORE}`,
    isMet: median(performance) >= SCORE,
  }))
}
