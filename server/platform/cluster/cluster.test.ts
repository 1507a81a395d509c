// Specification 10.30

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { Db } from '../db/db.ts'
import { type Cluster, createCluster } from './cluster.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open
const DUTIES = ['one', 'other']

let now = 0
let freed: string[] = []
let all: Server[] = []
beforeEach(() => {
  now = 0
  freed = []
  all = []
})
afterEach(() => Promise.all(all.map((server) => server.end())))

interface Server {
  peers: Cluster
  /** names of its running leader tasks */
  does: Set<string>
  /** its leader tasks end no sooner than this */
  mayEnd: Promise<void>
  warnings: string[]
  /** runs one cycle of its loops; does nothing once the server is dead */
  beat(): Promise<void>
  end(): Promise<void>
}

/** Server whose time passes only when the test says so. */
function server(id: string, db: Db, warnings: string[] = []): Server {
  const does = new Set<string>()
  let mayEnd = Promise.resolve()
  const waiting = new Set<() => void>()
  let ended = false
  let rested = Promise.withResolvers<void>()
  const duty = (name: string) => ({
    start: () => void does.add(name),
    async stop() {
      await mayEnd
      does.delete(name)
    },
  })
  const peers = createCluster({
    db,
    id,
    duties: Object.fromEntries(DUTIES.map((name) => [name, duty(name)])),
    free: async (_, whose) => void freed.push(JSON.stringify(whose)),
    log: { info: () => undefined, warn: (text: string) => void warnings.push(text) } as never,
    clock: () => now,
    pause: (_, signal) =>
      new Promise((resolve) => {
        if (ended) return resolve()
        waiting.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
        // Waits for both of its loops.
        if (waiting.size === 2) rested.resolve()
      }),
  })
  peers.start()
  const one = {
    peers,
    does,
    set mayEnd(until: Promise<void>) {
      mayEnd = until
    },
    warnings,
    async beat() {
      await rested.promise
      rested = Promise.withResolvers()
      const resume = [...waiting]
      waiting.clear()
      for (const go of resume) go()
      await rested.promise
    },
    async end() {
      if (ended) return
      ended = true
      await peers.stop()
    },
  }
  all.push(one)
  return one
}

describe.skipIf(!postgres)('servers of one database (decision 46)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
  })
  afterAll(() => database?.remove())
  beforeEach(() => database.db.run('DELETE FROM servers'))

  const started = async (id: string) => {
    const one = server(id, database.db)
    await one.beat()
    return one
  }

  it('one does what has to be done once, until it stops', async () => {
    const a = await started('a')
    const b = await started('b')
    expect([...a.does].sort()).toEqual(DUTIES)
    expect(b.does).toEqual(new Set())
    await a.end()
    expect(a.does).toEqual(new Set())
    await b.beat()
    expect([...b.does].sort()).toEqual(DUTIES)
    expect(freed).toEqual([])
  })

  it('one that dies is noticed after eight seconds: its work is freed, its duties are done by the next', async () => {
    await started('a')
    const b = await started('b')
    now = 7_999
    await b.beat()
    expect(b.does).toEqual(new Set())
    now = 8_000
    await b.beat()
    expect([...b.does].sort()).toEqual(DUTIES)
    expect(freed).toEqual(['{"of":"a"}'])
    expect(b.warnings).toEqual([expect.stringContaining('server a has not been seen for 8 s')])
  })

  it('one is not dead while it beats, however slowly', async () => {
    const a = await started('a')
    const b = await started('b')
    for (let beats = 0; beats < 5; beats++) {
      now += 5_000
      await a.beat()
      await b.beat()
    }
    expect(b.does).toEqual(new Set())
    expect([...a.does].sort()).toEqual(DUTIES)
  })

  it('one that was taken for dead gives its duties up, and goes on beside the others', async () => {
    const a = await started('a')
    const b = await started('b')
    now = 9_000
    await b.beat()
    await a.beat()
    expect(a.does).toEqual(new Set())
    expect([...b.does].sort()).toEqual(DUTIES)
    await b.end()
    await a.beat()
    expect([...a.does].sort()).toEqual(DUTIES)
  })

  it('one whose duties are slow to end goes on beating, and takes none until they have', async () => {
    const a = await started('a')
    const b = await started('b')
    const end = Promise.withResolvers<void>()
    a.mayEnd = end.promise
    now = 9_000
    await b.beat()
    await a.beat()
    await b.end()
    for (now of [10_000, 18_000, 26_000]) await a.beat()
    expect(await database.db.get("SELECT beats FROM servers WHERE id = 'a'")).toMatchObject({ beats: 3 })
    expect(await database.db.all('SELECT name FROM duties')).toEqual([])
    end.resolve()
    await expect.poll(() => a.does.size).toBe(0)
    await a.beat()
    expect([...a.does].sort()).toEqual(DUTIES)
  })

  it('of three that see one die, one frees its work', async () => {
    await started('a')
    const others = [await started('b'), await started('c')]
    // Each has received the other's beat since, whichever of them looks first.
    now = 4_000
    for (const other of others) await other.beat()
    now = 8_000
    await Promise.all(others.map((other) => other.beat()))
    expect(freed).toEqual(['{"of":"a"}'])
    expect(others.flatMap(({ does }) => [...does]).sort()).toEqual(DUTIES)
  })

  it('one whose database no longer answers gives its duties up before others may have them', async () => {
    let hangs = false
    const hanging: Db = {
      ...database.db,
      run: (sql, ...parameters) =>
        hangs ? new Promise(() => undefined) : database.db.run(sql, ...parameters),
    }
    const a = server('a', hanging)
    await a.beat()
    expect([...a.does].sort()).toEqual(DUTIES)
    hangs = true
    now = 6_000
    // The beat hangs, so it does not end.
    void a.beat()
    await expect.poll(() => a.does.size).toBe(0)
    expect(a.warnings).toEqual([expect.stringContaining('does not answer')])
    all = []
  })
})

it('the embedded database has one server, which does everything and frees what the former one had', async () => {
  const database = await sqliteDatabase()
  const only = createCluster({
    db: database.db,
    id: 'a',
    duties: {
      one: { start: () => void freed.push('started'), stop: async () => void freed.push('stopped') },
    },
    free: async (_, whose) => void freed.push(JSON.stringify(whose)),
    log: { info: () => undefined, warn: () => undefined } as never,
  })
  only.start()
  await only.stop()
  expect(freed.sort()).toEqual(['started', 'stopped', '{"allBut":"a"}'])
  await database.remove()
})
