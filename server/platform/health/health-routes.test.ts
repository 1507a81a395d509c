import { renameSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { openDatabase } from '../db/open.ts'
import { createReadiness } from './health-routes.ts'

const METRICS_TOKEN = 'a-token-of-those-who-operate'
const DAY = '2026-04-18'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the state of a server on ${engine} (specification 10.28)`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({ METRICS_TOKEN }, open as () => Promise<TestDatabase>)
      await savePrices(wire.database.db, 'a.ru', DAY, [[{}, { retail: 5000 }]])
      await savePrices(wire.database.db, 'b.ru', DAY, [[{}, { retail: 5100 }]])
    })
    afterAll(() => wire?.close())

    const metrics = async (authorization = `Bearer ${METRICS_TOKEN}`) =>
      wire.app.inject({ url: '/metrics', headers: { authorization } })

    it('is told to anybody, and kept by nobody on the way', async () => {
      const alive = await wire.app.inject({ url: '/healthz' })
      expect([alive.statusCode, alive.json()]).toEqual([200, { alive: true }])
      const ready = await wire.app.inject({ url: '/readyz' })
      expect([ready.statusCode, ready.json()]).toEqual([
        200,
        {
          ready: true,
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          checks: { database: true, disk: true },
        },
      ])
      for (const answer of [alive, ready]) expect(answer.headers['cache-control']).toBe('no-store')
    })

    it('is given in figures, by the routes as they are declared', async () => {
      await wire.as('anna', { url: '/api/companion/tyres/%5B%22A1%22%5D' })
      await wire.app.inject({ url: '/nobody/knows/this' })
      const answer = await metrics()
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(answer.headers['cache-control']).toBe('no-store')
      const { body } = answer
      expect(body).toMatch(
        /http_request_duration_seconds_count\{method="GET",route="\/api\/companion\/tyres\/:key",status="\d+"\} 1\n/,
      )
      expect(body).toContain('prices_last_day_sites 2\n')
      expect(body).toContain(`prices_last_day_timestamp_seconds ${Date.parse(DAY) / 1_000}\n`)
      for (const name of [
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
        'push_subscriptions',
      ])
        expect(body).toMatch(new RegExp(`^${name} \\d`, 'm'))
      for (const secret of ['anna', 'A1', 'nobody/knows']) expect(body).not.toContain(secret)
    })

    it('counts what waits, and what was given up', async () => {
      const { db } = wire.database
      await wire.addUser('boris')
      const { id } = (await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'boris'")) as {
        id: string
      }
      const note = await db.get<{ id: number }>(
        `INSERT INTO notifications
           (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at)
         SELECT ?, ?, id, '', '', 10, 10, '', ? FROM sites WHERE host = 'a.ru' RETURNING id`,
        id,
        DAY,
        Date.now(),
      )
      const messages = [
        ['mail', 'waiting'],
        ['telegram', 'dead'],
        ['push', 'sent'],
      ] as const
      for (const [channel, state] of messages) {
        await db.run(
          'INSERT INTO outbox (user_id, channel, notification_id, state, due_at) VALUES (?, ?, ?, ?, ?)',
          id,
          channel,
          note?.id ?? 0,
          state,
          Date.now() - 60_000,
        )
      }
      const { body } = await metrics()
      expect(body).toContain('outbox_messages{channel="mail",state="waiting"} 1\n')
      expect(body).toContain('outbox_messages{channel="telegram",state="dead"} 1\n')
      expect(body).not.toContain('state="sent"')
      expect(body).toMatch(/^outbox_oldest_due_seconds 6\d/m)
    })

    it('is given in figures whatever the case of the scheme', async () => {
      expect((await metrics(`bearer ${METRICS_TOKEN}`)).statusCode).toBe(200)
    })

    it.each([['', 'Bearer', 'Bearer ', 'Bearer another-token', METRICS_TOKEN]].flat())(
      'is not given in figures to who says %j',
      async (authorization) => {
        const answer = await metrics(authorization)
        expect([answer.statusCode, answer.json()]).toEqual([
          401,
          { error: 'Нужен METRICS_TOKEN этого сервера' },
        ])
      },
    )
  })
}

describe('a server that is not well (specification 10.28)', () => {
  it('says what is missing, to a load balancer by its status', async () => {
    const wire = await testWire()
    const { db, location } = wire.database
    renameSync(location.dataDir, `${location.dataDir}-gone`)
    const answer = await wire.app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { ready: false, checks: { disk: false } }])
    expect((await wire.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    renameSync(`${location.dataDir}-gone`, location.dataDir)
    expect(await createReadiness(db, location.dataDir)()).toEqual({ database: true, disk: true })
    await wire.close()
  })

  it('says so without its database', async () => {
    const folder = temporaryFolder()
    const db = await openDatabase({ dataDir: folder.path, databaseUrl: undefined })
    await db.close()
    expect(await createReadiness(db, folder.path)()).toEqual({ database: false, disk: true })
    folder.remove()
  })

  it('shows no figures without a token in its environment', async () => {
    const wire = await testWire()
    expect((await wire.app.inject({ url: '/metrics' })).statusCode).toBe(404)
    await wire.close()
  })
})
