import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TYRE_PATHS } from '../../../contract/paths.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, median, megabytes, percentile, rounded, table } from '../support/figures.ts'
import { CITIES, madeUpTyre, SITES } from '../support/made-up-day.ts'
import { Client, startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'
import { dayAt, HISTORY_COLUMNS, type Moves, SitePrices, writeSitesAndTyres } from './market.ts'

const TYRES = extent(100_000)
const THREE_YEARS = 3 * 365
/** Tyres with a price in every city of every site, and the share of days on which a site moves all of them. */
const WATCHED = extent(200)
const SHARE = 0.03

const WARM_UP = 20

/** Measures the calls of a card on three years of history, and the disk that a year takes. */
export async function benchHistory(): Promise<string> {
  const [card, disk] = [await measureCards(), await measureDisk()]
  return `${card}\n\n${disk}`
}

async function measureCards(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('history') }
  await writeHistory(store.DATA_DIR)
  const server = await startServer(store)
  const client = new Client(server.origin)
  try {
    await client.signIn()
    // Answers once the search has read the catalog, which a server does in its first seconds, beside everything else.
    await client.get(`${TYRE_PATHS.search}?q=205`)
    const keys = Array.from({ length: WATCHED }, (_, number) => `${madeUpTyre(number).article}N${number}`)
    const calls: Record<string, (key: string) => string> = {
      'history, all cities': (key) => `${TYRE_PATHS.tyres}/${key}/history?kind=retail`,
      'history, one city': (key) =>
        `${TYRE_PATHS.tyres}/${key}/history?kind=wholesale&city=${encodeURIComponent(CITIES[3] as string)}`,
      'market of the day, with since': (key) => `${TYRE_PATHS.tyres}/${key}`,
    }
    for (const key of keys.slice(0, WARM_UP))
      for (const call of Object.values(calls)) await client.get(call(key))
    const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]))
    let bytes = 0
    for (const key of keys) {
      for (const [name, call] of Object.entries(calls)) {
        const answer = await client.get(call(key))
        times.get(name)?.push(answer.ms)
        bytes = Math.max(bytes, answer.body.length)
      }
    }
    const lines: number[] = []
    for (let n = 0; n < WARM_UP; n++) {
      const body = { keys: keys.slice(n, n + 100), kind: 'retail', city: '', date: dayAt(THREE_YEARS - 1) }
      lines.push((await client.post(TYRE_PATHS.sparklines, body)).ms)
    }
    times.set('sparklines of 100 tyres', lines)
    return [
      `${rounded(TYRES)} tyres, ${SITES.length} sites × ${CITIES.length} cities, three years in which a site moves all prices of a tyre on ${SHARE * 100} % of the days.`,
      'Calls of the real server on node:sqlite that has read its catalog, one at a time, each of another tyre. Target: a history p95 ≤ 10 ms.',
      '',
      table(
        ['', 'median', 'p95'],
        [...times].map(([name, ms]) => [
          name,
          inMilliseconds(median(ms)),
          inMilliseconds(percentile(ms, 0.95)),
        ]),
      ),
      '',
      `The largest answer has ${Math.round(bytes / 1000)} kB, compressed.`,
    ].join('\n')
  } finally {
    client.close()
    await server.stop()
  }
}

async function writeHistory(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  await db.transaction(async (sql) => {
    await writeSitesAndTyres(sql, TYRES, THREE_YEARS)
    await sql.insertMany('price_history', HISTORY_COLUMNS, rows())
  })
  await db.close()
}

function* rows() {
  for (let tyre = 0; tyre < TYRES; tyre++) {
    for (const site of tyre < WATCHED ? SITES.keys() : [tyre % SITES.length]) {
      const [places, days] = tyre < WATCHED ? [CITIES.length, THREE_YEARS] : [1, 1]
      const prices = new SitePrices(tyre, site, places, 'whole sites', SHARE)
      for (let day = 0; day < days; day++) {
        const changes = prices.changes(day)
        if (changes !== '') yield [tyre + 1, site + 1, dayAt(day), changes]
      }
    }
  }
}

/** A twentieth of 1.2 million offers a day. */
const PART = 20
const PART_TYRES = 20_000 / PART
const PLACES = 6
const YEAR = 365
const WRITTEN_DAYS = extent(YEAR)

async function measureDisk(): Promise<string> {
  const figures: string[][] = []
  for (const moves of ['each price', 'whole sites'] as const) {
    const { bytes, count } = await yearOf(moves)
    figures.push([
      moves === 'each price' ? 'each price by itself' : 'all prices of a tyre at a site together',
      rounded((count * PART) / WRITTEN_DAYS),
      String(Math.round(bytes / count)),
      megabytes((bytes * PART * YEAR) / WRITTEN_DAYS),
    ])
  }
  return [
    `Disk for a year of 1.2 million offers a day with ${SHARE * 100} % moving daily, from ${rounded(PART_TYRES)} tyres × ${SITES.length} sites × ${PLACES} places (a twentieth) written day by day:`,
    '',
    table(['what moves', 'rows a day', 'bytes a row', 'a year'], figures),
  ].join('\n')
}

async function yearOf(moves: Moves): Promise<{ bytes: number; count: number }> {
  const dataDir = inWorkspace(`year-${moves.replace(' ', '-')}`)
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const size = () => statSync(join(dataDir, 'prices.sqlite')).size
  const prices: { tyre: number; site: number; of: SitePrices }[] = []
  for (let tyre = 0; tyre < PART_TYRES; tyre++) {
    for (const site of SITES.keys())
      prices.push({ tyre, site, of: new SitePrices(tyre, site, PLACES, moves, SHARE) })
  }
  await db.transaction((sql) => writeSitesAndTyres(sql, PART_TYRES, WRITTEN_DAYS))
  await db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const empty = size()
  let count = 0
  for (let day = 0; day < WRITTEN_DAYS; day++) {
    const changed = prices.map(
      ({ tyre, site, of }) => [tyre + 1, site + 1, dayAt(day), of.changes(day)] as const,
    )
    const stored = changed.filter(([, , , changes]) => changes !== '')
    count += stored.length
    await db.transaction((sql) => sql.insertMany('price_history', HISTORY_COLUMNS, stored))
  }
  await db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = size() - empty
  await db.close()
  return { bytes, count }
}
