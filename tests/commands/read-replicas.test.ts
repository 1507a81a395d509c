import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyticsPath } from '../../contract/lib/lists.ts'
import { CATALOG_PATHS } from '../../contract/paths.ts'
import { type Cuttable, cuttable } from '../support/cuttable.ts'
import { ENGINES, type TestDatabase } from '../support/database.ts'
import { figureOf, METRICS_TOKEN } from '../support/metrics.ts'
import { type Line, savePrices } from '../support/prices.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'
import { type Standby, type StartStandby, startStandby } from '../support/standby.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

const DAY = '2026-04-18'

describe.skipIf(!postgres || !startStandby)('a server with a read replica (specification 10.31)', () => {
  let database: TestDatabase
  let standby: Standby
  let way: Cuttable
  let folder: ReturnType<typeof temporaryFolder>
  let server: RunningServer
  let token: string

  beforeAll(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    await importPrices(1)
    standby = (startStandby as StartStandby)(database.location.databaseUrl as string)
    way = await cuttable(standby.url)
    folder = temporaryFolder()
    server = await startServer({
      DATABASE_URL: database.location.databaseUrl as string,
      DATABASE_READ_URLS: way.url,
      DATA_DIR: join(folder.path, 'data'),
      METRICS_TOKEN,
    })
    const answer = await fetch(`${server.origin}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    token = ((await answer.json()) as { access_token: string }).access_token
  })
  afterAll(async () => {
    await server?.stop()
    await way?.close()
    standby?.stop()
    await database?.remove()
    folder?.remove()
  })

  /** Imports 300 tyres with a retail price of this many thousand roubles. */
  const importPrices = (thousands: number) => {
    const lines = Array.from(
      { length: 300 },
      (_, n): Line => [{ article: `A${n}` }, { retail: thousands * 1_000 }],
    )
    return savePrices(database.db, 'a.ru', DAY, lines)
  }
  const get = async (path: string) => {
    const answer = await fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, text: await answer.text() }
  }
  const page = (number: number) => get(`${analyticsPath('retailTyres')}?date=${DAY}&page=${number}`)
  const inUse = () => figureOf(server.origin, 'database_replicas_in_use')

  it('displays an import at once, even if the replica lags behind', async () => {
    await expect.poll(inUse).toBe('1')
    for (const thousands of [2, 3, 4]) {
      await importPrices(thousands)
      const shown = await page(1)
      expect(shown.text).toContain(`"retail":${thousands}000`)
      expect(shown.text).not.toContain(`"retail":${thousands - 1}000`)
    }
  })

  it('answers as before while the replica does not respond, and later uses it again', async () => {
    await expect.poll(inUse).toBe('1')
    const asked = []
    for (const number of [1, 2, 3]) asked.push(page(number))
    way.silence()
    // Rows of the new prices must be built, some of them by threads that wait for the replica.
    await importPrices(5)
    for (const number of [1, 2, 3]) asked.push(page(number))
    asked.push(get(`${CATALOG_PATHS.search}?q=arktika`))
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
    await expect.poll(inUse).toBe('0')
    way.restore()
    await expect.poll(inUse).toBe('1')
    expect((await page(1)).text).toContain('"retail":5000')
  })
})
