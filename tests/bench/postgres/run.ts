import { Client as Connection } from 'pg'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { startPostgres } from '../../../scripts/tools.mjs'
import { newKeyPair } from '../../../server/features/notifications/push/key-pair.ts'
import { firstOfEachDay, KINDS, requestsOf } from '../lists/requests.ts'
import { fanOut } from '../push/fan-out.ts'
import { addDevices } from '../push/people.ts'
import { type PushServiceProcess, startServiceProcess } from '../push/start-service.ts'
import { extent } from '../support/extent.ts'
import {
  type BenchmarkResult,
  type Figure,
  inMilliseconds,
  inSeconds,
  median,
  percentile,
  rounded,
  table,
  times,
} from '../support/figures.ts'
import { SITES } from '../support/made-up-day.ts'
import { openStore } from '../support/open-store.ts'
import { writePriceList } from '../support/price-list.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { Client, type Server, startServer } from '../support/server.ts'
import { DAYS, fillStore, importPrices, inWorkspace, type Store } from '../support/workspace.ts'

const LISTS = extent(200)
const WARM_UP = extent(20)
const IMPORTS = extent(3)
const FAN_OUTS = extent(5)
const PEOPLE = extent(1_000)
const EACH = 4
const MESSAGES = PEOPLE * EACH

const ENGINES = ['embedded', 'postgres'] as const
type Engine = (typeof ENGINES)[number]

type ByEngine<T> = Record<Engine, T>

interface Figures {
  /** milliseconds by kind of list */
  lists: Record<string, ByEngine<number[]>>
  /** time in ms of the first list of each day after a start */
  first: ByEngine<number[]>
  offers: number
  /** time in seconds of the complete command */
  imports: ByEngine<number[]>
  /** messages a second */
  pushed: ByEngine<number[]>
}

/** Measures lists, import and delivery of push messages on PostgreSQL, in turns with the embedded database. */
export async function benchPostgres(): Promise<BenchmarkResult> {
  const postgres = startPostgres({ install: true })
  if (!postgres) throw new Error('PostgreSQL is missing')
  try {
    const measured = await measure(postgres.url)
    return { text: section(measured), figures: figuresOf(measured) }
  } finally {
    postgres.stop()
  }
}

async function measure(url: string): Promise<Figures> {
  const imports = await measureImports(url)
  const stores: ByEngine<Store> = {
    embedded: { DATA_DIR: inWorkspace('data') },
    postgres: { DATABASE_URL: await newDatabase(url, 'lists') },
  }
  for (const engine of ENGINES) await fillStore(stores[engine])
  const service = await startServiceProcess()
  const keys = newKeyPair()
  const push = {
    VITE_VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUSH_ALLOWED_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: service.certificateFile,
  }
  const started: Server[] = []
  const start = async (engine: Engine) => {
    const server = await startServer(stores[engine], { ...push, ...WATCHED })
    started.push(server)
    return server
  }
  try {
    const servers = { embedded: await start('embedded'), postgres: await start('postgres') }
    const lists = await measureLists(servers)
    return { ...lists, ...imports, pushed: await measurePush(stores, service, keys.publicKey) }
  } finally {
    for (const server of started) await server.stop()
    service.stop()
  }
}

async function newDatabase(url: string, name: string): Promise<string> {
  const connection = new Connection({ connectionString: url })
  await connection.connect()
  await connection.query(`CREATE DATABASE ${name}`)
  await connection.end()
  return new URL(name, url).href
}

async function measureImports(url: string): Promise<Pick<Figures, 'offers' | 'imports'>> {
  const path = inWorkspace('whole.csv')
  const offers = await writePriceList(path, [...SITES.keys()], 0)
  const whole = [{ site: 'whole.example.ru', path }]
  const imports: Figures['imports'] = { embedded: [], postgres: [] }
  for (let round = 0; round < IMPORTS; round++) {
    const stores: ByEngine<Store> = {
      embedded: { DATA_DIR: inWorkspace(`postgres-import-${round}`) },
      postgres: { DATABASE_URL: await newDatabase(url, `import_${round}`) },
    }
    for (const engine of ENGINES)
      imports[engine].push((await importPrices(stores[engine], whole, DAYS[0])).seconds)
  }
  return { offers, imports }
}

async function measureLists(servers: ByEngine<Server>): Promise<Pick<Figures, 'lists' | 'first'>> {
  const clients: ByEngine<Client> = {
    embedded: new Client(servers.embedded.origin),
    postgres: new Client(servers.postgres.origin),
  }
  const names = Object.keys(KINDS)
  const first: Figures['first'] = { embedded: [], postgres: [] }
  for (const engine of ENGINES) await clients[engine].signIn()
  for (const path of firstOfEachDay(names[0] as string).values()) {
    for (const engine of ENGINES) first[engine].push((await clients[engine].get(path)).ms)
  }
  for (const name of names) {
    for (const path of firstOfEachDay(name).values())
      for (const engine of ENGINES) await clients[engine].get(path)
  }
  for (const engine of ENGINES) await whenReady(servers[engine].origin)
  const lists = Object.fromEntries(
    names.map((name): [string, ByEngine<number[]>] => [name, { embedded: [], postgres: [] }]),
  )
  const requests = names.map((name) => ({ name, paths: requestsOf(name, 5) }))
  for (let round = -WARM_UP; round < LISTS; round++) {
    for (const { name, paths } of requests) {
      const path = paths.next().value
      for (const engine of ENGINES) {
        const { ms } = await clients[engine].get(path)
        if (round >= 0) lists[name]?.[engine].push(ms)
      }
    }
  }
  for (const engine of ENGINES) clients[engine].close()
  return { lists, first }
}

