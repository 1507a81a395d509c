import { type BenchmarkResult, type Figure, median, table, times } from '../support/figures.ts'
import type { Figures, ScrollFigures } from './page/measure.ts'

export interface Load extends Figures {
  /** the longest task while scrolling, in milliseconds of processor time; null if not scrolled */
  scrollTask: number | null
}

export interface Measured {
  name: string
  /** gzipped bytes */
  script: number
  loads: Load[]
}

const ms = (value: number): string => `${value.toFixed(0)} ms`

/** Formats the median of the loads, followed by the worst. */
const middleAndWorst = (values: number[], write: (value: number) => string): string =>
  `${write(median(values))} (${write(Math.max(...values))})`

const scrollsOf = ({ loads }: Measured): ScrollFigures[] => loads.flatMap(({ scroll }) => scroll ?? [])

const SCROLL_COLUMNS: {
  header: string
  values(measured: Measured): number[]
  write(value: number): string
}[] = [
  {
    header: 'tasks > 50 ms while scrolling',
    values: (measured) => scrollsOf(measured).map(({ longTasks }) => longTasks),
    write: String,
  },
  {
    header: 'longest task, processor time',
    values: ({ loads }) => loads.flatMap(({ scrollTask }) => scrollTask ?? []),
    write: ms,
  },
  {
    header: 'worst frame',
    values: (measured) => scrollsOf(measured).map(({ worstFrame }) => worstFrame),
    write: ms,
  },
]

const firstPaints = ({ loads }: Measured): number[] => loads.map(({ firstPaint }) => firstPaint)

const mostNodes = (measured: Measured): number =>
  Math.max(...measured.loads.map(({ nodes }) => nodes), ...scrollsOf(measured).map(({ nodes }) => nodes))

function row(measured: Measured): string[] {
  const { name, script, loads } = measured
  const scrolling = SCROLL_COLUMNS.map(({ values, write }) => {
    const found = values(measured)
    return found.length > 0 ? middleAndWorst(found, write) : '–'
  })
  return [
    name,
    String(loads.length),
    middleAndWorst(firstPaints(measured), ms),
    mostNodes(measured).toLocaleString('en'),
    ...scrolling,
    `${(script / 1000).toFixed(1)} kB`,
  ]
}

const MOST_NODES = 1_500

/**
 * Compares the first result with the others.
 * @param faster factors by which it should be faster than each of them
 */
function figuresOf(
  [ours, ...others]: readonly [Measured, ...Measured[]],
  faster: readonly number[],
): Figure[] {
  const firstPaint = (measured: Measured): number => median(firstPaints(measured))
  const longTasks = median(scrollsOf(ours).map((scroll) => scroll.longTasks))
  return [
    ...others.map((other, n): Figure => {
      const [ratio, target] = [firstPaint(other) / firstPaint(ours), faster[n] as number]
      return {
        figure: `Grid of 2,690 columns, first paint, ${other.name}`,
        limit: ms(firstPaint(other)),
        now: ms(firstPaint(ours)),
        ratio: times(ratio),
        target: `≥ ${target} ×`,
        isMet: ratio >= target,
      }
    }),
    {
      figure: 'Grid, DOM nodes',
      limit: (others[0] ? mostNodes(others[0]) : 0).toLocaleString('en'),
      now: mostNodes(ours).toLocaleString('en'),
      target: `≤ ${MOST_NODES.toLocaleString('en')}`,
      isMet: mostNodes(ours) <= MOST_NODES,
    },
    {
      figure: 'Grid, tasks over 50 ms while scrolling',
      limit: others[0] ? String(median(scrollsOf(others[0]).map((scroll) => scroll.longTasks))) : '',
      now: String(longTasks),
      target: '0',
      isMet: longTasks === 0,
    },
  ]
}

/** Returns the benchmark's result, in which the first variant is compared with the others. */
export function gridSection(
  machine: string,
  results: readonly [Measured, ...Measured[]],
  faster: readonly number[],
): BenchmarkResult {
  return { text: sectionOf(machine, results), figures: figuresOf(results, faster) }
}

function sectionOf(machine: string, results: readonly Measured[]): string {
  const [ours, ...others] = results
  const firstPaint = (measured: Measured): number => median(firstPaints(measured))
  return [
    `${machine} Every load is a fresh page.`,
    'First paint is measured from the render call to the frame after the one with cells, so two frames (33 ms) are the',
    'minimum. Scrolling: down and up, then sideways, by 90 and by 2,400 px per frame; tasks over 50 ms are counted by elapsed',
    'time, which other load on the machine prolongs, while the longest is given in processor time, from a trace.',
    'Median of the loads, with the worst in brackets. Script: gzip, without React.',
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
