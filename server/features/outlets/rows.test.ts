// Specification 24.5

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import type { OutletRow } from './outlet-store.ts'
import { readRows, storeRows } from './publications.ts'

const rows = (count: number): OutletRow[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: `A${n}`, tyre: `T${n}`, brand: '', name: '', size: '', city: '', kind: 'retail' as const },
    ...{ price: 5_000 + n, old: null, day: '2026-04-18' },
  }))

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the rows of a publication on ${engine}`, () => {
    let database: TestDatabase
    let set: { outlet_id: number; content: string }
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      const row = await database.db.get<{ id: number }>(
        "INSERT INTO outlets (name, settings, created_at, changed_at) VALUES ('Сайт', '{}', 0, 0) RETURNING id",
      )
      set = { outlet_id: row?.id ?? 0, content: 'c' }
    })
    afterEach(() => database.remove())

    it('are read whole, in their order', async () => {
      await storeRows(database.db, set, rows(2_500))
      const read: string[] = []
      for await (const some of readRows(database.db, { ...set, prices: 2_500 }))
        read.push(...some.map(({ id }) => id))
      expect(read).toEqual(rows(2_500).map(({ id }) => id))
    })

    it.each([1_000, 2_000, 2_499])('fail if only %i of 2,500 are left', async (left) => {
      await storeRows(database.db, set, rows(left))
      const all = async () => {
        for await (const some of readRows(database.db, { ...set, prices: 2_500 })) void some
      }
      await expect(all()).rejects.toThrow('removed')
    })
  })
}