async function measurePush(
  stores: ByEngine<Store>,
  service: PushServiceProcess,
  publicKey: string,
): Promise<Figures['pushed']> {
  const pushed: Figures['pushed'] = { embedded: [], postgres: [] }
  const databases = {
    embedded: await openStore(stores.embedded),
    postgres: await openStore(stores.postgres),
  }
  try {
    for (const engine of ENGINES)
      await addDevices(databases[engine], engine, {
        people: PEOPLE,
        each: EACH,
        origin: service.origin,
        publicKey,
      })
    for (let round = 0; round < FAN_OUTS; round++) {
      for (const engine of ENGINES) {
        const { seconds } = await fanOut(databases[engine], service, MESSAGES, `round ${round}`)
        pushed[engine].push(MESSAGES / seconds)
      }
    }
    // Removes the users, because the push benchmark uses the embedded database next.
    for (const engine of ENGINES)
      await databases[engine].run('DELETE FROM users WHERE id LIKE ?', `${engine}-%`)
    return pushed
  } finally {
    for (const engine of ENGINES) await databases[engine].close()
  }
}

const SHARES = [0.5, 0.95]
const pair = (times: readonly number[]): string =>
  SHARES.map((share) => inMilliseconds(percentile(times, share))).join(' / ')
const ratios = ({ embedded, postgres }: ByEngine<readonly number[]>): string =>
  SHARES.map((share) => (percentile(postgres, share) / percentile(embedded, share)).toFixed(2)).join(' / ')

const LISTS_AT_MOST = 1.5
const OFFERS_PER_SECOND = 150_000

function figuresOf({ lists, offers, imports, pushed }: Figures): Figure[] {
  const ratioOf = ({ embedded, postgres }: ByEngine<readonly number[]>) => median(postgres) / median(embedded)
  const [name, worst] = Object.entries(lists).reduce((one, other) =>
    ratioOf(other[1]) > ratioOf(one[1]) ? other : one,
  )
  const [embedded, postgres] = ENGINES.map((engine) => offers / median(imports[engine])) as [number, number]
  return [
    {
      figure: `PostgreSQL, list page, ${name}, p50`,
      limit: inMilliseconds(median(worst.embedded)),
      now: inMilliseconds(median(worst.postgres)),
      ratio: times(ratioOf(worst)),
      target: `≤ ${LISTS_AT_MOST} ×`,
      isMet: ratioOf(worst) <= LISTS_AT_MOST,
    },
    {
      figure: 'PostgreSQL, import, offers a second',
      limit: rounded(embedded),
      now: rounded(postgres),
      ratio: times(postgres / embedded),
      target: `≥ ${rounded(OFFERS_PER_SECOND)}`,
      isMet: postgres >= OFFERS_PER_SECOND,
    },
    {
      figure: 'PostgreSQL, push, messages a second',
      limit: rounded(median(pushed.embedded)),
      now: rounded(median(pushed.postgres)),
      ratio: times(median(pushed.postgres) / median(pushed.embedded)),
    },
  ]
}

function section({ lists, first, offers, imports, pushed }: Figures): string {
  const perSecond = (engine: Engine) => offers / median(imports[engine])
  return [
    'PostgreSQL of Debian on this machine, which writes nothing through to the disk (fsync off), beside the embedded database: the same three days of 1.2 million offers, two servers of',
    'the present version, each request sent to both in turn. Targets: lists at most 1.5 times the embedded p50, an import of at least 150,000 offers/s.',
    '',
    table(
      ['p50 / p95', 'embedded', 'PostgreSQL', 'times the embedded'],
      Object.entries(lists).map(([name, times]) => [
        name,
        pair(times.embedded),
        pair(times.postgres),
        ratios(times),
      ]),
    ),
    '',
    table(
      ['median', 'embedded', 'PostgreSQL'],
      [
        [
          'the first list of a day after a start',
          ...ENGINES.map((engine) => first[engine].map(inMilliseconds).join(', ')),
        ],
        [
          `import of ${rounded(offers)} offers as one file, ${IMPORTS} rounds`,
          ...ENGINES.map(
            (engine) => `${inSeconds(median(imports[engine]))}, ${rounded(perSecond(engine))} offers/s`,
          ),
        ],
        [
          `push, ${rounded(MESSAGES)} messages, ${FAN_OUTS} rounds`,
          ...ENGINES.map((engine) => `${rounded(median(pushed[engine]))} messages/s`),
        ],
      ],
    ),
  ].join('\n')
}
