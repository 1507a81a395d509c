import { median, table } from '../support/figures.ts'
import type { Figures, ScrollFigures } from './page/measure.ts'

export interface Measured {
  name: string
  /** gzipped bytes */
  script: number
  loads: Figures[]
}

const ms = (value: number): string => `${value.toFixed(0)} ms`

/** The middle load and, after it, the worst. */
const middleAndWorst = (values: number[], write: (value: number) => string): string =>
  `${write(median(values))} (${write(Math.max(...values))})`

const SCROLL_COLUMNS: { header: string; cell(scrolls: ScrollFigures[]): string }[] = [
  {
    header: 'tasks > 50 ms in scrolling',
    cell: (scrolls) =>
      middleAndWorst(
        scrolls.map(({ longTasks }) => longTasks),
        String,
      ),
  },
  {
    header: 'worst frame',
    cell: (scrolls) =>
      middleAndWorst(
        scrolls.map(({ worstFrame }) => worstFrame),
        ms,
      ),
  },
]

const firstPaints = ({ loads }: Measured): number[] => loads.map(({ firstPaint }) => firstPaint)

function row(measured: Measured): string[] {
  const { name, script, loads } = measured
  const scrolls = loads.flatMap(({ scroll }) => scroll ?? [])
  const nodes = Math.max(...loads.map(({ nodes }) => nodes), ...scrolls.map(({ nodes }) => nodes))
  return [
    name,
    String(loads.length),
    middleAndWorst(firstPaints(measured), ms),
    nodes.toLocaleString('en'),
    ...SCROLL_COLUMNS.map(({ cell }) => (scrolls.length > 0 ? cell(scrolls) : '–')),
    `${(script / 1000).toFixed(1)} kB`,
  ]
}

/** The report of the benchmark; the first of the results is compared with the others. */
export function gridSection(machine: string, results: Measured[]): string {
  const [ours, ...others] = results
  const firstPaint = (measured: Measured): number => median(firstPaints(measured))
  return [
    '## Report grid: 100 rows × 2,690 columns',
    '',
    `${machine} Every load is a fresh page. First paint runs from the call that draws to the frame after the one`,
    'with cells, so two frames (33 ms) are its floor. Scrolling: down and up, then sideways by 90 and by 2,400 px',
    'a frame. Given are the median of the loads and, in brackets, the worst. Script: gzip, without React.',
    '',
    table(
      ['', 'loads', 'first paint', 'DOM nodes', ...SCROLL_COLUMNS.map(({ header }) => header), 'script'],
      results.map(row),
    ),
    '',
    ...others.map((other) =>
      ours
        ? `First paint ${(firstPaint(other) / firstPaint(ours)).toFixed(1)} times as fast as ${other.name}.  `
        : '',
    ),
    '',
  ].join('\n')
}
