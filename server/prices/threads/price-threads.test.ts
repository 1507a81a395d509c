// Specification 10.31

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { Replica } from '../../platform/db/replica.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import type { RowsRequest } from '../row-cache/build-rows.ts'
import { createPriceThreads } from './price-threads.ts'

const DAY = '2026-04-18'
const REQUEST: RowsRequest = {
  of: { day: DAY, layout: 'analytics', priceType: 'all', analytics: false, multiplier: null, threshold: 1 },
  tyres: [],
  groups: [],
  hosts: new Map(),
  own: [],
}
const SETTINGS = { maxThreads: 1, lowPriority: false }
const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

/** Directs each read to the replica that the test chooses. */
function fakeReplicas() {
  let url: string | undefined
  let lose: (url: string) => void = () => undefined
  const replicas = {
    read: (work: (replica: Replica | undefined) => Promise<unknown>) =>
      work(url === undefined ? undefined : ({ url } as Replica)),
    onLost: (listener: (url: string) => void) => {
      lose = listener
    },
  } as unknown as Replicas
  return {
    replicas,
    readFrom(next: string | undefined) {
      url = next
    },
    lose: (lost: string) => lose(lost),
  }
}

describe('price threads that cannot open the database', () => {
  const broken = () => {
    const threads = createPriceThreads(
      fakeReplicas().replicas,
      { dataDir: '/dev/null', databaseUrl: undefined },
      SETTINGS,
    )
    threads.start()
    return threads
  }

  it('fail every task as unavailable, including low-priority ones', async () => {
    const threads = broken()
    const ends = await Promise.allSettled([1, 2, 3].map(() => threads.run('rows', REQUEST, true)))
    for (const end of ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
    await threads.stop()
  })

  it('stop without running low-priority tasks', async () => {
    const threads = broken()
    const ends = Promise.allSettled([1, 2, 3].map(() => threads.run('rows', REQUEST, true)))
    await threads.stop()
    expect(await ends).toHaveLength(3)
  })
})

describe.skipIf(!postgres)('price threads', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    await savePrices(database.db, 'a.ru', DAY, [[{ article: 'A1' }, { retail: 1_000 }]])
  })
  afterAll(() => database?.remove())

  it('assign no task to a thread that ends with its replica, even if it has just answered', async () => {
    const fake = fakeReplicas()
    const threads = createPriceThreads(fake.replicas, database.location, SETTINGS)
    threads.start()
    // The primary stands in for a replica.
    const replica = database.location.databaseUrl as string
    fake.readFrom(replica)
    await threads.run('rows', REQUEST)
    const ofReplica = threads.run('rows', REQUEST).catch(() => undefined)
    fake.readFrom(undefined)
    const ofPrimary = [threads.run('rows', REQUEST), threads.run('rows', REQUEST)]
    // Blocks this thread while the other one answers.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    fake.lose(replica)
    await expect(Promise.all(ofPrimary)).resolves.toHaveLength(2)
    await ofReplica
    await threads.stop()
  })
})
