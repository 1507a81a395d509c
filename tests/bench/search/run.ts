import { mkdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { TYRE_PATHS } from '../../../contract/paths.ts'
import { TyreSearch } from '../../../server/features/search/tyre-search.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, inSeconds, percentile, rounded, table } from '../support/figures.ts'
import { Client, startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'
import { type Accuracy, measureAccuracy } from './accuracy.ts'
import { importMany, MANY_TYRES, SOME_SITES } from './made-up.ts'
import { QUERIES } from './queries.ts'

const WARM_UP = extent(100)
const REQUESTS = extent(600)

/**
 * Measures the search of a large catalog, and how often it finds what people mean in a real one.
 * @param catalog path of the real one, see accuracy.ts; without it that part is left out
 */
export async function benchSearch(catalog: string | undefined): Promise<string> {
  const dataDir = inWorkspace('many')
  mkdirSync(dataDir, { recursive: true })
  await importMany(dataDir)
  const made = await measureMaking(dataDir)
  const times = await measureAnswers(dataDir)
  return section(made, times, catalog === undefined ? undefined : measureAccuracy(catalog))
}

interface Making {
  seconds: number
  /** the longest that other work had to wait, milliseconds */
  longest: number
}

async function measureMaking(dataDir: string): Promise<Making> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  try {
    delay.enable()
    const began = performance.now()
    await new TyreSearch(db).prepare()
    return { seconds: (performance.now() - began) / 1_000, longest: delay.max / 1e6 }
  } finally {
    delay.disable()
    await db.close()
  }
}

/** Every query as it is typed, letter by letter. */
const TYPED = QUERIES.flatMap(([query]) => Array.from(query, (_, i) => query.slice(0, i + 1)))

async function measureAnswers(dataDir: string): Promise<number[]> {
  const server = await startServer({ DATA_DIR: dataDir })
  const client = new Client(server.origin)
  try {
    await client.signIn()
    const ask = async (n: number) => {
      const query = TYPED[(n * 37) % TYPED.length] as string
      return (await client.get(`${TYRE_PATHS.search}?q=${encodeURIComponent(query)}`)).ms
    }
    const times: number[] = []
    for (let n = 0; n < WARM_UP + REQUESTS; n += 1) times.push(await ask(n))
    return times.slice(WARM_UP)
  } finally {
    client.close()
    await server.stop()
  }
}

function section(
  { seconds, longest }: Making,
  times: readonly number[],
  accuracy: Accuracy | undefined,
): string {
  const share = (count: number) => `${((100 * count) / (accuracy?.queries ?? 1)).toFixed(1)} %`
  return [
    `${rounded(MANY_TYRES)} made-up tyres of 4,000 models at ${SOME_SITES.length} sites, on the embedded database; queries as they are typed, letter by`,
    'letter, one at a time over HTTP, each with the prices of its 20 tyres.',
    '',
    table(
      ['', 'p50', 'p95', 'longest'],
      [['a search', ...[0.5, 0.95, 1].map((part) => inMilliseconds(percentile(times, part)))]],
    ),
    '',
    `Making the index: ${inSeconds(seconds)}, in which other requests wait ${inMilliseconds(longest)} at most.`,
    ...(accuracy
      ? [
          '',
          `In a catalog of ${rounded(accuracy.tyres)} real tyres, ${accuracy.queries} queries find what is meant first in ${share(accuracy.first)}, among`,
          `five in ${share(accuracy.amongFive)}.${accuracy.missed.length > 0 ? ` Missed: ${accuracy.missed.map(({ query }) => `'${query}'`).join(', ')}.` : ''}`,
        ]
      : []),
  ].join('\n')
}
