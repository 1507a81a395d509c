import { extent } from '../support/extent.ts'
import { type Ready, WATCHED, whenReady } from '../support/ready-rows.ts'
import { Client, type Server, startProgram, startServer } from '../support/server.ts'
import { DAYS, importPrices, priceLists, type Store } from '../support/workspace.ts'
import { firstOfEachDay, KINDS, requestsOf } from './requests.ts'

const WARM_UP = extent(20)
const SEQUENTIAL = extent(200)
const PARALLEL = extent(400)
const AT_ONCE = 20

const VARIANTS = ['now', 'limit'] as const
type Variant = (typeof VARIANTS)[number]

/** Response times in milliseconds, by variant. */
export interface KindFigures {
  sequential: Record<Variant, number[]>
  /** measured with concurrent clients */
  parallel: Record<Variant, { times: number[]; perSecond: number }>
  /** measured during an import; only for the present version */
  whileImporting: number[]
  /** size of a typical answer in bytes */
  bytes: Record<Variant, number>
}

export interface ListFigures {
  kinds: Record<string, KindFigures>
  /** time in ms of the first list of each day, for which the server loads the day's index and builds rows */
  first: number[]
  ready: Ready
}

interface Measured {
  client: Client
  /** URL of this variant's answer to a request */
  address(kind: string, path: string): string
}

/**
 * Measures all kinds of lists; each request is sent to all variants in turn.
 * @param store contains the requested days
 */
export async function measureLists(store: { DATA_DIR: string }): Promise<ListFigures> {
  const servers: Server[] = []
  const started = async (starting: Promise<Server>) => {
    const server = await starting
    servers.push(server)
    return server
  }
  try {
    const now = await started(startServer(store, WATCHED))
    const limit = await started(startProgram('tests/bench/lists/limit.ts', {}))
    const itself = (_: string, path: string) => path
    const measured: Record<Variant, Measured> = {
      now: { client: await signedIn(now), address: itself },
      limit: { client: new Client(limit.origin), address: (kind) => `/${encodeURIComponent(kind)}` },
    }
    return await measure(measured, now, store)
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function signedIn(server: Server): Promise<Client> {
  const client = new Client(server.origin)
  await client.signIn()
  return client
}

async function measure(
  measured: Record<Variant, Measured>,
  server: Server,
  store: Store,
): Promise<ListFigures> {
  const names = Object.keys(KINDS)
  const { client } = measured.now
  const first = await firstLists(client)
  for (const name of names) await check(client, name)
  const ready = await whenReady(server.origin)
  for (const name of names) {
    const { body } = await client.get(requestsOf(name, 97).next().value)
    await measured.limit.client.put(measured.limit.address(name, ''), body)
  }
  await inTurn(measured, names, 1, WARM_UP)
  const idle = await inTurn(measured, names, 2, SEQUENTIAL)
  const parallel = new Map<string, KindFigures['parallel']>()
  for (const name of names) {
    const of = async (variant: Variant) => [variant, await atOnce(measured[variant], name)] as const
    const ran: (readonly [Variant, KindFigures['parallel'][Variant]])[] = []
    for (const variant of VARIANTS) ran.push(await of(variant))
    parallel.set(name, Object.fromEntries(ran) as KindFigures['parallel'])
  }
  const importing = await whileImporting(measured.now, names, store)
  for (const variant of VARIANTS) measured[variant].client.close()
  const figures = names.map((name): [string, KindFigures] => [
    name,
    {
      ...(idle.get(name) as Pick<KindFigures, 'sequential' | 'bytes'>),
      parallel: parallel.get(name) as KindFigures['parallel'],
      whileImporting: importing.get(name) ?? [],
    },
  ])
  return { kinds: Object.fromEntries(figures), first, ready }
}

/** Requests one page for each kind of request and day, after which the server prebuilds the day's other rows. */
async function firstLists(client: Client): Promise<number[]> {
  const times = new Map<string, number>()
  for (const kind of Object.keys(KINDS)) {
    for (const [day, path] of firstOfEachDay(kind)) {
      const { ms } = await client.get(path)
      if (!times.has(day)) times.set(day, ms)
    }
  }
  return [...times.values()]
}

/** Checks that lists are not empty, because empty lists would be misleadingly fast. */
async function check(client: Client, name: string): Promise<void> {
  const path = requestsOf(name, 98).next().value
  const { items } = await client.getJson<{ items: unknown[] }>(path)
  if (items.length === 0) throw new Error(`${path} is empty`)
}

/** Requests all kinds of lists in turn, one request at a time, from one variant after the other. */
async function inTurn(
  measured: Record<Variant, Measured>,
  names: readonly string[],
  seed: number,
  rounds: number,
) {
  const requests = names.map((name) => ({ name, paths: requestsOf(name, seed) }))
  const figures = new Map<string, Pick<KindFigures, 'sequential' | 'bytes'>>()
  for (const name of names)
    figures.set(name, {
      sequential: { now: [], limit: [] },
      bytes: { now: 0, limit: 0 },
    })
  for (let round = 0; round < rounds; round++) {
    for (const { name, paths } of requests) {
      const path = paths.next().value
      const of = figures.get(name) as Pick<KindFigures, 'sequential' | 'bytes'>
      for (const variant of VARIANTS) {
        const { client, address } = measured[variant]
        const { ms, body } = await client.get(address(name, path))
        of.sequential[variant].push(ms)
        of.bytes[variant] = body.length
      }
    }
  }
  return figures
}

/** Runs twenty concurrent clients; each sends its next request when it has received an answer. */
async function atOnce(
  { client, address }: Measured,
  name: string,
): Promise<{ times: number[]; perSecond: number }> {
  const paths = requestsOf(name, 3)
  const times: number[] = []
  const ask = async () => {
    for (let n = 0; n < PARALLEL / AT_ONCE; n++)
      times.push((await client.get(address(name, paths.next().value))).ms)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return { times, perSecond: times.length / ((performance.now() - began) / 1_000) }
}

/** Sends one request at a time while the import command imports another day, file by file. */
async function whileImporting(
  { client }: Measured,
  names: readonly string[],
  store: Store,
): Promise<Map<string, number[]>> {
  const further = DAYS.length - 1
  const lists = await priceLists(further)
  let done = false
  const imported = importPrices(store, lists, DAYS[further] as string).finally(() => {
    done = true
  })
  const requests = names.map((name) => ({ name, paths: requestsOf(name, 4), times: [] as number[] }))
  while (!done) {
    for (const { paths, times } of requests) times.push((await client.get(paths.next().value)).ms)
  }
  await imported
  return new Map(requests.map(({ name, times }) => [name, times]))
}
