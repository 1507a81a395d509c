// Specification 10.4, 10.11, 10.12, 10.23, 10.30, 11.5

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openPooled, type TestDatabase } from '../../../tests/support/database.ts'
import { runs } from '../../../tests/support/extent.ts'
import { savePrices, type specs } from '../../../tests/support/prices.ts'
import { rotateSession, startSession, userOfSession } from '../../features/auth/sessions.ts'
import { authenticate, createAccount } from '../../features/auth/users.ts'
import { TyreSearch } from '../../features/search/tyre-search.ts'
import { DayIndexes } from '../../prices/day-indexes.ts'
import { loadLists } from '../../prices/filter-lists.ts'
import { createOrderedTyres } from '../../prices/ordered-tyres.ts'
import { reportPage } from '../../prices/report-page.ts'
import { createPriceReader, type ReportQuery } from '../../prices/report-query.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import type { Db } from './db.ts'
import { openDatabase, openSeparateConnection } from './open.ts'

const USER = {
  username: 'Anna',
  password: 'secret-secret',
  role: 'user',
  percent: 5,
  vehicleType: '',
} as const
const DAY = '2026-04-18'

async function signedIn(db: Db) {
  const user = await authenticate(db, USER.username, USER.password)
  if (!user) throw new Error('wrong password')
  const client = { address: '127.0.0.1', agent: '' }
  const proven = { userId: user.id, passwordHash: user.passwordHash, secondFactor: false }
  const session = await startSession(db, proven, client)
  if (!session) throw new Error('no session')
  return { user, client, ...session }
}

const STORES = [
  ...ENGINES.map(({ engine, open }) => ({ name: engine as string, engine, open })),
  { name: 'postgres behind PgBouncer', engine: 'postgres', open: openPooled },
]

