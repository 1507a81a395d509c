import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BenchmarkResult,
  type Figure,
  inMilliseconds,
  inSeconds,
  megabytes,
  table,
} from '../support/figures.ts'
import { ROOT } from '../support/run-node.ts'
import { growthChart } from './chart.ts'
import { exponentOf, type Point } from './fit.ts'
import { AXES } from './markets.ts'
import { type Cost, measureMarket } from './measure.ts'

const FOLDER = 'growth'

/** Title of each cost's chart, and format of its figures. */
const COSTS: Readonly<Record<keyof Cost, { title: string; figure(value: number): string }>> = {
  lists: { title: 'A list page', figure: inMilliseconds },
  first: { title: 'The first list after a start', figure: inMilliseconds },
  import: { title: 'Import of a day', figure: inSeconds },
  memory: { title: 'Memory of the server', figure: megabytes },
  disk: { title: 'Disk', figure: megabytes },
}
const KINDS = Object.keys(COSTS) as (keyof Cost)[]

/** An axis with the costs at each of its sizes. */
interface Grown {
  name: string
  steps: readonly { size: number; cost: Cost }[]
}

/**
 * Measures the costs for growing numbers of tyres, sites, days and users, draws a chart of each cost, and fits the
 * exponents.
 */
export async function benchGrowth(): Promise<BenchmarkResult> {
  const grown: Grown[] = []
  for (const { name, steps } of AXES) {
    const measured: { size: number; cost: Cost }[] = []
    for (const { size, market } of steps) {
      process.stderr.write(`growth: ${size} ${name}\n`)
      measured.push({ size, cost: await measureMarket(market) })
    }
    grown.push({ name, steps: measured })
  }
  const folder = join(ROOT, 'docs', FOLDER)
  mkdirSync(folder, { recursive: true })
  for (const kind of KINDS) {
    const lines = grown.map((one) => ({ name: one.name, points: pointsOf(one, kind) }))
    writeFileSync(join(folder, `${kind}.svg`), growthChart(COSTS[kind].title, lines))
  }
  return { text: section(grown), figures: figuresOf(grown) }
}

const pointsOf = ({ steps }: Grown, kind: keyof Cost): Point[] =>
  steps.map(({ size, cost }) => [size, cost[kind]])

/** Tolerance for noise in a fitted exponent. Lists should be constant, all other costs at most linear. */
const NOISE = 0.15
const LARGEST: Readonly<Record<keyof Cost, number>> = { lists: 0, first: 1, import: 1, memory: 1, disk: 1 }

function figuresOf(grown: readonly Grown[]): Figure[] {
  return KINDS.map((kind) => {
    const exponents = grown.map((one) => ({ name: one.name, exponent: exponentOf(pointsOf(one, kind)) }))
    const { name, exponent } = exponents.reduce((one, other) => (other.exponent > one.exponent ? other : one))
    return {
      figure: `${COSTS[kind].title} by ${name}, exponent`,
      now: exponent.toFixed(2),
      target: `≤ ${LARGEST[kind] + NOISE}`,
      isMet: exponent <= LARGEST[kind] + NOISE,
    }
  })
}

function section(grown: readonly Grown[]): string {
  const titles = KINDS.map((kind) => COSTS[kind].title.toLowerCase())
  return [
    'On the embedded database: 2,000 tyres at 10 sites in 2 days for 10 people, six offers of a tyre at a site, of which one number grows at a time;',
    'of tyres that is 0.12, 1.2 and 6 million offers a day. The exponent is that of the power which fits best: 0 is flat, 1 is linear. Lists: the median of',
    '200 pages of 100 tyres by people in turn, ready; import: the last day with the real command, compared with the day before and told to everybody.',
    '',
    table(
      ['exponent by', ...titles],
      grown.map((one) => [one.name, ...KINDS.map((kind) => exponentOf(pointsOf(one, kind)).toFixed(2))]),
    ),
    '',
    table(
      ['', ...titles],
      grown.flatMap(({ name, steps }) =>
        steps.map(({ size, cost }) => [
          `${size.toLocaleString('en')} ${name}`,
          ...KINDS.map((kind) => COSTS[kind].figure(cost[kind])),
        ]),
      ),
    ),
    '',
    ...KINDS.map((kind) => `![${COSTS[kind].title}, by size](${FOLDER}/${kind}.svg)`),
  ].join('\n')
}
