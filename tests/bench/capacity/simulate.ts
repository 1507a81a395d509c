import { setTimeout as pause } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { PATHS } from '../../../contract/paths.ts'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { startPostgres, startStandby } from '../../../scripts/tools.mjs'
import { extent } from '../support/extent.ts'
import { openStore } from '../support/open-store.ts'
import { signedInPeople } from '../support/people.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { residentMemory } from '../support/resident-memory.ts'
import { Client, SECRET, type Server, startServer } from '../support/server.ts'
import { DAYS, fillStore, importPrices, inWorkspace, priceLists, type Store } from '../support/workspace.ts'
import type { Measured, Parts } from './plan.ts'
import { parentOf, processorTime } from './processor-time.ts'
import { type KindName, VISIT } from './visit.ts'

const OF_EACH_KIND = extent(200)
const AT_ONCE = 4
/** Visitors, each with few enough requests for the limits of one person. */
const PEOPLE = 50
/** Days of which a visitor has a notification of each site that was not deleted. */
const DAYS_OF_NOTIFICATIONS = 30
/** The mixed run: requests a second, and seconds. */
const RATE = 20
const SECONDS = extent(60)
const IDLE_MS = extent(10_000)

/** Kinds that take so long that fewer of them are measured. */
const RARE: readonly KindName[] = ['file of a brand', 'sign-in', 'charts of a page']

type Clock = () => Parts

/** Measures the processor time of each kind of request on the real server, a PostgreSQL and a standby. */
export async function simulate(): Promise<Measured> {
  const postgres = startPostgres({ install: true })
  if (!postgres) throw new Error('PostgreSQL is missing')
  let [standby, server]: [{ url: string; stop(): void } | undefined, Server | undefined] = [
    undefined,
    undefined,
  ]
  try {
    const store = { DATABASE_URL: postgres.url as string }
    await fillStore(store)
    const filled = await diskOf(store.DATABASE_URL)
    standby = startStandby(postgres.url) as { url: string; stop(): void }
    const [primary, replica] = [await postmasterOf(postgres.url), await postmasterOf(standby.url)]
    const imported = await measureImport(store, primary, replica)
    const disk = (await diskOf(store.DATABASE_URL)) - filled
    server = await startServer(store, {
      ...WATCHED,
      DATA_DIR: inWorkspace('capacity'),
      DATABASE_READ_URLS: standby.url,
      SIGN_IN_LIMIT: '100000',
    })
    const { pid } = server
    const tokens = await addPeople(store)
    const clock: Clock = () => ({
      server: processorTime(pid),
      primary: processorTime(primary),
      standby: processorTime(replica),
    })
    return {
      ...imported,
      diskOfDay: disk,
      ...(await measureRequests(server, tokens, clock)),
      memory: residentMemory(pid),
    }
  } finally {
    await server?.stop()
    standby?.stop()
    postgres.stop()
  }
}

async function addPeople(store: Store): Promise<string[]> {
  const db = await openStore(store)
  try {
    const tokens = await signedInPeople(db, SECRET, { name: 'visitor', count: PEOPLE })
    // Administrators may read everything that the visit contains.
    await db.run("UPDATE users SET role = 'admin' WHERE id LIKE 'visitor-%'")
    await db.run(
      `INSERT INTO notifications (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at)
       SELECT u.id, ?, s.id, n::text, '', 10, 10, 'Изменились цены', ?
       FROM users u CROSS JOIN sites s CROSS JOIN generate_series(1, ${DAYS_OF_NOTIFICATIONS}) n
       WHERE u.id LIKE 'visitor-%'`,
      DAYS[0],
      Date.now(),
    )
    return tokens
  } finally {
    await db.close()
  }
}

async function ask<T>(url: string, sql: string): Promise<T> {
  const connection = new Connection({ connectionString: url })
  await connection.connect()
  const { rows } = await connection.query(sql)
  await connection.end()
  return rows[0].answer as T
}

const diskOf = async (url: string): Promise<number> =>
  Number(await ask(url, 'SELECT pg_database_size(current_database()) AS answer'))

async function postmasterOf(url: string): Promise<number> {
  const connection = new Connection({ connectionString: url })
  await connection.connect()
  const { rows } = await connection.query('SELECT pg_backend_pid() AS pid')
  const postmaster = parentOf(rows[0].pid)
  await connection.end()
  return postmaster
}

/** Imports one more day and measures its processor time in seconds. */
async function measureImport(store: { DATABASE_URL: string }, primary: number, standby: number) {
  const day = DAYS.length - 1
  const lists = await priceLists(day)
  const before = [processorTime(primary), processorTime(standby)] as const
  const { processor } = await importPrices(store, lists, DAYS[day] as string)
  return {
    offers: lists.reduce((sum, { offers }) => sum + offers, 0),
    importing: {
      server: processor,
      primary: (processorTime(primary) - before[0]) / 1_000,
      standby: (processorTime(standby) - before[1]) / 1_000,
    },
  }
}

