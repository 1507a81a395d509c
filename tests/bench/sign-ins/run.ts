import { PATHS } from '../../../contract/paths.ts'
import { KINDS, requestsOf } from '../lists/requests.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, percentile, rounded, table } from '../support/figures.ts'
import { Client, startServer } from '../support/server.ts'
import { fillStore, inWorkspace } from '../support/workspace.ts'

const AT_ONCE = 32
const WARM_UP = 50
const REQUESTS = extent(300)

/** Measures list pages over HTTP while nobody signs in, and while 32 people are signing in all the time. */
export async function benchSignIns(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const server = await startServer(store, { SIGN_IN_LIMIT: '1000000' })
  const client = new Client(server.origin)
  try {
    await client.signIn()
    await lists(client, WARM_UP, 5)
    const idle = await lists(client, REQUESTS, 6)
    const crowd = signInAllTheTime(server.origin)
    const crowded = await lists(client, REQUESTS, 7)
    return section(idle, crowded, await crowd.stop())
  } finally {
    client.close()
    await server.stop()
  }
}

async function lists(client: Client, requests: number, seed: number): Promise<number[]> {
  const kinds = Object.keys(KINDS).map((kind) => requestsOf(kind, seed))
  const times: number[] = []
  for (let n = 0; n < requests; n++) {
    const path = (kinds[n % kinds.length] as (typeof kinds)[number]).next().value
    times.push((await client.get(path)).ms)
  }
  return times
}

/** Keeps 32 sign-ins under way, each for another name: one name would be slowed down. */
function signInAllTheTime(origin: string): { stop(): Promise<number[]> } {
  let stopping = false
  let names = 0
  const times: number[] = []
  const signIn = async () => {
    while (!stopping) {
      const began = performance.now()
      const answer = await fetch(origin + PATHS.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: `name${names++}`, password: 'wrong password' }),
      })
      if (answer.status !== 401) throw new Error(`a sign-in was answered with ${answer.status}`)
      await answer.body?.cancel()
      times.push(performance.now() - began)
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, signIn))
  return {
    async stop() {
      stopping = true
      await all
      return times
    },
  }
}

function section(idle: number[], crowded: number[], signIns: number[]): string {
  const row = (name: string, times: number[]) => [
    name,
    inMilliseconds(percentile(times, 0.5)),
    inMilliseconds(percentile(times, 0.95)),
  ]
  const ratio = percentile(crowded, 0.95) / percentile(idle, 0.95)
  return [
    `All kinds of lists in turn, one at a time, while ${AT_ONCE} sign-ins are under way all the time. Target: at most twice the`,
    `p95 without them. Here: ${ratio.toFixed(1)} times.`,
    '',
    table(
      ['', 'p50', 'p95'],
      [
        row('lists, nobody signs in', idle),
        row(`lists, ${AT_ONCE} sign-ins at once`, crowded),
        row(`a sign-in (${rounded(signIns.length)} of them)`, signIns),
      ],
    ),
  ].join('\n')
}
