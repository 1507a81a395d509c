import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { newKeyPair } from '../../../server/features/notifications/push/key-pair.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { askLists } from '../lists/ask-lists.ts'
import { extent } from '../support/extent.ts'
import {
  type BenchmarkResult,
  type Figure,
  inMilliseconds,
  median,
  megabytes,
  percentile,
  rounded,
  table,
  times,
} from '../support/figures.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { residentMemory } from '../support/resident-memory.ts'
import { Client, type Server, startServer } from '../support/server.ts'
import { fillStore, inWorkspace } from '../support/workspace.ts'
import { fanOut } from './fan-out.ts'
import { addDevices, importMoves } from './people.ts'
import { type PushServiceProcess, startServiceProcess } from './start-service.ts'

const PEOPLE = extent(2_500)
const EACH = 4
const MESSAGES = PEOPLE * EACH
const ROUNDS = extent(5)
const LATENCIES = extent(40)
const WARM_UP = 10
const IDLE_REQUESTS = extent(200)

/** A round with an idle and a busy phase; they alternate, because the machine may be doing other work at any time. */
interface Round {
  /** response times of list pages in milliseconds while nothing is sent */
  idle: number[]
  /** response times of list pages in ms while messages are sent */
  busy: number[]
  /** seconds from the commit of the import until the push service has the last message */
  seconds: number
}

/** A round without requests for list pages. */
interface LoneRound {
  /** seconds from the commit of the import until the push service has the last message */
  seconds: number
  /** the server's memory in bytes after the round */
  memory: number
}

interface PushFigures {
  /** time in ms from an import's commit until the push service has the message, with one device */
  latencies: number[]
  /** the server's memory in bytes before the rounds */
  before: number
  alone: LoneRound[]
  rounds: Round[]
  connections: number
}

/** Measures the delivery of one import's notifications to 10,000 devices, and the latency to a single device. */
export async function benchPush(): Promise<BenchmarkResult> {
  const dataDir = inWorkspace('data')
  await fillStore({ DATA_DIR: dataDir })
  const service = await startServiceProcess()
  const keys = newKeyPair()
  const store = {
    DATA_DIR: dataDir,
    VITE_VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUSH_ALLOWED_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: service.certificateFile,
  }
  const server = await startServer(store, WATCHED)
  try {
    const measured = await measure(server, service, dataDir, keys.publicKey)
    return { text: section(measured), figures: figuresOf(measured) }
  } finally {
    await server.stop()
    service.stop()
  }
}

async function measure(
  server: Server,
  service: PushServiceProcess,
  dataDir: string,
  publicKey: string,
): Promise<PushFigures> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const client = new Client(server.origin)
  await client.signIn()
  try {
    await addDevices(db, 'first', { people: 1, each: 1, origin: service.origin, publicKey })
    const latencies: number[] = []
    for (let n = -WARM_UP; n < LATENCIES; n++) {
      // Waits until a random moment within the server's polling interval.
      await wait(600 + Math.random() * 500)
      const arrival = service.arrived(1)
      const committed = await importMoves(db, `latency ${n}`)
      const [arrived] = (await arrival).times
      if (n >= 0) latencies.push((arrived as number) - committed)
    }
    await db.run("DELETE FROM users WHERE id LIKE 'first-%'")
    await addDevices(db, 'subscriber', { people: PEOPLE, each: EACH, origin: service.origin, publicKey })

    let connections = 0
    const send = async (day: string) => {
      const sent = await fanOut(db, service, MESSAGES, day)
      connections = sent.connections
      return sent.seconds
    }
    // After its start, the server prebuilds rows of the last day.
    await whenReady(server.origin)
    const before = residentMemory(server.pid)
    const alone: LoneRound[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const seconds = await send(`alone ${n}`)
      alone.push({ seconds, memory: residentMemory(server.pid) })
    }
    const lists = askLists(client, 7)
    for (let n = 0; n < IDLE_REQUESTS; n++) await lists.next()
    const rounds: Round[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const round: Round = { idle: [], busy: [], seconds: 0 }
      for (let asked = 0; asked < IDLE_REQUESTS; asked++) round.idle.push((await lists.next()).value)
      let done = false
      const sent = send(`day ${n}`).finally(() => {
        done = true
      })
      while (!done) round.busy.push((await lists.next()).value)
      round.seconds = await sent
      rounds.push(round)
    }
    return { latencies, before, alone, rounds, connections }
  } finally {
    client.close()
    await db.close()
  }
}

