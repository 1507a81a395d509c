// Specification 13.5, 13.8

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { FAULTS, type FeedServer, serving, startFeedServer } from '../../../tests/support/feed-server.ts'
import { type SourcesAt, sourcesAt } from '../../../tests/support/source-runs.ts'
import { tyresCsv } from '../../../tests/support/sources.ts'
import { leaseHost, releaseHost } from './host-leases.ts'
import { freeRuns } from './run-leases.ts'
import { runNow } from './run-now.ts'
import type { Runner, RunPhases } from './runner.ts'
import { addRun } from './runs.ts'

const DAY = '2026-11-21'
const HOSTS = 5

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`fetches beside each other on ${engine}`, () => {
    let feeds: FeedServer[]
    let database: TestDatabase
    let at: SourcesAt
    let runners: Runner[]
    beforeEach(async () => {
      feeds = await Promise.all(Array.from({ length: HOSTS }, () => startFeedServer()))
      database = await (open as () => Promise<TestDatabase>)()
      at = await atServer(database)
      runners = []
    })
    afterEach(async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
      await Promise.all(feeds.map((feed) => feed.close()))
      await database.remove()
    })

    const atServer = (place: TestDatabase) =>
      sourcesAt(
        place,
        feeds.map(({ host }) => host),
        `${DAY}T03:00:00Z`,
      )
    /** Another server of the same database with its own folder. */
    const atOther = () =>
      atServer({
        ...database,
        location: { ...database.location, dataDir: join(database.location.dataDir, 'other') },
      })
    const runnerOf = (phases?: RunPhases): Runner => {
      const runner = at.runnerOf(phases)
      runners.push(runner)
      return runner
    }
    const feedOf = (index: number) => feeds[index] as FeedServer

    /** Adds a source with a due run; earlier ones are due first. */
    const addDue = async (site: string, host: number, handler = serving(tyresCsv(4))) => {
      const { origin, feeds: paths } = feedOf(host)
      paths.set(`/${site}`, handler)
      const id = await at.addSource({ site, title: site, kind: 'address', address: `${origin}/${site}` })
      await at.db.transaction((sql) =>
        addRun(sql, { sourceId: id, day: DAY, startedBy: 'schedule' }, at.clock()),
      )
      return id
    }
    const stateOf = async (id: string) => (await at.last(id))?.state
    const stepOf = async (id: string) => (await at.last(id))?.step
    const incoming = () => readdirSync(join(database.location.dataDir, 'incoming'))

    /** Sends a row from time to time, and the rest once it is released. */
    const slowly = () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const trickle: Parameters<typeof addDue>[2] = async (_request, response) => {
        const content = tyresCsv(4)
        let sent = 1
        response.writeHead(200).write(content.slice(0, sent))
        const timer = setInterval(() => response.write(content.slice(sent, ++sent)), 50)
        await released
        clearInterval(timer)
        response.end(content.slice(sent))
      }
      return { trickle, release }
    }

    it('have the prices of fast suppliers in while a slow one still sends', async () => {
      const { trickle, release } = slowly()
      const slow = await addDue('slow.ru', 0, trickle)
      const fast = [await addDue('fast.ru', 1), await addDue('quick.ru', 2)]
      runnerOf().start()
      for (const id of fast) await expect.poll(() => stateOf(id)).toBe('imported')
      expect(await at.prices('quick.ru', DAY)).toMatchObject({ X0: 4000, X3: 4003 })
      expect(await at.last(slow)).toMatchObject({ state: 'running', step: 'Скачивание' })
      release()
      await expect.poll(() => stateOf(slow)).toBe('imported')
      await expect.poll(incoming).toEqual([])
    })

    it('ask a host for one price list at a time, also as two servers', async () => {
      const { trickle, release } = slowly()
      const first = await addDue('a.ru', 0, trickle)
      const second = await addDue('b.ru', 0)
      const elsewhere = await addDue('c.ru', 1)
      const other = await atOther()
      const working = runnerOf().runDue()
      await feedOf(0).askedFor('/a.ru')
      await other.work()
      await at.work()
      expect(await stateOf(elsewhere)).toBe('imported')
      expect(await stateOf(second)).toBe('waiting')
      expect(feedOf(0).asked.map(({ path }) => path)).toEqual(['/a.ru'])
      release()
      await working
      await other.work()
      expect([await stateOf(first), await stateOf(second)]).toEqual(['imported', 'imported'])
    })

    it('begin at once on two servers without asking a host twice', async () => {
      let [asking, most] = [0, 0]
      const counting: Parameters<typeof addDue>[2] = (request, response) => {
        most = Math.max(most, ++asking)
        response.on('close', () => asking--)
        setTimeout(() => serving(tyresCsv(4))(request, response), 50)
      }
      const ids: string[] = []
      for (const site of ['a.ru', 'b.ru', 'c.ru', 'd.ru']) ids.push(await addDue(site, 0, counting))
      const other = await atOther()
      const areDone = async () => (await Promise.all(ids.map(stateOf))).every((state) => state === 'imported')
      while (!(await areDone())) await Promise.all([at.work(), other.work()])
      expect(most).toBe(1)
    })

    it('go on while imports come one after the other', async () => {
      const ids: string[] = []
      for (let host = 0; host < HOSTS; host++) ids.push(await addDue(`${host}.ru`, host))
      const { promise: mayImport, resolve: letImport } = Promise.withResolvers<void>()
      let [importing, most] = [0, 0]
      const phases = at.phasesOf(at.db)
      const runner = runnerOf({
        ...phases,
        async import(ready, signal) {
          most = Math.max(most, ++importing)
          await mayImport
          await phases.import(ready, signal)
          importing--
        },
      })
      runner.start()
      const each = (of: (id: string) => Promise<string | undefined>) =>
        expect.poll(() => Promise.all(ids.map(of)))
      await each(stepOf).toEqual(Array(HOSTS).fill('Ожидание очереди'))
      letImport()
      await each(stateOf).toEqual(Array(HOSTS).fill('imported'))
      expect(most).toBe(1)
    })

    it('are four at most', async () => {
      for (let host = 0; host < HOSTS; host++) await addDue(`${host}.ru`, host, FAULTS.hanging)
      const runner = runnerOf()
      runner.start()
      for (let host = 0; host < 4; host++) await feedOf(host).askedFor(`/${host}.ru`)
      expect(await runner.runDue()).toBe(false)
      expect(feedOf(4).asked).toEqual([])
    })

    it('leave a delivered price list its turn', async () => {
      for (let host = 0; host < 4; host++) await addDue(`${host}.ru`, host, FAULTS.hanging)
      const id = await at.addSource({ site: 'sent.ru', title: 'sent.ru', kind: 'upload' })
      await at.deliver(id, DAY, tyresCsv(4))
      runnerOf().start()
      await expect.poll(() => stateOf(id)).toBe('imported')
    })

    it('are made again of a server that was killed while the file waited for its import', async () => {
      const id = await addDue('a.ru', 0)
      const { promise, resolve } = Promise.withResolvers<void>()
      const dying = at.runnerOf({
        ...at.phasesOf(at.db),
        import() {
          resolve()
          return new Promise(() => undefined)
        },
      })
      void dying.runDue()
      await promise
      await at.work()
      expect(await stateOf(id)).toBe('running')
      at.pass(3)
      await at.work()
      expect(await stateOf(id)).toBe('imported')
      expect(feedOf(0).asked).toHaveLength(2)
    })

    it('free their host when their server is found dead', async () => {
      await addDue('a.ru', 0, FAULTS.hanging)
      const second = await addDue('b.ru', 0)
      void runnerOf().runDue()
      await feedOf(0).askedFor('/a.ru')
      await at.work()
      expect(await stateOf(second)).toBe('waiting')
      feedOf(0).feeds.set('/a.ru', serving(tyresCsv(4)))
      await at.db.transaction((sql) => freeRuns(sql, { of: 'test' }))
      await (await atOther()).work()
      expect(await stateOf(second)).toBe('imported')
    })

    it('drop a file whose source is switched off before its turn', async () => {
      const first = await addDue('a.ru', 0)
      const second = await addDue('b.ru', 1)
      const { promise: mayImport, resolve: letImport } = Promise.withResolvers<void>()
      const phases = at.phasesOf(at.db)
      const runner = runnerOf({
        ...phases,
        async import(ready, signal) {
          await mayImport
          await phases.import(ready, signal)
        },
      })
      const working = [runner.runDue(), runner.runDue()]
      await expect.poll(() => stepOf(second)).toBe('Ожидание очереди')
      const { origin } = feedOf(1)
      await at.changeSource(second, {
        site: 'b.ru',
        kind: 'address',
        address: `${origin}/b.ru`,
        enabled: false,
      })
      runner.check()
      letImport()
      await Promise.all(working)
      expect(await stateOf(first)).toBe('imported')
      expect(await at.last(second)).toMatchObject({ state: 'failed', message: 'Источник выключен' })
      expect(await at.prices('b.ru', DAY)).toEqual({})
      expect(incoming()).toEqual([])
    })

    it('ask no other host than the one that is leased', async () => {
      const id = await addDue('a.ru', 0)
      const { origin, feeds: paths } = feedOf(1)
      paths.set('/a.ru', serving(tyresCsv(3)))
      const phases = at.phasesOf(at.db)
      const runner = runnerOf({
        ...phases,
        async fetch(run, signal) {
          if (run.taken === 1) {
            await at.changeSource(id, { site: 'a.ru', kind: 'address', address: `${origin}/a.ru` })
          }
          return phases.fetch(run, signal)
        },
      })
      await runner.runDue()
      expect(await stateOf(id)).toBe('waiting')
      expect([feedOf(0).asked, feedOf(1).asked]).toEqual([[], []])
      await runner.runDue()
      expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 3 })
    })

    it('of the command line wait until the host is free', async () => {
      const id = await addDue('a.ru', 0)
      const now = Date.now()
      await leaseHost(at.db, feedOf(0).host, { lease: 'server other', until: now + 60_000 }, now)
      const lines: string[] = []
      const run = (await at.last(id))?.id as number
      const onLine = (line: string) => void lines.push(line)
      const working = runNow({ ...at.deps, onLine }, run, new AbortController().signal)
      await expect.poll(() => lines).toEqual([`С ${feedOf(0).host} уже скачивается другой прайс-лист: ждём`])
      await releaseHost(at.db, { lease: 'server other' })
      expect(await working).toMatchObject({ state: 'imported' })
    })

    it('wait for the lease of a host, which two never have', async () => {
      const lease = (name: string, now: number) =>
        at.db.transaction((sql) => leaseHost(sql, 'a.ru', { lease: name, until: now + 1_000 }, now))
      const at0 = await Promise.all([lease('one', 0), lease('two', 0), lease('three', 0)])
      expect(at0.filter(Boolean)).toHaveLength(1)
      expect(await lease('four', 1_000)).toBe(false)
      expect(await lease('five', 1_001)).toBe(true)
      await releaseHost(at.db, { lease: 'one' })
      expect(await lease('six', 1_001)).toBe(false)
      await releaseHost(at.db, { lease: 'five' })
      expect(await lease('seven', 1_001)).toBe(true)
    })
  })
}
