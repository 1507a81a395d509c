import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { type FuzzedRequest, requests, routesOf, type Who } from '../../attack/support/fuzz.ts'
import { extent } from '../support/extent.ts'
import { rounded, table } from '../support/figures.ts'
import { signedInPeople } from '../support/people.ts'
import { residentMemory } from '../support/resident-memory.ts'
import { SECRET, startServer } from '../support/server.ts'
import { inWorkspace, type Store } from '../support/workspace.ts'

const REQUESTS = extent(100_000)
const AT_ONCE = 16
const BATCH = 5_000
/** People for each role: a fuzzed request may end its own session. */
const PEOPLE = 400

interface Outcome {
  statuses: Map<number, number>
  faults: string[]
  /** by tenths of the requests */
  memory: number[]
  perSecond: number
}

/** Sends 100,000 malformed requests to every route, by nobody, strangers, users and administrators. */
export async function benchFuzz(): Promise<string> {
  const engines: [string, Store][] = [['embedded', { DATA_DIR: inWorkspace('fuzzed') }]]
  if (process.env.DATABASE_URL) engines.push(['PostgreSQL', { DATABASE_URL: process.env.DATABASE_URL }])
  const rows: string[][] = []
  const faults: string[] = []
  for (const [engine, store] of engines) {
    const outcome = await attack(store)
    const count = (from: number) =>
      [...outcome.statuses]
        .filter(([status]) => Math.floor(status / 100) === from)
        .reduce((sum, [, n]) => sum + n, 0)
    faults.push(...outcome.faults)
    rows.push([
      engine,
      ...[2, 4, 5, 0].map((from) => rounded(count(from))),
      outcome.memory.map((bytes) => Math.round(bytes / 1e6)).join(', '),
      rounded(outcome.perSecond),
    ])
  }
  return [
    `${rounded(REQUESTS)} requests over every documented route, ${AT_ONCE} at once, generated from a fixed seed. Memory is in`,
    'MB after each tenth of them. Target: no 5xx, no growth.',
    '',
    table(['engine', '2xx', '4xx', '5xx', 'connection closed', 'memory', 'requests/s'], rows),
    ...(faults.length > 0 ? ['', ...faults.slice(0, 10).map((fault) => `- ${fault}`)] : []),
  ].join('\n')
}

async function attack(store: Store): Promise<Outcome> {
  const server = await startServer(store, {
    DEMO: '1',
    SIGN_IN_LIMIT: '1000000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000',
  })
  const location = { dataDir: '', databaseUrl: undefined, ...locationOf(store) }
  const db = await openDatabase(location)
  const tokens: Record<Who, string[]> = {
    nobody: [],
    forged: ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
    user: await signedInPeople(db, SECRET, { name: 'user', count: PEOPLE }),
    admin: await signedInPeople(db, SECRET, { name: 'admin', count: PEOPLE, role: 'admin' }),
  }
  const app = await buildApp({
    config: readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent' }),
    db,
    dist: undefined,
  })
  await app.ready()
  const arbitrary = requests(routesOf(app))
  const outcome: Outcome = { statuses: new Map(), faults: [], memory: [], perSecond: 0 }
  const began = performance.now()
  for (let done = 0; done < REQUESTS; done += BATCH) {
    const batch = fc.sample(arbitrary, { numRuns: BATCH, seed: done + 1 })
    let next = 0
    const sender = async () => {
      for (let sent = batch[next++]; sent; sent = batch[next++]) {
        const people = tokens[sent.who]
        const { status, body } = await send(server.origin, sent, people[(done + next) % (people.length || 1)])
        outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
        if (status >= 500)
          outcome.faults.push(`${status} ${sent.method} ${sent.target.slice(0, 120)}: ${body.slice(0, 120)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    if ((done + BATCH) % (REQUESTS / 10) === 0) outcome.memory.push(residentMemory(server.pid))
  }
  outcome.perSecond = REQUESTS / ((performance.now() - began) / 1_000)
  await app.close()
  await db.close()
  await server.stop()
  return outcome
}

const locationOf = (store: Store) =>
  'DATA_DIR' in store ? { dataDir: store.DATA_DIR } : { databaseUrl: store.DATABASE_URL }

const agent = new Agent({ keepAlive: true })

function send(
  origin: string,
  { method, target, body, contentType }: FuzzedRequest,
  token: string | undefined,
): Promise<{ status: number; body: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>()
  const { hostname, port } = new URL(origin)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
  }
  const sent = request({ hostname, port, path: target, method, agent, headers }, (answer) => {
    const pieces: Buffer[] = []
    answer.on('data', (piece: Buffer) => pieces.push(piece))
    const end = () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() })
    answer.on('end', end)
    answer.on('error', end)
  })
  sent.on('error', (error) => resolve({ status: 0, body: String(error) }))
  sent.end(body)
  return promise
}
