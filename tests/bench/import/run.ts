import { extent } from '../support/extent.ts'
import {
  type BenchmarkResult,
  inSeconds,
  median,
  megabytes,
  rounded,
  table,
  times,
} from '../support/figures.ts'
import { SITES } from '../support/made-up-day.ts'
import { writePriceList } from '../support/price-list.ts'
import { type FinishedProcess, runNode } from '../support/run-node.ts'
import { DAYS, importPrices, inWorkspace, priceLists } from '../support/workspace.ts'

const ROUNDS = extent(3)

interface Figures extends Pick<FinishedProcess, 'seconds' | 'memory'> {
  name: string
}

/**
 * Measures the real import command in turns with the limit: a day as one file and as ten files, and the next day with
 * the comparison.
 */
export async function benchImport(): Promise<BenchmarkResult> {
  const path = inWorkspace('whole.csv')
  const offers = await writePriceList(path, [...SITES.keys()], 0)
  const whole = [{ site: 'whole.example.ru', path }]
  const [first, second] = [await priceLists(0), await priceLists(1)]
  const limits: number[] = []
  const figures: Figures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const one = { DATA_DIR: inWorkspace(`whole-${round}`) }
    const ten = { DATA_DIR: inWorkspace(`ten-${round}`) }
    figures.push({ name: 'one file', ...(await importPrices(one, whole, DAYS[0])) })
    limits.push(Number((await runNode(['tests/bench/import/limit.ts'], one)).stdout))
    figures.push({ name: 'ten files in one process', ...(await importPrices(ten, first, DAYS[0])) })
    figures.push({
      name: 'the next day, ten files in one process',
      ...(await importPrices(ten, second, DAYS[1])),
    })
  }
  const limit = median(limits)
  const names = [...new Set(figures.map(({ name }) => name))]
  const medians = names.map((name) => {
    const runs = figures.filter((run) => run.name === name)
    return {
      name,
      seconds: median(runs.map(({ seconds }) => seconds)),
      memory: Math.max(...runs.map(({ memory }) => memory)),
    }
  })
  const [one, ten] = medians as [Figures, Figures]
  const text = [
    `${rounded(offers)} offers of one day from CSV with the real command, from the start of its process to its end: medians of ${ROUNDS} rounds in`,
    'turns, and the largest memory. The limit is node:sqlite inserting the very same rows ready made. Targets: one file at no more than',
    'twice the time of the limit and 300 MB, ten files in one process at no more than 1.2 times the time of one.',
    '',
    table(
      ['', 'time', 'offers/s', 'of the limit’s time', 'of one file’s time', 'peak memory'],
      [
        ['the limit', inSeconds(limit), rounded(offers / limit), times(1), '', ''],
        ...medians.map(({ name, seconds, memory }) => [
          name,
          inSeconds(seconds),
          rounded(offers / seconds),
          times(seconds / limit),
          times(seconds / one.seconds),
          megabytes(memory),
        ]),
      ],
    ),
  ].join('\n')
  return {
    text,
    figures: [
      {
        figure: 'Import of a day as one file',
        limit: inSeconds(limit),
        now: inSeconds(one.seconds),
        ratio: times(one.seconds / limit),
        target: '≤ 2 ×',
        isMet: one.seconds <= 2 * limit,
      },
      {
        figure: 'Import, memory',
        now: megabytes(one.memory),
        target: '≤ 300 MB',
        isMet: one.memory <= 300e6,
      },
      {
        figure: 'Import as ten files, beside one',
        limit: inSeconds(one.seconds),
        now: inSeconds(ten.seconds),
        ratio: times(ten.seconds / one.seconds),
        target: '≤ 1.2 ×',
        isMet: ten.seconds <= 1.2 * one.seconds,
      },
    ],
  }
}
