import { readdirSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { addDays } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { median } from '../support/figures.ts'
import { signedInPeople } from '../support/people.ts'
import { writePriceList } from '../support/price-list.ts'
import { WATCHED, whenReady } from '../support/ready-rows.ts'
import { residentMemory } from '../support/resident-memory.ts'
import { SECRET, startServer } from '../support/server.ts'
import { importPrices, inWorkspace } from '../support/workspace.ts'
import type { Market } from './markets.ts'

/** Measured costs of a market. */
export interface Cost {
  /** median time in ms of a page of 100 tyres of the last day */
  lists: number
  /** time in ms of the first page after a start */
  first: number
  /**
   * time in seconds of the last day's import, including the comparison with the day before and notifications for all
   * users
   */
  import: number
  /** memory of the server in bytes, after the other measurements */
  memory: number
  /** size of the database in bytes */
  disk: number
}

const LIST = REPORTS['all-prices'].sources.all.list
const PAGE = 100
const ASKED = 200
/** Raises the import's limit, which exists to stop damaged files. */
const IMPORT_MAX_TYRES = '200000'
const FIRST_DAY = '2025-08-01'

/** Fills a new database with a market, and measures its costs. */
export async function measureMarket(market: Market): Promise<Cost> {
  const store = { DATA_DIR: inWorkspace('market'), IMPORT_MAX_TYRES }
  try {
    const earlier = market.days - 1
    for (let day = 0; day < earlier; day++) await importDay(store, market, day)
    const tokens = await addPeople(store.DATA_DIR, market.people)
    const seconds = await importDay(store, market, earlier)
    return { ...(await measureServer(store, market, tokens)), import: seconds, disk: sizeOf(store.DATA_DIR) }
  } finally {
    rmSync(store.DATA_DIR, { recursive: true, force: true })
  }
}

async function addPeople(dataDir: string, count: number): Promise<string[]> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    return await signedInPeople(db, SECRET, { name: 'person', count })
  } finally {
    await db.close()
  }
}

/**
 * Imports a day.
 * @returns the time in seconds
 */
async function importDay(
  store: { DATA_DIR: string },
  { tyres, sites }: Market,
  day: number,
): Promise<number> {
  const lists: { site: string; path: string }[] = []
  for (let site = 0; site < sites; site++) {
    const path = inWorkspace(`market-${site}.csv`)
    await writePriceList(path, [site], day, tyres)
    lists.push({ site: `site-${site + 1}.example.ru`, path })
  }
  return (await importPrices(store, lists, addDays(FIRST_DAY, day))).seconds
}

async function measureServer(
  store: { DATA_DIR: string },
  { tyres, days }: Market,
  tokens: readonly string[],
): Promise<Pick<Cost, 'lists' | 'first' | 'memory'>> {
  const random = seededRandom(1)
  const oneOf = (count: number) => Math.floor(random() * count)
  const server = await startServer(store, { ...WATCHED, MAX_CONNECTIONS_PER_ADDRESS: '2000' })
  try {
    const list = async () => {
      const query = new URLSearchParams({
        date: addDays(FIRST_DAY, days - 1),
        page: String(1 + oneOf(tyres / PAGE)),
      })
      const token = tokens[oneOf(tokens.length)] as string
      return await timeOf(`${server.origin}${LIST}?${query}`, token)
    }
    const first = await list()
    await whenReady(server.origin)
    const times: number[] = []
    for (let asked = 0; asked < ASKED; asked++) times.push(await list())
    return { first, lists: median(times), memory: residentMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/**
 * Requests a URL.
 * @returns the time in ms until the answer's last byte
 */
function timeOf(address: string, token: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` }
  request(address, { agent, headers }, (answer) => {
    answer.on('error', reject)
    answer.on('end', () => {
      if (answer.statusCode === 200) resolve(performance.now() - began)
      else reject(new Error(`${address}: ${answer.statusCode}`))
    })
    answer.resume()
  })
    .on('error', reject)
    .end()
  return promise
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
}
