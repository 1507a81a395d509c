import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { askLists } from '../lists/ask-lists.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, percentile, table } from '../support/figures.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { Client, type Server, startServer } from '../support/server.ts'
import { DAYS, fillStore, importPrices, inWorkspace, priceLists } from '../support/workspace.ts'
import type { LoopDelays } from './probe.ts'

const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url))
const DOWNLOAD = REPORTS['all-prices'].sources.all.download as string
const IDLE_REQUESTS = extent(400)
const ROUNDS = extent(5)

interface Phase {
  lists: number[]
  delays: LoopDelays[]
}

/** How lists fare beside a whole day's file, an import and both, and what holds up the thread that answers them. */
export async function benchLoop(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const file = inWorkspace('loop-delays.json')
  const server = await startServer(store, {
    ...WATCHED,
    LOOP_DELAYS: file,
    NODE_OPTIONS: `--import=${PROBE}`,
  })
  const client = new Client(server.origin)
  const other = new Client(server.origin)
  try {
    await client.signIn()
    await other.signIn()
    const lists = askLists(client, 11)
    // The first pages of all days, after which the server makes the rest.
    for (let n = 0; n < 20; n++) await lists.next()
    await whenReady(server.origin)
    const aFile = async () => void (await other.post(DOWNLOAD, { date: DAYS[2] }))
    const anImport = async () => void (await importPrices(store, (await priceLists(3)).slice(0, 2), DAYS[3]))
    const beside: Record<string, (() => Promise<unknown>) | undefined> = {
      alone: undefined,
      "beside a whole day's file": aFile,
      'beside an import': anImport,
      'beside both': () => Promise.all([aFile(), anImport()]),
    }
    const phases = new Map(
      Object.keys(beside).map((name): [string, Phase] => [name, { lists: [], delays: [] }]),
    )
    await priceLists(3)
    await seenDelays(server, file)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, work] of Object.entries(beside)) {
        const phase = phases.get(name) as Phase
        await askBeside(lists, work, phase.lists)
        phase.delays.push(await seenDelays(server, file))
      }
    }
    return section(phases)
  } finally {
    client.close()
    other.close()
    await server.stop()
  }
}

/** Asks for lists, one at a time, while the work lasts; without any, a number of them. */
async function askBeside(
  lists: AsyncGenerator<number, never>,
  work: (() => Promise<unknown>) | undefined,
  times: number[],
): Promise<void> {
  if (!work) {
    for (let n = 0; n < IDLE_REQUESTS; n++) times.push((await lists.next()).value)
    return
  }
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) times.push((await lists.next()).value)
  await working
}

/** What the server's loop has seen since the last call. */
async function seenDelays({ pid }: Server, file: string): Promise<LoopDelays> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await wait(5)
  await wait(20)
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelays
}

function section(phases: ReadonlyMap<string, Phase>): string {
  const idle = phases.get('alone') as Phase
  const ratio = ({ lists }: Phase, share: number) =>
    (percentile(lists, share) / percentile(idle.lists, share)).toFixed(1)
  const delay = ({ delays }: Phase, of: keyof LoopDelays) =>
    inMilliseconds(Math.max(...delays.map((seen) => seen[of])))
  return [
    'List pages of all kinds, one at a time, from ready days of 1.2 million offers, while the same server makes the xlsx of a whole day of all prices and another process imports two',
    `sites of another day. The delay of the event loop is what the thread that answers was held up by, beyond a timer of 1 ms; of ${ROUNDS} rounds the worst. Targets: lists beside a file`,
    'at most 1.5 times alone, never held up for longer than 5 ms at the 99th percentile.',
    '',
    table(
      ['lists', 'p50 / p95', 'times alone', 'delay p50', 'p99', 'longest'],
      [...phases].map(([name, phase]) => [
        name,
        `${inMilliseconds(percentile(phase.lists, 0.5))} / ${inMilliseconds(percentile(phase.lists, 0.95))}`,
        `${ratio(phase, 0.5)} / ${ratio(phase, 0.95)}`,
        delay(phase, 'p50'),
        delay(phase, 'p99'),
        delay(phase, 'longest'),
      ]),
    ),
  ].join('\n')
}
