import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cuttable, cuttable } from '../../../tests/support/cuttable.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Standby, type StartStandby, startStandby } from '../../../tests/support/standby.ts'
import { openPostgres } from './postgres.ts'
import { createReplicas, type Replicas } from './replicas.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

/** Expected answers of a standby and of the primary. */
const STANDBY = { standby: true }
const PRIMARY = { standby: false }
/** Generous time in ms for a busy machine. */
const BUSY_MS = 3_000

describe.skipIf(!postgres || !startStandby)('read replicas (specification 10.31)', () => {
  let database: TestDatabase
  let standby: Standby
  /** proxy to the standby */
  let way: Cuttable
  let replicas: Replicas
  let lost: string[]
  let said: string[]

  beforeAll(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    standby = (startStandby as StartStandby)(database.location.databaseUrl as string)
    way = await cuttable(standby.url)
  }, 60_000)
  afterAll(async () => {
    await way?.close()
    standby?.stop()
    await database?.remove()
  })
  beforeEach(() => {
    said = []
    lost = []
  })
  afterEach(async () => {
    await replicas.stop()
    // A failed test may have left it interrupted.
    way.restore()
  })

  const log = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) }
  const follow = (...urls: string[]) => {
    replicas = createReplicas({ primary: database.db, urls, log, lookMs: BUSY_MS })
    replicas.onLost((url) => lost.push(url))
    replicas.start()
    return replicas
  }
  const following = async () => {
    follow(way.url)
    await expect.poll(() => replicas.inUse).toBe(1)
    return replicas
  }
  const answeredBy = ({ sql }: Replicas) => sql.get('SELECT pg_is_in_recovery() AS standby')
  const version = () => replicas.sql.version('SELECT version FROM price_state')
  /** Runs a statement on the standby itself, bypassing the replicas. */
  const tell = async (statement: string) => {
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  it('answer what is read, but not how new it must be', async () => {
    await following()
    await expect.poll(() => answeredBy(replicas)).toEqual(STANDBY)
    expect(await replicas.sql.version('SELECT pg_is_in_recovery()::int AS version')).toBe(0)
    expect(said[0]).toMatch(/^replica 127\.0\.0\.1:\d+ is in use$/)
  })

  it('that lag are left out until they have what was read', async () => {
    await following()
    await tell('SELECT pg_wal_replay_pause()')
    await database.db.run('UPDATE price_state SET version = version + 1')
    await expect.poll(() => answeredBy(replicas)).toEqual(STANDBY)
    const now = await version()
    expect(await answeredBy(replicas)).toEqual(PRIMARY)
    expect(await replicas.sql.get('SELECT version FROM price_state')).toEqual({ version: now })
    await tell('SELECT pg_wal_replay_resume()')
    await expect.poll(() => answeredBy(replicas)).toEqual(STANDBY)
    expect(await replicas.sql.get('SELECT version FROM price_state')).toEqual({ version: now })
  })

  it('that fall silent, or die, cost nobody an answer, and come back', async () => {
    await following()
    for (const [end, begin] of [
      [way.silence, way.restore],
      [way.cut, way.restore],
      [standby.crash, standby.restart],
    ] as const) {
      end()
      const answers = await Promise.all(Array.from({ length: 30 }, () => answeredBy(replicas)))
      expect(answers).toEqual(Array.from({ length: 30 }, () => PRIMARY))
      expect(replicas.inUse).toBe(0)
      expect(lost.splice(0)).toEqual([way.url])
      begin()
      await expect.poll(() => answeredBy(replicas)).toEqual(STANDBY)
    }
  }, 120_000)

  it('that have been silent are read from over connections of their own afterwards', async () => {
    await following()
    await Promise.all(Array.from({ length: 10 }, () => answeredBy(replicas)))
    way.silence()
    await expect.poll(() => replicas.inUse).toBe(0)
    // Silent connections stay silent, as when a machine has lost its connection state.
    way.restore({ forgets: true })
    await expect.poll(() => replicas.inUse).toBe(1)
    const began = lost.length
    expect(await Promise.all(Array.from({ length: 12 }, () => answeredBy(replicas)))).toEqual(
      Array.from({ length: 12 }, () => STANDBY),
    )
    expect(lost).toHaveLength(began)
  })

  it('answer what belongs together in one place', async () => {
    await following()
    const { sql } = replicas
    await expect.poll(() => answeredBy(replicas)).toEqual(STANDBY)
    const places = await sql.together(async (one) => {
      const first = await one.get('SELECT pg_is_in_recovery() AS standby')
      // A newer version becomes known, which the standby does not have yet.
      await sql.version('SELECT 1000000 AS version')
      return [first, await one.get('SELECT pg_is_in_recovery() AS standby')]
    })
    expect(places).toEqual([STANDBY, STANDBY])
    expect(await answeredBy(replicas)).toEqual(PRIMARY)
  })

  it('leave a statement that one of them refuses to the primary', async () => {
    await following()
    const where = await replicas.read(async (replica) => {
      if (replica) await replica.sql.get('SELECT 1 / 0')
      return replica?.url ?? 'primary'
    })
    expect(where).toBe('primary')
    await expect(replicas.sql.get('SELECT 1 / 0')).rejects.toThrow('division by zero')
    expect(lost).toEqual([])
    expect(said.filter((line) => line.includes('division by zero'))).toHaveLength(1)
  })

  it.each([
    ['the primary itself', () => database.location.databaseUrl as string, 'it is not a standby'],
    ['another database', () => elsewhere(standby.url), 'it is of another database'],
    ['nothing', () => 'postgres://prices@127.0.0.1:1/postgres', 'it does not answer'],
  ])('that are %s are left out', async (_, url, trouble) => {
    follow(url())
    await expect.poll(() => said.at(-1)).toContain(trouble)
    expect(await answeredBy(replicas)).toEqual(PRIMARY)
  })

  /** Database of the same cluster with its own prices. */
  const elsewhere = (url: string) => {
    const other = new URL(url)
    other.pathname = '/postgres'
    return other.href
  }
  beforeAll(async () => {
    const other = await openPostgres(elsewhere(database.location.databaseUrl as string))
    await other.run('CREATE TABLE IF NOT EXISTS price_state (version BIGINT NOT NULL)')
    await other.run('INSERT INTO price_state (version) VALUES (1000)')
    await other.close()
  })

  it('that are promoted are left out', async () => {
    await following()
    standby.promote()
    await expect.poll(() => said.at(-1)).toContain('it is not a standby')
    expect(replicas.inUse).toBe(0)
  })

  it('are not needed', async () => {
    follow()
    expect(await answeredBy(replicas)).toEqual(PRIMARY)
    expect(await version()).toBeGreaterThan(0)
  })
})