for (const { name, engine, open } of STORES) {
  describe.skipIf(!open)(`the store on ${name}`, () => {
    let database: TestDatabase
    let db: Db

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
    })
    afterAll(() => database?.remove())

    const page = (over: Partial<ReportQuery> = {}, of: Db = db) =>
      reportPage(
        createPriceReader(of, {
          isOwnSite: (host) => host === 'own.ru',
          matching: (text) => new TyreSearch(of).matching(text),
        }),
        {
          layout: 'analytics',
          priceType: 'all',
          analytics: false,
          day: DAY,
          comparison: null,
          filters: {},
          search: '',
          multiplier: 1,
          threshold: 10,
          ...over,
        },
        1,
      )

    it('says which engine it is', () => {
      expect(db.engine).toBe(engine)
    })

    it('runs each migration once, also when two servers start at once', async () => {
      const others = await Promise.all([openDatabase(database.location), openDatabase(database.location)])
      const rows = await db.all<{ id: number }>('SELECT id FROM migrations ORDER BY id')
      expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index))
      await Promise.all(others.map((other) => other.close()))
    })

    it('returns every type of value as it was stored', async () => {
      await db.run('CREATE TABLE kinds (i INTEGER, big BIGINT, t TEXT, d DOUBLE PRECISION)')
      await db.insertMany(
        'kinds',
        ['i', 'big', 't', 'd'],
        [
          [1, 1_795_225_883_123, 'Ёлка "\'', 0.1],
          [null, null, null, null],
        ],
      )
      expect(
        (await db.all('SELECT i, big, t, d FROM kinds ORDER BY i NULLS LAST')).map((row) => ({ ...row })),
      ).toEqual([
        { i: 1, big: 1_795_225_883_123, t: 'Ёлка "\'', d: 0.1 },
        { i: null, big: null, t: null, d: null },
      ])
    })

    it('stores any text, number and bytes as they are', async () => {
      const bytes = engine === 'postgres' ? 'BYTEA' : 'BLOB'
      await db.run(`CREATE TABLE anything (n INTEGER, t TEXT, d DOUBLE PRECISION, b ${bytes})`)
      // PostgreSQL cannot store NUL; server/platform/http/nul.ts replaces it.
      const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0')
      const text = fc.string({ unit: fc.oneof(fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', ','), any) })
      const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0))
      const value = fc.record({
        t: fc.option(text),
        d: fc.option(number),
        b: fc.option(fc.uint8Array()),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(value), async (values) => {
          await db.run('DELETE FROM anything')
          await db.insertMany(
            'anything',
            ['n', 't', 'd', 'b'],
            values.map(({ t, d, b }, n) => [n, t, d, b]),
          )
          const stored = await db.all<{ t: string | null; d: number | null; b: Uint8Array | null }>(
            'SELECT t, d, b FROM anything ORDER BY n',
          )
          expect(stored.map(({ b, ...rest }) => ({ ...rest, b: b && new Uint8Array(b) }))).toEqual(values)
        }),
        { numRuns: runs(50) },
      )
    })

    it('inserts nothing if the rows end in a failure, and goes on', async () => {
      await db.run('CREATE TABLE some_rows (n INTEGER NOT NULL)')
      const rows = function* () {
        for (let n = 0; n < 50_000; n++) yield [n]
        throw new Error('no more')
      }
      const inserting = db.transaction((sql) => sql.insertMany('some_rows', ['n'], rows()))
      await expect(inserting).rejects.toThrow('no more')
      const refused = db.transaction((sql) => sql.insertMany('some_rows', ['n'], [[1], [null]]))
      await expect(refused).rejects.toThrow(/null/i)
      await db.transaction(async (sql) => {
        await sql.insertMany('some_rows', ['n'], [])
        await sql.insertMany('some_rows', ['n'], [[7]])
      })
      expect(await db.all('SELECT n FROM some_rows')).toMatchObject([{ n: 7 }])
    })

    it('inserts more rows than fit into one statement', async () => {
      await db.run('CREATE TABLE many (n INTEGER)')
      await db.insertMany(
        'many',
        ['n'],
        Array.from({ length: 5_001 }, (_, n) => [n]),
      )
      expect(await db.get('SELECT count(*) AS count, max(n) AS max FROM many')).toMatchObject({
        count: 5_001,
        max: 5_000,
      })
    })

    it('has a way aside that waits for no request', async () => {
      const aside = await openSeparateConnection(db, database.location)
      if (engine === 'sqlite') return expect(aside).toBe(db)
      const held = Promise.withResolvers<void>()
      const busy = Array.from({ length: 10 }, () => db.transaction(() => held.promise))
      expect(await aside.get('SELECT 1 AS one')).toMatchObject({ one: 1 })
      held.resolve()
      await Promise.all(busy)
      // A statement that takes too long is cancelled together with its connection.
      await expect(aside.transaction((sql) => sql.get('SELECT pg_sleep(60)'))).rejects.toThrow('недоступен')
      expect(await aside.get('SELECT 2 AS two')).toMatchObject({ two: 2 })
      await aside.close()
    })

    it.skipIf(engine === 'sqlite')('lets no transaction be idle for more than a minute', async () => {
      const limit = () => db.get('SHOW idle_in_transaction_session_timeout')
      const before = await limit()
      expect(await db.transaction((sql) => sql.get('SHOW idle_in_transaction_session_timeout'))).toEqual({
        idle_in_transaction_session_timeout: '1min',
      })
      expect(await limit()).toEqual(before)
    })

    it('rolls back a failed transaction as a whole', async () => {
      await db.run('CREATE TABLE half (n INTEGER)')
      const failing = db.transaction(async (sql) => {
        await sql.run('INSERT INTO half (n) VALUES (?)', 1)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await db.get('SELECT n FROM half')).toBeUndefined()
    })

    it('keeps what a second connection writes in the meantime', async () => {
      const other = await openDatabase(database.location)
      await db.run('CREATE TABLE counter (n INTEGER)')
      await db.run('INSERT INTO counter (n) VALUES (0)')
      const increments = Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? db : other).transaction((sql) => sql.run('UPDATE counter SET n = n + 1')),
      )
      await Promise.all(increments)
      expect(await other.get('SELECT n FROM counter')).toMatchObject({ n: 20 })
      await other.close()
    })

    it('creates a user once, whatever the case of the name', async () => {
      expect(await createAccount(db, USER)).toBe(true)
      expect(await createAccount(db, { ...USER, username: ' ANNA ' })).toBe(false)
      expect(await authenticate(db, 'anna', USER.password)).toMatchObject({ username: 'anna', percent: 5 })
      expect(await authenticate(db, 'anna', 'wrong')).toBeUndefined()
    })

    it('has one successor for a refresh token, and ends the session when an old one is reused late', async () => {
      const { user, client, ...first } = await signedIn(db)
      const rotate = (token: string) => rotateSession(db, 'key', token, client)
      const uses = await Promise.all(Array.from({ length: 20 }, () => rotate(first.refreshToken)))
      const [second] = uses
      if (second?.kind !== 'next') throw new Error('refused')
      expect(second.tokens.sessionId).toBe(first.sessionId)
      expect(uses).toEqual(uses.map(() => second))
      await db.run('UPDATE refresh_tokens SET used_at = used_at - 3600000 WHERE used_at IS NOT NULL')
      expect(await rotate(first.refreshToken)).toEqual({ kind: 'reused', userId: user.id })
      expect(await userOfSession(db, first.sessionId)).toBeUndefined()
      expect(await rotate(second.tokens.refreshToken)).toEqual({ kind: 'refused' })
    })

    it('refuses the refresh token of a disabled user', async () => {
      const { user, client, refreshToken } = await signedIn(db)
      const disable = (disabled: number) =>
        db.run('UPDATE users SET disabled = ? WHERE id = ?', disabled, user.id)
      await disable(1)
      expect(await rotateSession(db, 'key', refreshToken, client)).toEqual({ kind: 'refused' })
      await disable(0)
      expect(await rotateSession(db, 'key', refreshToken, client)).toMatchObject({ kind: 'next' })
    })

    it('ends a session 90 days after its sign-in, whatever was refreshed', async () => {
      const { client, sessionId, refreshToken } = await signedIn(db)
      await db.run('UPDATE sessions SET signed_in_at = signed_in_at - ?', 89 * 86_400_000)
      await rotateSession(db, 'key', refreshToken, client)
      const row = await db.get<{ left: number }>(
        'SELECT expires_at - ? AS left FROM sessions WHERE id = ?',
        Date.now(),
        sessionId,
      )
      expect(row?.left).toBeGreaterThan(0)
      expect(row?.left).toBeLessThanOrEqual(86_400_000)
    })

    it('replaces one site of one day and leaves the others', async () => {
      await savePrices(db, 'a.ru', DAY, [
        [{ article: 'A1' }, { retail: 5000, wholesale: 4500.5, stock: 3 }],
        [{ article: 'A2', name: 'Другая' }, { retail: 6000 }],
      ])
      await savePrices(db, 'b.ru', DAY, [[{ article: 'A1' }, { retail: 5200, warehouse: 'Склад 1' }]])
      await savePrices(db, 'a.ru', DAY, [[{ article: 'a-1' }, { retail: 5100, wholesale: 4600.5, stock: 0 }]])
      const { items, total_rows: total } = await page()
      expect(total).toBe(1)
      expect(items).toMatchObject([
        {
          tires_specs: { brand_article: 'A1' },
          cities: {
            Томск: {
              'https://a.ru': { retail: 5100, opt: 4600.5, rest: 0 },
              'https://b.ru': { warehouses: { 'Склад 1': { retail: 5200 } } },
            },
          },
        },
      ])
    })

    it('makes an import visible to another process at once', async () => {
      const other = await openDatabase(database.location)
      const indexes = new DayIndexes(other, createOrderedTyres(other))
      await indexes.of(DAY)
      await savePrices(db, 'c.ru', DAY, [[{ article: 'C1', name: 'Новая' }, { wholesale: 1 }]])
      expect((await indexes.of(DAY))?.tyres).toHaveLength(2)
      await other.close()
    })

    it('compares with the day before, even if that day is imported later', async () => {
      await savePrices(db, 'd.ru', '2026-05-03', [[{ article: 'D1' }, { wholesale: 110, retail: 200 }]])
      const changes = { layout: 'changes', day: '2026-05-03' } as const
      expect((await page(changes)).total_rows).toBe(0)
      const earlier = await savePrices(db, 'd.ru', '2026-05-01', [
        [{ article: 'D1' }, { wholesale: 100, retail: 200 }],
      ])
      expect(earlier.comparedWith).toBeNull()
      expect((await page(changes)).items).toMatchObject([
        { availability: [{ retailers: [{ change_percent: 10 }] }] },
      ])
      const between = await savePrices(db, 'd.ru', '2026-05-02', [
        [{ article: 'D1' }, { wholesale: 110, retail: 200 }],
      ])
      expect(between).toMatchObject({
        comparedWith: '2026-05-01',
        moves: [{ before: 100, after: 110, percent: 10, specs: { vehicleType: 'Легковая' } }],
      })
      expect((await page(changes)).total_rows).toBe(0)
    })

    it('stores one listing per tyre and site, and what a later list completes', async () => {
      const listed = () =>
        db.all(
          `SELECT host, key, how, code, gtin, first_day, (SELECT count(*) FROM listings o WHERE o.tyre_id = l.tyre_id) AS sites
           FROM listings l JOIN sites s ON s.id = site_id JOIN tyres t ON t.id = tyre_id WHERE t.brand = 'Vesta' ORDER BY l.id`,
        )
      const ice = { article: '', brand: 'Vesta', name: 'Vesta Ice 205/55R16 94V' }
      const day = (n: number, site: string, tyre: Parameters<typeof specs>[0]) =>
        savePrices(db, site, `2026-06-0${n}`, [[{ ...ice, ...tyre }, { retail: 1 }]])
      await day(1, 'f.ru', { season: '' })
      await day(2, 'f.ru', {})
      await day(2, 'g.ru', { name: '205/55 R16 94V VESTA ICE' })
      await day(3, 'g.ru', { name: '205/55 R16 94V VESTA ICE', article: 'V77' })
      const row = { code: '', gtin: '', sites: 2 }
      expect(await listed()).toMatchObject([
        { ...row, host: 'f.ru', how: 'own', first_day: '2026-06-01' },
        { ...row, host: 'g.ru', key: 'V77', how: 'description', first_day: '2026-06-02' },
      ])
      expect(await db.all("SELECT article, season FROM tyres WHERE brand = 'Vesta'")).toEqual([
        { article: 'V77', season: 'Зимняя' },
      ])
    })

    it('lists filter values in order, and refreshes them after an import', async () => {
      const lists = untilNextImport(db, loadLists)
      await savePrices(db, 'e.ru', DAY, [
        [
          { article: 'E1', diameter: '9' },
          { wholesale: 1, city: 'Абакан' },
        ],
        [
          { article: 'E2', diameter: '22.5' },
          { wholesale: 1, city: 'Томск' },
        ],
      ])
      expect((await lists()).diameter).toEqual(['9', '16', '22.5'])
      await savePrices(db, 'e.ru', '2026-04-19', [[{ article: 'E3', diameter: '10' }, { wholesale: 1 }]])
      const after = await lists()
      expect(after.diameter).toEqual(['9', '10', '16', '22.5'])
      expect(after.city).toEqual(['Абакан', 'Томск'])
      expect(after.dates.slice(-2)).toEqual(['2026-04-19', DAY])
    })
  })
}
