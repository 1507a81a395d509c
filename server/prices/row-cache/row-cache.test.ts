// Specification 10.12, 10.31

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { runs } from '../../../tests/support/extent.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { reportQuery } from '../../../tests/support/report-query.ts'
import { Replica } from '../../platform/db/replica.ts'
import { createReplicas, type Replicas } from '../../platform/db/replicas.ts'
import { statementOf } from '../../platform/db/statement.ts'
import { CACHED_DAYS } from '../day-indexes.ts'
import type { PackedParts } from '../deflate-parts.ts'
import type { Filters } from '../filter-fit.ts'
import type { ListOrder } from '../order/list-order.ts'
import { cachedPage, reportPage } from '../report-page.ts'
import {
  createPriceReader,
  type PriceReader,
  type ReportQuery,
  type SelectedTyres,
  select,
} from '../report-query.ts'
import { createPriceThreads, NORMAL_PRIORITY_THREADS, type PriceThreads } from '../threads/price-threads.ts'
import { buildRows, type RowsRequest } from './build-rows.ts'
import { RowCache, type RowThreads } from './row-cache.ts'

const DAY = '2026-04-18'
/** Not a multiple of the group size, nor of the page size. */
const TYRES = 234
const CITIES = ['Томск', 'Омск', '"]}']

const lines = (shift: number): Line[] =>
  Array.from({ length: TYRES }, (_, i) => [
    {
      article: `A${i}`,
      brand: i % 3 ? 'Arktika' : 'Zorki',
      name: `Шина ${String(i).padStart(3, '0')}`,
      width: String(175 + 10 * (i % 5)),
    },
    {
      city: CITIES[i % 3] as string,
      retail: 1_000 + ((i * 37) % 400) + shift,
      wholesale: i % 2 ? 900 + i : null,
      cost: 700,
      stock: i % 7,
    },
  ])

