import { Client, type Server } from '../support/server.ts'
import { DAYS, importPrices, priceLists, type Store } from '../support/workspace.ts'
import { KINDS, requestsOf } from './requests.ts'

const WARM_UP = 20
const SEQUENTIAL = 200
const PARALLEL = 400
const AT_ONCE = 20

/** Response times in milliseconds. */
interface KindFigures {
  sequential: number[]
  parallel: number[]
  /** with concurrent clients */
  requestsPerSecond: number
  whileImporting: number[]
  /** size of a typical answer */
  bytes: number
}

export interface ListFigures {
  kinds: Record<string, KindFigures>
  /** times of the first list of each day, which loads the day's index */
  first: number[]
}

/** Measures all kinds of lists on a running server that has the requested days. */
export async function measureLists(server: Server, store: Store): Promise<ListFigures> {
  const client = new Client(server.origin)
  await client.signIn()
  const names = Object.keys(KINDS)
  const first = await firstLists(client)
  for (const name of names) await check(client, name)
  await roundRobin(client, names, 1, (asked) => asked < WARM_UP * names.length)
  const idle = await roundRobin(client, names, 2, (asked) => asked < SEQUENTIAL * names.length)
  const parallel: Record<string, { times: number[]; seconds: number }> = {}
  for (const name of names) parallel[name] = await atOnce(client, name)
  const importing = await whileImporting(client, names, store)
  client.close()
  const figures = names.map((name): [string, KindFigures] => {
    const { times = [], seconds = 0 } = parallel[name] ?? {}
    return [
      name,
      {
        sequential: idle.times[name] ?? [],
        parallel: times,
        requestsPerSecond: times.length / seconds,
        whileImporting: importing[name] ?? [],
        bytes: idle.bytes[name] ?? 0,
      },
    ]
  })
  return { kinds: Object.fromEntries(figures), first }
}

async function firstLists(client: Client): Promise<number[]> {
  const requests = new Map<string, string>()
  for (const path of requestsOf(Object.keys(KINDS)[0] as string, 99)) {
    requests.set(new URLSearchParams(path.split('?')[1]).get('date') as string, path)
    if (requests.size === DAYS.length - 1) break
  }
  const times: number[] = []
  for (const path of requests.values()) times.push((await client.get(path)).ms)
  return times
}

/** Makes sure that the lists are not empty, which would be misleadingly fast. */
async function check(client: Client, name: string): Promise<void> {
  const path = requestsOf(name, 98).next().value
  const { items } = await client.getJson<{ items: unknown[] }>(path)
  if (items.length === 0) throw new Error(`${path} is empty`)
}

/** Requests all kinds in turn, one at a time. */
async function roundRobin(
  client: Client,
  names: readonly string[],
  seed: number,
  goOn: (asked: number) => boolean,
) {
  const requests = names.map((name) => ({ name, paths: requestsOf(name, seed) }))
  const times: Record<string, number[]> = {}
  const bytes: Record<string, number> = {}
  for (let asked = 0; goOn(asked); asked++) {
    const { name, paths } = requests[asked % requests.length] as (typeof requests)[number]
    const { ms, body } = await client.get(paths.next().value)
    times[name] ??= []
    times[name].push(ms)
    bytes[name] = body.length
  }
  return { times, bytes }
}

/** Twenty concurrent clients, each sending its next request on an answer. */
async function atOnce(client: Client, name: string): Promise<{ times: number[]; seconds: number }> {
  const paths = requestsOf(name, 3)
  const times: number[] = []
  const ask = async () => {
    for (let n = 0; n < PARALLEL / AT_ONCE; n++) times.push((await client.get(paths.next().value)).ms)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return { times, seconds: (performance.now() - began) / 1000 }
}

/** Requests one by one while the import command imports another day, file by file. */
async function whileImporting(
  client: Client,
  names: readonly string[],
  store: Store,
): Promise<Record<string, number[]>> {
  const further = DAYS.length - 1
  const lists = await priceLists(further)
  let done = false
  const imported = importPrices(store, lists, DAYS[further] as string).finally(() => {
    done = true
  })
  const { times } = await roundRobin(client, names, 4, () => !done)
  await imported
  return times
}