async function measureRequests(
  { origin }: Server,
  tokens: readonly string[],
  clock: Clock,
): Promise<Pick<Measured, 'kinds' | 'bytes' | 'mixed' | 'idle'>> {
  const clients = tokens.map((token) => {
    const client = new Client(origin)
    client.useToken(token)
    return client
  })
  const names = Object.keys(VISIT) as KindName[]
  const bytes = {} as Record<KindName, number>
  const known = tokens.map(() => '')
  /** Requests a visitor's notifications as a browser does, which sends the tag of the answer that it has. */
  const poll = async (of: number) => {
    const headers = { authorization: `Bearer ${tokens[of]}`, 'if-none-match': known[of] as string }
    const answer = await fetch(origin + PATHS.notifications, { headers })
    known[of] = answer.headers.get('etag') ?? ''
    return (await answer.arrayBuffer()).byteLength
  }
  const send = async (name: KindName, n: number) => {
    const { path, body } = VISIT[name].request(n) as { path: string; body?: object }
    if (name === 'poll of notifications') {
      bytes[name] = await poll(n % tokens.length)
      return
    }
    const client = clients[n % clients.length] as Client
    const answer = body ? await client.put(path, Buffer.from(JSON.stringify(body))) : await client.get(path)
    bytes[name] = answer.body.length
  }
  for (const name of names) for (let n = 0; n < (RARE.includes(name) ? 3 : PEOPLE); n++) await send(name, n)
  await whenReady(origin)
  const idle = perSecond(await during(clock, () => pause(IDLE_MS)))
  const kinds = {} as Record<KindName, Parts>
  for (const name of names) {
    const [count, atOnce] = RARE.includes(name) ? [Math.ceil(OF_EACH_KIND / 10), 1] : [OF_EACH_KIND, AT_ONCE]
    const spent = await during(clock, () =>
      Promise.all(
        Array.from({ length: atOnce }, async (_, first) => {
          for (let n = first; n < count; n += atOnce) await send(name, n)
        }),
      ),
    )
    kinds[name] = perRequest(spent, idle, count)
  }
  const mix = mixOfVisits(names, RATE * SECONDS)
  const spent = await during(clock, async () => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    for (const [n, name] of mix.entries()) {
      await pause(Math.max(0, began + (n * 1_000) / RATE - performance.now()))
      sent.push(send(name, n))
    }
    await Promise.all(sent)
  })
  for (const client of clients) client.close()
  const sum = (part: keyof Parts) => mix.reduce((total, name) => total + kinds[name][part], 0) / mix.length
  return {
    kinds,
    bytes,
    idle,
    mixed: {
      perRequest: perRequest(spent, idle, mix.length),
      ofKinds: { server: sum('server'), primary: sum('primary'), standby: sum('standby') },
    },
  }
}

/** Returns requests in the proportions of a visit, evenly distributed, always the same. */
function mixOfVisits(names: readonly KindName[], count: number): KindName[] {
  const weights = names.map((name): number => VISIT[name].perVisit ?? 0)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const due: number[] = weights.map(() => 0)
  return Array.from({ length: count }, () => {
    for (const [n, weight] of weights.entries()) due[n] = (due[n] as number) + weight / total
    const next = due.indexOf(Math.max(...due))
    due[next] = (due[next] as number) - 1
    return names[next] as KindName
  })
}

interface Spent {
  ms: number
  parts: Parts
}

async function during(clock: Clock, work: () => Promise<unknown>): Promise<Spent> {
  const [before, began] = [clock(), performance.now()]
  await work()
  const [ms, after] = [performance.now() - began, clock()]
  return {
    ms,
    parts: {
      server: after.server - before.server,
      primary: after.primary - before.primary,
      standby: after.standby - before.standby,
    },
  }
}

const map = (parts: Parts, change: (value: number, part: keyof Parts) => number): Parts => ({
  server: change(parts.server, 'server'),
  primary: change(parts.primary, 'primary'),
  standby: change(parts.standby, 'standby'),
})

/** Returns ms of processor time a second. */
const perSecond = ({ ms, parts }: Spent): Parts => map(parts, (value) => (value * 1_000) / ms)

/** Returns ms of processor time a request, without what an idle server takes in the same time. */
const perRequest = ({ ms, parts }: Spent, idle: Parts, count: number): Parts =>
  map(parts, (value, part) => Math.max(0, value - (idle[part] * ms) / 1_000) / count)
