// Specification 10.32, 13.4, 13.5, 13.8, 13.9, 13.10, 13.12

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import {
  answering,
  FAULTS,
  type FeedServer,
  serving,
  servingWithEtag,
  startFeedServer,
} from '../../../tests/support/feed-server.ts'
import { addPerson } from '../../../tests/support/notifications.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { SECRET } from '../../../tests/support/processes.ts'
import { type SourcesAt, sourcesAt } from '../../../tests/support/source-runs.ts'
import { csvOf, tyresCsv } from '../../../tests/support/sources.ts'
import { USUAL_LIMITS } from '../../import/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { GLITCH_FACTOR } from '../../prices/price-change.ts'
import { readSourcesConfig } from './config.ts'
import { acceptRun, addRun, declineRun, type TakenRun } from './runs.ts'
import { dropOldDays } from './site-days.ts'
import { createSourceThreads } from './threads.ts'
import { notifyLate } from './upkeep.ts'

const DAY = '2026-11-21'
const NEXT = '2026-11-22'
/** 06:00 in Moscow. */
const EARLY = `${DAY}T03:00:00Z`

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`runs of sources on ${engine}`, () => {
    let feed: FeedServer
    let database: TestDatabase
    let at: SourcesAt
    beforeEach(async () => {
      feed = await startFeedServer()
      database = await (open as () => Promise<TestDatabase>)()
      at = await sourcesAt(database, feed.host, EARLY)
      await at.addAdmin('admin')
      feed.feeds.set('/a.csv', serving(tyresCsv(4)))
    })
    afterEach(async () => {
      await feed.close()
      await database.remove()
    })

    const bySchedule = (over: object = {}) =>
      at.addSource({ kind: 'address', address: `${feed.origin}/a.csv`, times: ['06:30'], ...over })
    const incoming = () => readdirSync(join(database.location.dataDir, 'incoming'))
    /** Time of the next morning, after the source has run. */
    const nextMorning = async () => {
      at.at(`${NEXT}T03:30:00Z`)
      await at.work()
    }

    it('start at their time, import what the address has, and leave no file', async () => {
      const id = await bySchedule()
      await at.work()
      expect((await at.page(id)).runs).toEqual([])
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      const { source, runs } = await at.page(id)
      expect(runs).toMatchObject([{ state: 'imported', trigger: 'schedule', day: DAY, tyres: 4, attempt: 0 }])
      expect(source).toMatchObject({ light: 'fresh', last_day: DAY, next_run: `${NEXT}T03:30:00.000Z` })
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000, X3: 4003 })
      expect(incoming()).toEqual([])
      await at.work()
      expect((await at.page(id)).runs).toHaveLength(1)
    })

    it('missed times of one day are made up for once, those of days before are not', async () => {
      const id = await bySchedule({ times: ['06:30', '08:00', '12:00'] })
      at.at(`${DAY}T10:00:00Z`)
      await at.work()
      expect((await at.page(id)).runs).toHaveLength(1)
      at.at('2026-11-25T03:00:00Z')
      await at.work()
      expect((await at.page(id)).runs).toHaveLength(1)
      expect((await at.page(id)).source.next_run).toBe('2026-11-25T03:30:00.000Z')
      at.at('2026-11-27T06:00:00Z')
      await at.work()
      expect((await at.page(id)).runs.map(({ day }) => day)).toEqual(['2026-11-27', DAY])
    })

    it('304 gives the day the same prices, if address, mapping and the day before are as they were', async () => {
      feed.feeds.set('/a.csv', servingWithEtag(tyresCsv(4), '"1"'))
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      await nextMorning()
      expect(await at.last(id)).toMatchObject({ state: 'unchanged', day: NEXT, tyres: 4, offers: 4 })
      expect((await at.last(id))?.message).toContain('цены те же, что за 21.11.2026')
      expect(await at.prices('a.ru', NEXT)).toEqual(await at.prices('a.ru', DAY))
      // An import of the day from elsewhere, about which the validator says nothing.
      await savePrices(at.db, 'a.ru', NEXT, [[{ article: 'X0' }, { wholesale: 4000 }]])
      at.at('2026-11-23T03:30:00Z')
      await at.work()
      expect(feed.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', undefined])
      expect((await at.last(id))?.state).toBe('held')
    })

    it("yesterday's file again stands for today, without a validator, too", async () => {
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      await nextMorning()
      expect(await at.last(id)).toMatchObject({
        state: 'unchanged',
        message: expect.stringContaining('тот же файл'),
      })
      expect(await at.prices('a.ru', NEXT)).toEqual(await at.prices('a.ru', DAY))
      expect(incoming()).toEqual([])
    })

    it('a failing server is asked again with growing pauses, then administrators are told once, and once when it is well', async () => {
      feed.feeds.set('/a.csv', answering(500))
      const id = await bySchedule({ title: 'Шины' })
      at.at(`${DAY}T03:30:00Z`)
      const pauses: string[] = []
      for (;;) {
        await at.work()
        const run = await at.last(id)
        if (run?.state !== 'waiting') break
        pauses.push(run.step)
        at.pass(Number(/\d+/.exec(run.step)))
      }
      expect(pauses).toEqual([1, 4, 15, 60].map((minutes) => `Повтор через ${minutes} мин`))
      expect(await at.last(id)).toMatchObject({
        state: 'failed',
        attempt: 4,
        message: expect.stringContaining('500'),
      })
      expect((await at.page(id)).source.light).toBe('failed')
      feed.feeds.set('/a.csv', answering(401))
      await nextMorning()
      expect((await at.page(id)).runs.map(({ state }) => state)).toEqual(['failed', 'failed'])
      feed.feeds.set('/a.csv', serving(tyresCsv(4)))
      at.at('2026-11-23T03:30:00Z')
      await at.work()
      expect(await at.told()).toEqual([
        expect.stringContaining('admin: Шины: цены не загружены. Сервер localhost'),
        'admin: Шины: снова в порядке. Цены за 23.11.2026 загружены.',
      ])
    })

    it.each([
      ['fewer than half', tyresCsv(1), 'меньше половины'],
      ['more than twice', tyresCsv(9), 'больше чем вдвое'],
      ['a median price beyond a third', tyresCsv(4, 6_000), 'Медиана оптовых цен изменилась на +50 %'],
      [
        'too many rejects',
        csvOf(
          'X0,Arktika,Шина,Томск,,5000,4000,3',
          'X1,A,Б,Томск,,,,',
          'X2,A,Б,Томск,,,,',
          'X3,A,Б,Томск,,5000,4000,',
        ),
        'Плохих записей 50 %',
      ],
    ])('a file with %s is held back: the day stays, administrators are told', async (_, content, words) => {
      const id = await bySchedule({ title: 'Шины' })
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      feed.feeds.set('/a.csv', serving(content))
      await nextMorning()
      expect(await at.last(id)).toMatchObject({ state: 'held', message: expect.stringContaining(words) })
      expect((await at.page(id)).source.light).toBe('held')
      expect(await at.prices('a.ru', NEXT)).toEqual({})
      expect(incoming()).toHaveLength(1)
      expect(await at.told()).toEqual([expect.stringContaining('прайс-лист за 22.11.2026 задержан')])
      await notifyLate(at.db, Date.parse(`${NEXT}T20:00:00Z`))
      expect(await at.told()).toHaveLength(1)
    })

    it('a field without any value that had some holds back; once accepted it may be empty', async () => {
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      const withoutRetail = tyresCsv(4).replace(/,(\d+),(\d+),3/g, ',,$2,3')
      feed.feeds.set('/a.csv', serving(withoutRetail))
      await nextMorning()
      expect(await at.last(id)).toMatchObject({
        state: 'held',
        message: 'Поля пусты во всех записях: Розничная цена',
      })
      await at.db.transaction((sql) => acceptRun(sql, 2, at.clock()))
      await at.work()
      feed.feeds.set('/a.csv', serving(`${withoutRetail}\n`))
      at.at('2026-11-23T03:30:00Z')
      await at.work()
      expect((await at.page(id)).runs.map(({ state }) => state)).toEqual(['imported', 'imported', 'imported'])
    })

    it('a list of which a part is not read is held back once; accepting it is the answer', async () => {
      const records = (key: string, from: number) =>
        Array.from({ length: 6 }, (_, n) => ({
          article: `${key}${from + n}`,
          brand: 'Arktika',
          name: `Arktika Polar ${n} 205/55 R16 91T`,
          retail: 5_000 + n,
        }))
      const list = (shift: number) =>
        JSON.stringify({ cars: records('C', shift), trucks: records('T', shift) })
      const mapping = {
        ...{ format: 'json', records: { path: 'cars' } },
        fields: {
          article: 'article',
          brand: 'brand',
          name: 'name',
          retail: 'retail',
          city: { value: 'Томск' },
        },
      }
      feed.feeds.set('/a.csv', serving(list(0)))
      const id = await bySchedule({ mapping })
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      expect(await at.last(id)).toMatchObject({
        state: 'held',
        message: '',
        findings: [{ key: 'array:trucks', holds: true }],
      })
      expect(await at.told()).toEqual([
        expect.stringContaining('ждёт решения. Массив «trucks» с ценами не прочитан, записей 6.'),
      ])
      // The log has the counts; the page shows the findings apart from it.
      const log = (await at.last(id))?.log.map(({ text }) => text).join('\n')
      expect(log).toContain('Записей 6: шин 6')
      expect(log).toContain('Задержано. Отмечено в прайс-листе: 1')
      expect(log).not.toContain('trucks» с ценами')
      await at.db.transaction((sql) => acceptRun(sql, 1, at.clock()))
      await at.work()
      expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 6 })
      feed.feeds.set('/a.csv', serving(list(1)))
      await nextMorning()
      expect(await at.last(id)).toMatchObject({ state: 'imported' })
    })

    it("a list's name says what its tyres are", async () => {
      feed.feeds.set('/used-tyres.csv', serving(tyresCsv(4)))
      const id = await bySchedule({ address: `${feed.origin}/used-tyres.csv` })
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      expect(await at.last(id)).toMatchObject({
        state: 'held',
        findings: [{ key: 'text:condition', examples: ['used-tyres.csv'], holds: true }],
      })
    })

    it('accepting imports what was held, declining removes it, and a newer import replaces it', async () => {
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      const held = async (tyres: number) => {
        feed.feeds.set('/a.csv', serving(tyresCsv(tyres)))
        const run = await at.db.transaction((sql) =>
          addRun(sql, { sourceId: id, day: NEXT, startedBy: 'hand' }, at.clock()),
        )
        await at.work()
        expect((await at.last(id))?.state).toBe('held')
        return run
      }
      at.at(`${NEXT}T04:00:00Z`)
      const declined = await held(1)
      await at.db.transaction((sql) => declineRun(sql, declined, at.clock()))
      expect(await at.prices('a.ru', NEXT)).toEqual({})
      await expect(at.db.transaction((sql) => acceptRun(sql, declined, at.clock()))).rejects.toThrow(
        'уже не задержан',
      )
      const accepted = await held(1)
      await at.db.transaction((sql) => acceptRun(sql, accepted, at.clock()))
      await at.work()
      expect(await at.last(id)).toMatchObject({ id: accepted, state: 'imported' })
      expect(await at.prices('a.ru', NEXT)).toEqual({ X0: 4000 })
      const former = await held(9)
      const replaced = await held(8)
      expect((await at.page(id)).runs.find((run) => run.id === former)?.state).toBe('declined')
      feed.feeds.set('/a.csv', serving(tyresCsv(2)))
      await at.db.transaction((sql) =>
        addRun(sql, { sourceId: id, day: NEXT, startedBy: 'hand' }, at.clock()),
      )
      await at.work()
      expect((await at.page(id)).runs.find((run) => run.id === replaced)).toMatchObject({
        state: 'declined',
        message: 'Его заменил более новый прайс-лист',
      })
    })

    it('a source without prices when they are expected is told of once, and once more when they come', async () => {
      const id = await bySchedule({ title: 'Шины', times: [], expected_by: '09:00' })
      const look = () => notifyLate(at.db, at.clock())
      at.at(`${DAY}T05:59:00Z`)
      await look()
      expect(await at.told()).toEqual([])
      at.at(`${DAY}T06:00:00Z`)
      await look()
      await look()
      expect(await at.told()).toEqual(['admin: Шины: цен за сегодня нет, хотя ждали их к 09:00.'])
      expect((await at.page(id)).source.light).toBe('new')
      await at.db.transaction((sql) => addRun(sql, { sourceId: id, day: DAY, startedBy: 'hand' }, at.clock()))
      await at.work()
      await look()
      expect((await at.told()).slice(1)).toEqual([
        'admin: Шины: снова в порядке. Цены за 21.11.2026 загружены.',
      ])
    })

    it('an ordinary user is told nothing, and nobody what a person started by hand', async () => {
      await addPerson(at.db, 'anna')
      feed.feeds.set('/a.csv', answering(404))
      const id = await bySchedule({ title: 'Шины' })
      await at.db.transaction((sql) => addRun(sql, { sourceId: id, day: DAY, startedBy: 'hand' }, at.clock()))
      await at.work()
      expect((await at.last(id))?.state).toBe('failed')
      expect(await at.told()).toEqual([])
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      expect(await at.told()).toEqual([expect.stringContaining('admin: Шины: цены не загружены')])
    })

    it('one killed between any two steps is begun again, and nothing is doubled', async () => {
      await at.addAdmin('boris')
      const id = await bySchedule({ times: [] })
      const start = async (day: string) =>
        at.db.transaction((sql) => addRun(sql, { sourceId: id, day, startedBy: 'schedule' }, at.clock()))
      await start(DAY)
      await at.work()
      feed.feeds.set('/a.csv', serving(tyresCsv(4, 4_800)))
      const run = await start(NEXT)
      /**
       * Simulates a process that dies at its nth statement: uncommitted changes are lost, and no further statement
       * arrives.
       */
      const dyingAt = (step: number) => {
        let left = step
        const die = () => {
          if (left-- <= 0) throw new Error('killed')
        }
        const mortal = <T extends object>(sql: T): T =>
          new Proxy(sql, {
            get(target, name) {
              const member = Reflect.get(target, name) as unknown
              if (typeof member !== 'function') return member
              return async (...args: unknown[]) => {
                die()
                if (name !== 'transaction') return member.apply(target, args)
                const [work] = args as [(sql: object) => Promise<unknown>]
                return member.call(target, (inner: object) => work(mortal(inner)))
              }
            },
          })
        return { db: mortal(at.db), isAlive: () => left >= 0 }
      }
      let killed = 0
      for (let step = 0; ; step++) {
        const { db, isAlive } = dyingAt(step)
        const { promise, resolve } = Promise.withResolvers<void>()
        /** A dead process neither reports nor returns the run. */
        const unlessDead = async <T>(phase: Promise<T>): Promise<T> => {
          const result = await phase.catch(() => undefined as T)
          if (isAlive()) return result
          resolve()
          return new Promise<T>(() => undefined)
        }
        const phases = at.phasesOf(db)
        const dying = at.runnerOf({
          async fetch(taken, signal) {
            await at.db.run('UPDATE source_runs SET taken = 0')
            return unlessDead(phases.fetch(taken, signal))
          },
          import: (ready, signal) => unlessDead(phases.import(ready, signal)),
        })
        void dying.runDue().then(() => resolve())
        await promise
        if (isAlive()) break
        killed++
        expect(await at.prices('a.ru', NEXT), `killed at step ${step}`).toEqual({})
        at.pass(3)
      }
      expect(killed).toBeGreaterThan(15)
      expect((await at.page(id)).runs).toMatchObject([{ id: run, state: 'imported' }, { state: 'imported' }])
      const notified = await at.db.all('SELECT user_id FROM notifications WHERE day = ?', NEXT)
      expect(notified).toHaveLength(2)
    })

    it('a server that was taken for dead can commit nothing any more', async () => {
      const id = await bySchedule({ times: [] })
      const release = Promise.withResolvers<void>()
      const content = tyresCsv(4)
      feed.feeds.set('/a.csv', async (_request, response) => {
        const isFirst = feed.asked.length === 1
        response.writeHead(200).write(content.slice(0, 10))
        if (isFirst) await release.promise
        response.end(content.slice(10))
      })
      await at.db.transaction((sql) =>
        addRun(sql, { sourceId: id, day: DAY, startedBy: 'schedule' }, at.clock()),
      )
      const slow = at.runnerOf()
      const working = slow.runDue()
      await feed.askedFor('/a.csv')
      at.pass(3)
      await at.work()
      const imported = async () => at.db.all("SELECT id FROM audit_log WHERE event = 'import'")
      expect(await at.last(id)).toMatchObject({ state: 'imported' })
      expect(await imported()).toHaveLength(1)
      release.resolve()
      await working
      expect((await at.page(id)).runs).toMatchObject([{ state: 'imported' }])
      expect(await imported()).toHaveLength(1)
      expect(incoming()).toEqual([])
    })

    it('several servers tell of a source that is late once', async () => {
      await bySchedule({ times: [], expected_by: '09:00' })
      at.at(`${DAY}T06:00:00Z`)
      await Promise.all([notifyLate(at.db, at.clock()), notifyLate(at.db, at.clock())])
      expect(await at.told()).toHaveLength(1)
    })

    it('a source that is switched off repeats nothing', async () => {
      feed.feeds.set('/a.csv', answering(500))
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      await at.changeSource(id, { kind: 'address', address: `${feed.origin}/a.csv`, enabled: false })
      at.pass(60 * 24)
      await at.work()
      expect(feed.asked).toHaveLength(1)
      expect((await at.page(id)).runs).toMatchObject([{ state: 'failed', message: 'Источник выключен' }])
      expect((await at.page(id)).source).toMatchObject({ light: 'off', next_run: null })
    })

    it('of several servers one carries out a run, and only the one that has its file', async () => {
      const id = await bySchedule({ times: [] })
      const other = await sourcesAt(
        {
          ...database,
          location: { ...database.location, dataDir: join(database.location.dataDir, 'other') },
        },
        feed.host,
        EARLY,
      )
      await at.db.transaction((sql) => addRun(sql, { sourceId: id, day: DAY, startedBy: 'hand' }, at.clock()))
      await Promise.all([at.work(), other.work()])
      expect(feed.asked).toHaveLength(1)
      expect((await at.page(id)).runs).toMatchObject([{ state: 'imported' }])
      await at.db.transaction((sql) =>
        addRun(
          sql,
          {
            sourceId: id,
            day: DAY,
            startedBy: 'upload',
            file: { name: 'x', size: 1, server: other.files.server },
          },
          at.clock(),
        ),
      )
      await at.work()
      expect((await at.last(id))?.state).toBe('waiting')
      await other.work()
      expect(await at.last(id)).toMatchObject({ state: 'failed', message: 'Файла этого запуска больше нет' })
    })

    it('one whose servers keep dying ends, and is told of', async () => {
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      for (let time = 0; time < 5; time++) {
        const taken = Promise.withResolvers<void>()
        void at
          .runnerOf({
            fetch() {
              taken.resolve()
              return new Promise(() => undefined)
            },
            import: async () => undefined,
          })
          .runDue()
        await taken.promise
        at.pass(3)
      }
      await at.work()
      expect(await at.last(id)).toMatchObject({
        state: 'failed',
        message: 'Работа прерывалась слишком часто',
      })
      expect(await at.told()).toHaveLength(1)
    })

    it('one that its server stops is given back, and begun again by the next', async () => {
      feed.feeds.set('/a.csv', FAULTS.stalling)
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      const runner = at.runnerOf()
      runner.start()
      await feed.askedFor('/a.csv')
      await runner.stop()
      expect(await at.last(id)).toMatchObject({ state: 'waiting', step: '' })
      expect(incoming()).toEqual([])
      feed.feeds.set('/a.csv', serving(tyresCsv(4)))
      await at.work()
      expect((await at.last(id))?.state).toBe('imported')
    })

    it('held price lists of different days fill no disk: beyond five the oldest are declined, and their files go', async () => {
      const id = await bySchedule({ times: [] })
      await at.deliver(id, DAY, tyresCsv(4))
      await at.work()
      for (let n = 0; n < 7; n++) {
        await at.deliver(id, `2026-11-${n + 10}`, tyresCsv(1, 40_000 + n))
        await at.deliver(id, `2026-11-${n + 22}`, tyresCsv(1, 40_000 + n))
        await at.work()
      }
      const { runs } = await at.page(id)
      expect(runs.filter(({ state }) => state === 'held').map(({ day }) => day)).toEqual(
        [28, 27, 26, 25, 24].map((day) => `2026-11-${day}`),
      )
      expect(runs.find(({ day }) => day === '2026-11-23')).toMatchObject({
        state: 'declined',
        message: expect.stringContaining('слишком много'),
      })
      expect(incoming()).toHaveLength(5)
    })

    it('rejected records are kept of the last ten runs, five million bytes of each', async () => {
      const id = await bySchedule({ times: [], max_bad: 100 })
      const rejects = () => readdirSync(join(database.location.dataDir, 'rejects'))
      const bad = `X9,Arktika,${'Ж'.repeat(190)},Томск,,,,`
      await at.deliver(id, DAY, csvOf('X0,A,Б,Томск,,5000,4000,3', ...Array(9_000).fill(bad)))
      await at.work()
      expect(await at.last(id)).toMatchObject({ state: 'imported', bad: 9_000, has_rejects: true })
      const [first] = rejects()
      const { size } = statSync(join(database.location.dataDir, 'rejects', first as string))
      expect(size).toBeLessThan(5_001_000)
      for (let n = 0; n < 12; n++) {
        await at.deliver(id, DAY, csvOf(`X0,A,Б,Томск,,5000,${4_000 + n},3`, bad))
        await at.work()
      }
      expect(rejects()).toHaveLength(10)
      expect((await at.page(id)).runs.map((run) => run.has_rejects)).toEqual([
        ...Array(10).fill(true),
        ...Array(3).fill(false),
      ])
    })

    it('a reader is shown the last runs and those that are held, however many there were; the oldest go', async () => {
      const id = await bySchedule({ times: [] })
      const columns = ['source_id', 'day', 'started_by', 'state', 'due_at', 'created_at']
      const rows = Array.from({ length: 3_000 }, (_, n) => [
        id,
        DAY,
        'push',
        n === 1_500 ? 'held' : 'failed',
        0,
        0,
      ])
      await at.db.insertMany('source_runs', columns, rows)
      const { source, runs } = await at.page(id)
      expect(source.light).toBe('held')
      expect(runs).toHaveLength(201)
      expect(runs.at(-1)?.state).toBe('held')
      await at.deliver(id, DAY, tyresCsv(1))
      const left = await at.db.get<{ runs: number }>('SELECT count(*) AS runs FROM source_runs')
      expect(left?.runs).toBe(2_000)
    })

    it('a supplier who delivers good and bad price lists in turn has little said: a trouble of each kind in six hours', async () => {
      const id = await bySchedule({ title: 'Шины', times: [] })
      await at.deliver(id, DAY, tyresCsv(4))
      await at.work()
      for (let n = 0; n < 5; n++) {
        for (const content of ['x', tyresCsv(1), tyresCsv(4, 4_000 + n)]) {
          await at.deliver(id, DAY, content)
          await at.work()
        }
        at.pass(10)
      }
      expect(await at.told()).toEqual([
        expect.stringContaining('цены не загружены'),
        expect.stringContaining('задержан'),
        expect.stringContaining('снова в порядке'),
      ])
      at.pass(6 * 60)
      await at.deliver(id, DAY, 'x')
      await at.work()
      expect(await at.told()).toHaveLength(4)
    })

    it('a source that is changed while its price list is fetched gets it as it is now', async () => {
      const id = await bySchedule({ times: [] })
      const changed = { kind: 'address', address: `${feed.origin}/b.csv`, site: 'b.ru' }
      feed.feeds.set('/b.csv', serving(tyresCsv(3)))
      feed.feeds.set('/a.csv', async (request, response) => {
        await at.changeSource(id, changed)
        await serving(tyresCsv(4))(request, response)
      })
      await at.db.transaction((sql) => addRun(sql, { sourceId: id, day: DAY, startedBy: 'hand' }, at.clock()))
      await at.work()
      const run = await at.last(id)
      expect(run).toMatchObject({ state: 'imported', tyres: 3 })
      expect(run?.log.map(({ text }) => text)).toContain('Источник изменили: всё с начала')
      expect(await at.prices('a.ru', DAY)).toEqual({})
      expect(Object.keys(await at.prices('b.ru', DAY))).toHaveLength(3)
      expect(incoming()).toEqual([])
    })

    it('what can never succeed is not repeated, and told in its own words', async () => {
      const id = await bySchedule({ title: 'Шины', times: [] })
      await at.deliver(id, DAY, tyresCsv(4))
      await at
        .runnerOf({
          ...at.phasesOf(at.db),
          import: async () => {
            throw new Refusal(400, 'Файл требует слишком много памяти')
          },
        })
        .runDue()
      expect(await at.last(id)).toMatchObject({
        state: 'failed',
        message: 'Файл требует слишком много памяти',
      })
      expect(await at.told()).toEqual(['admin: Шины: цены не загружены. Файл требует слишком много памяти'])
      expect(incoming()).toEqual([])
    })

    it('keeps the class of a refusal that an import thread reports', async () => {
      const run = { id: 1, source_id: 'gone' } as TakenRun
      const threads = createSourceThreads({
        location: database.location,
        authSecret: SECRET,
        config: readSourcesConfig({}, (_name, usual) => usual),
        limits: USUAL_LIMITS,
        glitchFactor: GLITCH_FACTOR,
        ownSites: [],
      })
      const imported = threads.importList({ run }, new AbortController().signal)
      await expect(imported).rejects.toThrow('Такого источника нет')
      await expect(imported).rejects.toBeInstanceOf(Refusal)
      await threads.stop()
    })

    it('days past keeping go, the oldest first; later ones keep their changes and notifications stay', async () => {
      const id = await bySchedule()
      at.at(`${DAY}T03:30:00Z`)
      await at.work()
      feed.feeds.set('/a.csv', serving(tyresCsv(4, 4_800)))
      await nextMorning()
      await savePrices(at.db, 'b.ru', DAY, [[{ article: 'B' }, { wholesale: 1 }]])
      const changes = () => at.db.all('SELECT offers FROM site_offers WHERE day = ? ORDER BY tyre_id', NEXT)
      const [before, told] = [await changes(), await at.db.all('SELECT id FROM notifications ORDER BY id')]
      expect(JSON.stringify(before)).toContain('20')
      expect(await dropOldDays(at.db, 2, new Date(2026, 10, 23, 3).getTime())).toBe(2)
      expect(await at.db.all('SELECT day FROM days')).toEqual([{ day: NEXT }])
      expect(await at.prices('a.ru', DAY)).toEqual({})
      expect(await changes()).toEqual(before)
      expect(await at.db.all('SELECT id FROM notifications ORDER BY id')).toEqual(told)
      expect((await at.page(id)).days.map(({ day }) => day)).toEqual([NEXT])
    })
  })
}