const pair = (times: readonly number[]): string =>
  `${inMilliseconds(percentile(times, 0.5))} / ${inMilliseconds(percentile(times, 0.95))}`

const PER_SECOND = 1_500
const BESIDE_PUSH = 1.5
const LATENCY_MS = 1_000

const p95 = (times: readonly number[]): number => percentile(times, 0.95)

function figuresOf({ latencies, alone, rounds }: PushFigures): Figure[] {
  const rate = median(alone.map(({ seconds }) => MESSAGES / seconds))
  const slowed = median(rounds.map(({ idle, busy }) => p95(busy) / p95(idle)))
  return [
    {
      figure: 'Push, messages a second',
      now: rounded(rate),
      ratio: times(rate / PER_SECOND),
      target: `≥ ${rounded(PER_SECOND)}`,
      isMet: rate >= PER_SECOND,
    },
    {
      figure: 'List pages while push sends, p95',
      limit: inMilliseconds(median(rounds.map(({ idle }) => p95(idle)))),
      now: inMilliseconds(median(rounds.map(({ busy }) => p95(busy)))),
      ratio: times(slowed),
      target: `≤ ${BESIDE_PUSH} ×`,
      isMet: slowed <= BESIDE_PUSH,
    },
    {
      figure: 'From an import to the push service',
      now: inMilliseconds(median(latencies)),
      target: `≤ ${LATENCY_MS / 1_000} s`,
      isMet: median(latencies) <= LATENCY_MS,
    },
  ]
}

function section({ latencies, before, alone, rounds, connections }: PushFigures): string {
  const ratesOf = (of: readonly { seconds: number }[]) => of.map(({ seconds }) => MESSAGES / seconds)
  const [ratesAlone, rates] = [ratesOf(alone), ratesOf(rounds)]
  const ratios = rounds.map(({ idle, busy }) => percentile(busy, 0.95) / percentile(idle, 0.95))
  const range = (values: readonly number[]) =>
    `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}`
  return [
    `One import notifies ${rounded(PEOPLE)} people with ${EACH} devices each: ${rounded(MESSAGES)} messages, each encrypted for its device, to a`,
    'local push service over HTTPS in a process of its own, which validates and reads them; first on an idle machine, then while a client',
    'requests list pages of all kinds, one at a time, as fast as they come, from a database with three days of 1.2 million offers.',
    'Targets: at least 1,500 messages/s alone on two cores, flat memory, list pages with a p95 of at most 1.5 times the idle one.',
    '',
    table(
      [
        '',
        'messages/s alone',
        "server's memory after it",
        'messages/s beside lists',
        'lists idle, p50 / p95',
        'lists meanwhile, p50 / p95',
      ],
      rounds.map(({ idle, busy }, n) => [
        `round ${n + 1}`,
        rounded(ratesAlone[n] as number),
        megabytes((alone[n] as LoneRound).memory),
        rounded(rates[n] as number),
        pair(idle),
        pair(busy),
      ]),
    ),
    '',
    `Median ${rounded(median(ratesAlone))} messages/s alone (${range(ratesAlone)}), ${rounded(median(rates))} beside lists (${range(rates)}); the p95 of list pages meanwhile is`,
    `${median(ratios).toFixed(1)} times the idle one (${range(ratios)}). Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}. Memory before: ${megabytes(before)}; ${connections} connections to the push service in all.`,
    '',
    `From the commit of an import by another process to the push service, one device, ${latencies.length} times at random moments: median`,
    `${inMilliseconds(median(latencies))}, p95 ${inMilliseconds(percentile(latencies, 0.95))}, longest ${inMilliseconds(Math.max(...latencies))}. Target: median ≤ 1 s.`,
  ].join('\n')
}
