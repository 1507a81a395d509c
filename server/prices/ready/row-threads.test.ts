// Specification 10.31

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import type { RowsRequest } from './make-rows.ts'
import { RowThreads } from './row-threads.ts'

const DAY = '2026-04-18'
const REQUEST: RowsRequest = {
  of: { day: DAY, layout: 'analytics', priceType: 'all', analytics: false, multiplier: null, threshold: 1 },
  tyres: [],
  groups: [],
  hosts: new Map(),
  own: [],
}
const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

describe('threads that cannot read', () => {
  const broken = () =>
    new RowThreads({ location: { dataDir: '/dev/null', databaseUrl: undefined }, most: 1, behind: false })

  it('fail all that is asked for, also what is asked for ahead', async () => {
    const threads = broken()
    const asked = [1, 2, 3].map(() => threads.run('rows', REQUEST, true))
    const ends = await Promise.allSettled(asked)
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await threads.stop()
  })

  it('stop without what is asked for ahead', async () => {
    const threads = broken()
    const asked = [1, 2, 3].map(() => threads.run('rows', REQUEST, true))
    const ends = Promise.allSettled(asked)
    await threads.stop()
    expect(await ends).toHaveLength(3)
  })
})

describe.skipIf(!postgres)('threads that make rows', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await (postgres as () => Promise<TestDatabase>)()
    await savePrices(database.db, 'a.ru', DAY, [[{ article: 'A1' }, { retail: 1_000 }]])
  })
  afterAll(() => database?.remove())

  it('that end with their replica are asked for nothing more, even if they have just answered', async () => {
    const threads = new RowThreads({ location: database.location, most: 1, behind: false })
    // Stands for a replica.
    const replica = database.location.databaseUrl as string
    await threads.run('rows', REQUEST, false, replica)
    const ofReplica = threads.run('rows', REQUEST, false, replica).catch(() => undefined)
    const ofPrimary = [threads.run('rows', REQUEST, false), threads.run('rows', REQUEST, false)]
    // Blocks this thread, while the other one answers it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    threads.leave(replica)
    await expect(Promise.all(ofPrimary)).resolves.toHaveLength(2)
    await ofReplica
    await threads.stop()
  })
})
