import { inSeconds, megabytes, rounded, table } from '../support/figures.ts'
import { SITES } from '../support/made-up-day.ts'
import { writePriceList } from '../support/price-list.ts'
import type { FinishedProcess } from '../support/run-node.ts'
import { DAYS, importPrices, inWorkspace, type PriceList, priceLists } from '../support/workspace.ts'

interface Figures {
  offers: number
  seconds: number
  /** maximum over the processes */
  memory: number
}

const sum = (processes: readonly FinishedProcess[], offers: number): Figures => ({
  offers,
  seconds: processes.reduce((total, { seconds }) => total + seconds, 0),
  memory: Math.max(...processes.map(({ memory }) => memory)),
})

async function importAll(lists: readonly PriceList[], store: string, date: string): Promise<Figures> {
  const processes: FinishedProcess[] = []
  for (const list of lists) processes.push(await importPrices({ DATA_DIR: inWorkspace(store) }, list, date))
  return sum(
    processes,
    lists.reduce((total, { offers }) => total + offers, 0),
  )
}

/** Measures the real import command: a day as ten sites' files, the next day compared with it, and a day as one file. */
export async function benchImport(): Promise<string> {
  const first = await importAll(await priceLists(0), 'import', DAYS[0])
  const second = await importAll(await priceLists(1), 'import', DAYS[1])
  const path = inWorkspace('whole.csv')
  const offers = await writePriceList(path, [...SITES.keys()], 0)
  const whole = await importAll([{ site: 'whole.example.ru', path, offers }], 'whole', DAYS[0])
  const row = (name: string, { offers: count, seconds, memory }: Figures) => [
    name,
    rounded(count),
    inSeconds(seconds),
    rounded(count / seconds),
    megabytes(memory),
  ]
  return [
    'Offers from CSV with the real command, from the start of its process to its end (ten processes for ten files). Target:',
    'at least 200,000 offers/s, at most 300 MB.',
    '',
    table(
      ['', 'offers', 'time', 'offers/s', 'peak memory'],
      [
        row('a first day, ten files', first),
        row('the next day, ten files, compared with the first', second),
        row('a day as one file of one site', whole),
      ],
    ),
  ].join('\n')
}
