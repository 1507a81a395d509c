import { REPORTS } from '../../../contract/reports/reports.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, percentile, table } from '../support/figures.ts'
import { CITIES, SITES } from '../support/made-up-day.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { Client, startServer } from '../support/server.ts'
import { fillStore, inWorkspace, SHOWN_DAYS } from '../support/workspace.ts'
import { COLUMNS } from './columns.ts'
import { type InProcess, sortInProcess } from './in-process.ts'

const ROUNDS = extent(40)
const LIST = REPORTS['retail-stats'].sources.retail.list

/** Sorted pages beside unsorted ones over HTTP, and what the sorting itself takes. @returns a Markdown section */
export async function benchSort(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const inProcess = await sortInProcess(store.DATA_DIR, SHOWN_DAYS[0] as string)
  const server = await startServer(store, WATCHED)
  const client = new Client(server.origin)
  try {
    await client.signIn()
    return section(await overHttp(client, server.origin), inProcess)
  } finally {
    client.close()
    await server.stop()
  }
}

interface OverHttp {
  /** the first sorted page of a day, which reads the day's prices */
  first: number
  /** by column: the first page sorted by it */
  fresh: number[]
  plain: number[]
  sorted: number[]
}

/** Interleaved, so that other work on the machine meets both alike. */
async function overHttp(client: Client, origin: string): Promise<OverHttp> {
  const ask = async (more: Record<string, string>) =>
    (await client.get(`${LIST}?${new URLSearchParams({ date: SHOWN_DAYS[0] as string, ...more })}`)).ms
  await ask({})
  await whenReady(origin)
  const first = await ask({ sort: 'market.median' })
  const fresh: number[] = []
  for (const column of Object.values(COLUMNS)) fresh.push(await ask(column))
  const [plain, sorted]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of Object.values(COLUMNS)) {
      const page = String(1 + ((round * 7) % 200))
      plain.push(await ask({ page }))
      sorted.push(await ask({ ...column, page }))
    }
  }
  return { first, fresh, plain, sorted }
}

const pair = (times: readonly number[]): string[] =>
  [0.5, 0.95].map((share) => inMilliseconds(percentile(times, share)))

function section({ first, fresh, plain, sorted }: OverHttp, inProcess: InProcess): string {
  const ratio = (share: number) => (percentile(sorted, share) / percentile(plain, share)).toFixed(2)
  return [
    `A day of 1.2 million offers (20,000 tyres, ${CITIES.length} cities, ${SITES.length} sites) on the embedded database, sorted by each of`,
    `${Object.keys(COLUMNS).length} columns of every kind. Pages of 100 tyres with statistics over HTTP, sorted and unsorted ones in turn, the client on the same machine.`,
    '',
    table(
      ['', 'median', 'p95'],
      [
        ['an unsorted page', ...pair(plain)],
        ['a sorted page', ...pair(sorted)],
        ['a sorted page, the first by its column', ...pair(fresh)],
        ['sorting alone, by a column that was sorted by before', ...pair(inProcess.again)],
        ['sorting alone, the first time by its column', ...pair(inProcess.fresh)],
      ],
    ),
    '',
    `Sorted pages take ${ratio(0.5)} times as long as unsorted ones at the median, ${ratio(0.95)} times at p95. The first sorted page of a day reads the`,
    `day's prices, 24 bytes an offer: ${inMilliseconds(first)}, in steps of a few milliseconds. After it the words of all columns are ranked, in steps too: ${inMilliseconds(inProcess.ranked)};`,
    `who sorts by one of them before that waits for it. The slowest columns the first time after it: ${inProcess.slowest}.`,
  ].join('\n')
}
