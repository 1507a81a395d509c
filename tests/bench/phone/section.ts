import { type Figure, median, rounded, table, times } from '../support/figures.ts'
import { PAGES, type Visit, type Visits } from './visits.ts'

const NAMES = {
  plain: 'React with AG Grid Community',
  table: 'report as a table',
  list: 'report as a list, as a phone shows it',
} as const

const ms = (value: number): string => `${rounded(value)} ms`
const kilobytes = (bytes: number): string => `${rounded(bytes / 1e3)} kB`

const middle = (visits: readonly Visit[], of: (visit: Visit) => number): number => median(visits.map(of))

const COLUMNS: readonly { head: string; of(visit: Visit): number; write(value: number): string }[] = [
  { head: 'blocking', of: ({ blocking }) => blocking, write: ms },
  { head: 'largest paint', of: ({ largestPaint }) => largestPaint, write: ms },
  { head: 'first paint', of: ({ firstPaint }) => firstPaint, write: ms },
  { head: 'first row', of: ({ rows }) => rows, write: ms },
  { head: 'processor time', of: ({ busy }) => busy, write: ms },
  { head: 'JavaScript', of: ({ scriptBytes }) => scriptBytes, write: kilobytes },
]

export function phoneSection(visits: Visits): string {
  const largest = (name: keyof Visits) => [...new Set(visits[name].map((visit) => visit.largest))].join(', ')
  return [
    '**First visit on a phone.** 390×844, slow 4G, processor 4 times slower, signed in, without caches and worker; in turns,',
    `medians of ${visits.plain.length}. "Blocking" is the time by which tasks exceed 50 ms, from the first paint until the page is quiet for 5 s.`,
    'The plain page fetches the same list from the same server and has the same columns.',
    '',
    table(
      ['', ...COLUMNS.map(({ head }) => head), 'largest painted'],
      PAGES.map((name) => [
        NAMES[name],
        ...COLUMNS.map(({ of, write }) => write(middle(visits[name], of))),
        largest(name),
      ]),
    ),
  ].join('\n')
}

/** Greatest share of the plain page's time. */
const BLOCKING_SHARE = 0.5
const PAINT_SHARE = 1

export function phoneRows(visits: Visits): Figure[] {
  const row = (figure: string, of: (visit: Visit) => number, page: keyof Visits, share: number): Figure => {
    const [plain, own] = [middle(visits.plain, of), middle(visits[page], of)]
    return {
      figure: `Phone, first visit, ${page}, ${figure}`,
      limit: ms(plain),
      now: ms(own),
      ratio: times(own / plain),
      target: share === 1 ? '< 1 ×' : `≤ ${share} ×`,
      isMet: share === 1 ? own < plain : own / plain <= share,
    }
  }
  return (['table', 'list'] as const).flatMap((page) => [
    row('blocking', ({ blocking }) => blocking, page, BLOCKING_SHARE),
    row('largest paint', ({ largestPaint }) => largestPaint, page, PAINT_SHARE),
  ])
}
