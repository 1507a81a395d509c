import { PATHS } from '../../../contract/paths.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, percentile } from '../support/figures.ts'
import { Client, startServer } from '../support/server.ts'
import { fillStore, inWorkspace } from '../support/workspace.ts'

const ASKED = extent(200)

/** Measures the summary of the last day: made for the first who asks, kept for all others. */
export async function benchToday(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const server = await startServer(store)
  try {
    const client = new Client(server.origin)
    await client.signIn()
    const first = await client.get(PATHS.today)
    const times: number[] = []
    for (let asked = 0; asked < ASKED; asked++) times.push((await client.get(PATHS.today)).ms)
    client.close()
    return [
      'Three days of 1.2 million offers (20,000 tyres, 20 cities, 10 sites) on the embedded database, over HTTP with the client on the same',
      `machine. The first answer after an import sums the day up, in steps of some milliseconds: ${inMilliseconds(first.ms)}. The others, while the two`,
      `days before are summed up: p50 ${inMilliseconds(percentile(times, 0.5))}, p95 ${inMilliseconds(percentile(times, 0.95))}.`,
    ].join('\n')
  } finally {
    await server.stop()
  }
}