const QUERY = reportQuery('all-prices', { day: DAY })
const BY_PRICE: ListOrder = {
  sort: { key: { of: 'market', name: 'min' }, descending: true },
  only: [],
  city: null,
  kind: 'retail',
  competitors: null,
  folded: [],
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`ready rows on ${engine}`, () => {
    let database: TestDatabase
    let reader: PriceReader
    let replicas: Replicas
    let threads: PriceThreads
    let ready: RowCache

    const isOwnSite = (host: string) => host === 'own.ru'
    const kept = (over: Partial<ConstructorParameters<typeof RowCache>[0]> = {}) =>
      new RowCache({ threads, isOwnSite, limit: 2 ** 24, ...over })
    const page = async (of: RowCache, query: ReportQuery, number = 1, arrangement: ListOrder | null = null) =>
      gunzipSync(await cachedPage(reader, of, query, number, arrangement)).toString()
    const made = async (query: ReportQuery, number = 1, arrangement: ListOrder | null = null) =>
      JSON.stringify(await reportPage(reader, query, number, arrangement))

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      const { db } = database
      for (const [shift, site] of ['own.ru', 'a.ru', 'b.ru'].entries())
        await savePrices(db, site, DAY, lines(shift * 10))
      reader = createPriceReader(db, { isOwnSite, matching: () => Promise.reject(new Error('no search')) })
      replicas = createReplicas({ primary: db, urls: [], log: console })
      threads = createPriceThreads(replicas, database.location, {
        maxThreads: NORMAL_PRIORITY_THREADS,
        lowPriority: false,
      })
      threads.start()
      ready = kept()
    })
    afterAll(async () => {
      await threads.stop()
      await database.remove()
    })

    it('equal newly built rows, for any requested positions in any order', async () => {
      const query = fc.record({
        layout: fc.constantFrom('analytics', 'proposals', 'changes'),
        priceType: fc.constantFrom('all', 'retail', 'opt'),
        analytics: fc.boolean(),
        day: fc.constantFrom(DAY, DAY, DAY, '2026-04-17'),
        comparison: fc.constant(null),
        filters: fc.constantFrom<Filters>(
          {},
          { brand: { values: ['Zorki'], except: false } },
          { brand: { values: ['Zorki'], except: true } },
          { width: { values: ['195', '205'], except: false } },
        ),
        search: fc.constant(''),
        multiplier: fc.constantFrom(null, 1.1),
        threshold: fc.constantFrom(1, 10),
      })
      const arrangement = fc.constantFrom(null, null, BY_PRICE)
      await fc.assert(
        fc.asyncProperty(query, fc.integer({ min: 1, max: 4 }), arrangement, async (asked, number, how) => {
          expect(await page(ready, asked, number, how)).toBe(await made(asked, number, how))
        }),
        { numRuns: runs(150) },
      )
    })

    it('are built once, adjacent ones together, and the rest of the day in advance', async () => {
      const asked: { ahead: boolean; groups: number }[] = []
      const counting: RowThreads = {
        isRunning: true,
        run(name, request, ahead) {
          asked.push({ ahead, groups: request.groups.length })
          return threads.run(name, request, ahead)
        },
      }
      const rows = kept({ threads: counting })
      await page(rows, QUERY, 3)
      expect(asked[0]).toEqual({ ahead: false, groups: 4 })
      await rows.settled()
      expect(asked.slice(1).every(({ ahead }) => ahead)).toBe(true)
      asked.length = 0
      for (const number of [1, 2, 3]) await page(rows, QUERY, number)
      await page(rows, QUERY, 2, BY_PRICE)
      await page(rows, { ...QUERY, threshold: 3 })
      expect(asked).toEqual([])
    })

    it('are not built in advance for each percent that a user tries', async () => {
      const asked: boolean[] = []
      const counting: RowThreads = {
        isRunning: true,
        run(name, request, ahead) {
          asked.push(ahead)
          return threads.run(name, request, ahead)
        },
      }
      const rows = kept({ threads: counting })
      for (const multiplier of [1.1, 1.2]) await page(rows, { ...QUERY, analytics: true, multiplier })
      await rows.settled()
      expect(asked).toEqual([false, false])
    })

    it('stay within the memory limit and continue to answer', async () => {
      const rows = kept({ limit: 40_000 })
      for (const threshold of [1, 2, 3])
        for (const number of [1, 2, 3]) {
          const query = { ...QUERY, analytics: true, threshold }
          expect(await page(rows, query, number)).toBe(await made(query, number))
          await rows.settled()
          expect(rows.bytes).toBeLessThan(40_000)
        }
    })

    it('are dropped when the index of their day is no longer cached', async () => {
      const rows = kept({ threads: { ...threads, isRunning: false, run: threads.run } })
      const selected = (await select(reader, QUERY)) as SelectedTyres
      const sizes: number[] = []
      for (let day = 1; day <= CACHED_DAYS + 3; day++) {
        // A copy, like an index that is loaded for another day or after an import.
        const index = { ...selected.index }
        await rows.of(
          { ...QUERY, multiplier: 1 + day / 100, analytics: true },
          { ...selected, index },
          Uint32Array.of(1),
          async () => true,
        )
        sizes.push(rows.bytes)
      }
      expect(sizes.at(-1)).toBe(sizes[CACHED_DAYS - 1])
    })

    it('are rebuilt immediately after an import', async () => {
      await page(ready, QUERY)
      await savePrices(database.db, 'c.ru', DAY, lines(77))
      const after = await page(ready, QUERY)
      expect(after).toContain('https://c.ru')
      expect(after).toBe(await made(QUERY))
    })

    it('never mix prices from before and after an import during their build', async () => {
      const day = '2026-04-21'
      const asked = { ...QUERY, day }
      /** Imports once, between reading the tyres and reading their prices. */
      const importing = (prices: Line[]) => {
        let left = 1
        return async () => {
          if (left-- > 0) await savePrices(database.db, 'a.ru', day, prices)
        }
      }
      await savePrices(database.db, 'a.ru', day, lines(0))
      const importFirst = importing(lines(5).slice(0, 40))
      const rows = kept({
        threads: {
          isRunning: false,
          run: (name, request, ahead) => importFirst().then(() => threads.run(name, request, ahead)),
        },
      })
      const answer = await page(rows, asked)
      expect(JSON.parse(answer).items).toHaveLength(40)
      expect(answer).toBe(await made(asked))

      const importAgain = importing(lines(9).slice(0, 30))
      const { sql } = reader
      const all: typeof sql.all = async (text, ...values) => {
        if (statementOf(text, values)[0].includes('FROM site_offers')) await importAgain()
        return sql.all(text, ...values)
      }
      const again = await reportPage({ ...reader, sql: { ...sql, all } }, asked, 1)
      expect(again.items).toHaveLength(30)
      expect(JSON.stringify(again)).toBe(await made(asked))
    })

    it('query the version of their day again only while they are new', async () => {
      let looks = 0
      const { sql } = reader
      const version: typeof sql.version = (text, ...values) => {
        looks++
        return sql.version(text, ...values)
      }
      const counting = { ...reader, sql: { ...sql, version } }
      const rows = kept()
      const ask = async (how: ListOrder | null = null) => {
        looks = 0
        await cachedPage(counting, rows, QUERY, 1, how)
        return looks
      }
      expect(await ask()).toBe(1)
      await rows.settled()
      // One check for all rows that were built in advance.
      expect(await ask()).toBe(1)
      expect(await ask()).toBe(0)
      expect(await ask(BY_PRICE)).toBe(1)
    })

    it('are built during an import even before a thread runs', async () => {
      const starting = createPriceThreads(replicas, database.location, {
        maxThreads: NORMAL_PRIORITY_THREADS,
        lowPriority: false,
      })
      starting.start()
      const rows = kept({ threads: starting })
      const answer = await database.db.transaction(async (sql) => {
        await sql.run('UPDATE price_state SET version = version')
        return page(rows, QUERY)
      })
      expect(answer).toBe(await made(QUERY))
      await starting.stop()
    })

    it('are still returned while the server stops, but no longer built in advance', async () => {
      const stopping = createPriceThreads(replicas, database.location, {
        maxThreads: NORMAL_PRIORITY_THREADS,
        lowPriority: false,
      })
      stopping.start()
      const rows = kept({ threads: stopping })
      await page(rows, QUERY, 3)
      const selected = await select(reader, QUERY)
      const asked = [3, 25, 47, 68].map((at) =>
        rows.of(QUERY, selected as SelectedTyres, Uint32Array.of(at), async () => true),
      )
      await stopping.stop()
      await expect(Promise.all(asked)).resolves.toHaveLength(4)
      await rows.settled()
      const { bytes } = rows
      expect(await page(rows, { ...QUERY, priceType: 'opt' })).toBe(
        await made({ ...QUERY, priceType: 'opt' }),
      )
      await rows.settled()
      expect(stopping.isRunning).toBe(false)
      expect(rows.bytes).toBeGreaterThan(bytes)
    })

    it('are built again after a failure', async () => {
      let fails = true
      const flaky: RowThreads = {
        isRunning: false,
        run: (_, request: RowsRequest): Promise<PackedParts> =>
          fails ? Promise.reject(new Error('disk')) : buildRows(database.db, request),
      }
      const rows = kept({ threads: flaky })
      await expect(page(rows, QUERY)).rejects.toThrow('disk')
      fails = false
      expect(await page(rows, QUERY)).toBe(await made(QUERY))
    })

    it('do not wait for a replica that is no longer used', async () => {
      // Accepts every connection (AuthenticationOk, ReadyForQuery), and then stays silent.
      const silent = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => {
          socket.write(Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49))
          socket.once('data', () => silent.emit('asked'))
        })
      })
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const url = `postgres://prices@127.0.0.1:${(silent.address() as AddressInfo).port}/prices`
      let replica: Replica | undefined = new Replica(url, 1_000)
      let leave: (url: string) => void = () => undefined
      const leaving: Replicas = {
        ...replicas,
        onLost: (listener) => {
          leave = listener
        },
        read: (work) => work(replica).catch(() => work(undefined)),
      }
      const waiting = createPriceThreads(leaving, database.location, {
        maxThreads: NORMAL_PRIORITY_THREADS,
        lowPriority: false,
      })
      waiting.start()
      const asked = once(silent, 'asked')
      const answer = page(kept({ threads: waiting }), QUERY)
      await asked
      replica = undefined
      leave(url)
      expect(await answer).toBe(await made(QUERY))
      await waiting.stop()
      silent.close()
    })

    it('report a thread that cannot read, each time', async () => {
      const broken = createPriceThreads(
        replicas,
        { dataDir: '/dev/null', databaseUrl: undefined },
        { maxThreads: 1, lowPriority: false },
      )
      broken.start()
      const rows = kept({ threads: broken })
      await expect(page(rows, QUERY)).rejects.toThrow()
      await expect(page(rows, QUERY)).rejects.toThrow()
      await broken.stop()
    })
  })
}
