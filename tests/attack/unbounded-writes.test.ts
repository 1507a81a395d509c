import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sql, SqlValue } from '../../server/platform/db/db.ts'
import { type SqlHole, type SqlText, statementOf } from '../../server/platform/db/statement.ts'
import { ENGINES, type TestDatabase } from '../support/database.ts'
import { PASSWORD } from '../support/users.ts'
import { type TestWire, testWire } from '../support/wire.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`what anybody can repeat, on ${engine}`, () => {
    let server: TestWire
    let writes = 0
    beforeEach(async () => {
      const counting = async () => countWrites(await (open as () => Promise<TestDatabase>)(), () => writes++)
      server = await testWire({}, counting)
      await server.addUser('anna')
      writes = 0
    })
    afterEach(() => server.close())

    const post = (path: string, headers: Record<string, string> = {}, body?: object) =>
      server.app.inject({ method: 'POST', url: path, headers, ...(body && { payload: body }) })
    const auditRows = () =>
      server.database.db.all<{ event: string; details: string }>(
        "SELECT event, details FROM audit_log WHERE event <> 'sign-in' ORDER BY at, details",
      )

    it.each(['/auth/refresh', '/auth/logout', '/user/logout'])(
      'made-up tokens to %s are looked up and never written about',
      async (path) => {
        for (let n = 0; n < 50; n++) {
          const cookie = ['refresh_token', '__Secure-refresh_token']
            .map((name) => `${name}=made-up-${n}`)
            .join('; ')
          expect([200, 401]).toContain(
            (await post(path, { cookie, authorization: `Bearer made-up-${n}` })).statusCode,
          )
        }
        expect(writes).toBe(0)
        await server.signIn('anna')
        expect(writes).toBeGreaterThan(0)
      },
    )

    it('exchanges of one cookie are limited per minute, and so are their rows', async () => {
      const { cookie } = await server.signIn('anna')
      const statuses: number[] = []
      for (let n = 0; n < 60; n++) {
        const answer = await post('/auth/refresh', { cookie })
        statuses.push(answer.statusCode)
        if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
      const rows = await server.database.db.all('SELECT hash FROM refresh_tokens')
      expect(rows.length).toBeLessThanOrEqual(31)
    })

    it('signing in leaves at most a hundred sessions, the newest', async () => {
      const first = await server.signIn('anna')
      for (let n = 0; n < 105; n++) {
        // Ages the other sessions instead of waiting.
        await server.database.db.run('UPDATE sessions SET seen_at = seen_at - 1000')
        await server.signIn('anna')
      }
      expect(await server.database.db.all('SELECT id FROM sessions')).toHaveLength(100)
      const check = (token: string) =>
        server.app.inject({ url: '/user/checkToken', headers: { authorization: `Bearer ${token}` } })
      expect((await check(first.token)).statusCode).toBe(401)
      expect((await check((await server.signIn('anna')).token)).statusCode).toBe(200)
    })

    it('addresses are limited too, with any invalid cookies', async () => {
      const statuses: number[] = []
      // Sends one request after another, because the limit would count concurrent calls before it decides about the
      // first.
      for (let n = 0; n < 320; n++) {
        statuses.push((await post('/auth/refresh', { cookie: `refresh_token=made-up-${n}` })).statusCode)
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    })

    it('refused calls write one row to the audit log, and another that counts them', async () => {
      const { token } = await server.signIn('anna')
      const statuses: number[] = []
      for (let n = 0; n < 50; n++) {
        statuses.push((await post('/api/admin/users', { authorization: `Bearer ${token}` }, {})).statusCode)
      }
      expect(statuses).toEqual([...Array(30).fill(403), ...Array(20).fill(429)])
      expect(await auditRows()).toHaveLength(1)
      await server.app.close()
      expect(await auditRows()).toMatchObject([
        { event: 'admin route refused', details: 'anna POST /api/admin/users' },
        { details: 'anna POST /api/admin/users: ещё 29 раз за 10 минут' },
      ])
    })

    it('failed sign-ins write one row for each different one, up to a limit', async () => {
      for (let n = 0; n < 3; n++) await post('/auth/login', {}, { username: 'anna', password: `wrong ${n}` })
      expect(await auditRows()).toHaveLength(1)
      expect((await post('/auth/login', {}, { username: 'anna', password: PASSWORD })).statusCode).toBe(200)
      await server.app.close()
      expect((await auditRows()).map(({ details }) => details.includes('ещё 2 раз')).filter(Boolean)).toEqual(
        [true],
      )
    })
  })
}

/** Tables that sign-ins and logouts write to; the server's periodic maintenance writes to other tables. */
const OF_SIGN_INS = /\b(users|sessions|refresh_tokens|audit_log)\b/

/** Counts the statements that write to these tables, also within transactions. */
function countWrites(database: TestDatabase, onWrite: () => void): TestDatabase {
  const watched = <Watched extends Sql>(sql: Watched): Watched => ({
    ...sql,
    run: (text: SqlText, ...holes: SqlHole[]) => {
      if (OF_SIGN_INS.test(statementOf(text, holes)[0])) onWrite()
      return sql.run(text, ...holes)
    },
    insertMany: (table: string, ...rest: Rest) => {
      if (OF_SIGN_INS.test(table)) onWrite()
      return sql.insertMany(table, ...rest)
    },
  })
  const db = watched(database.db)
  db.transaction = (work) => database.db.transaction((sql) => work(watched(sql)))
  return { ...database, db }
}

type Rest = [columns: readonly string[], rows: Iterable<readonly SqlValue[]>]
