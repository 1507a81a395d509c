// Specification 28.7

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { addUser } from '../../../tests/support/users.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { type DiskSpace, daysUntilFull, recordDiskUse, watchDisk } from './disk.ts'

const GB = 2 ** 30
const total = 100 * GB

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the watch over the disk on ${engine} (specification 28.7)`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      await addUser(database.db, 'boss', { role: 'admin' })
      await addUser(database.db, 'anna')
      await addUser(database.db, 'gone', { role: 'admin' })
      await database.db.run("UPDATE users SET disabled = 1 WHERE username = 'gone'")
      await database.db.run(
        "INSERT INTO links (user_id, channel, address, linked_at) SELECT id, 'mail', 'boss@example.ru', 0 FROM users WHERE username = 'boss'",
      )
    })
    afterEach(() => database.remove())

    const watch = (free: number, db = database.db) =>
      watchDisk(db, database.location.dataDir, async (): Promise<DiskSpace> => ({ free: free * GB, total }))
    const notices = () =>
      database.db.all<{ username: string; body: string; waiting: unknown }>(
        `SELECT u.username, n.body, (SELECT count(*) FROM outbox o WHERE o.notification_id = n.id) AS waiting
         FROM notifications n JOIN users u ON u.id = n.user_id WHERE n.vehicle_type = 'Состояние' ORDER BY n.id`,
      )

    it('notifies administrators once, also by their channels, and again after a recovery', async () => {
      await watch(50)
      expect(await notices()).toEqual([])
      for (const free of [9, 8, 11, 3]) await watch(free)
      const first = await notices()
      expect(first).toHaveLength(1)
      expect(first[0]).toMatchObject({ username: 'boss' })
      expect(Number(first[0]?.waiting)).toBe(1)
      expect(first[0]?.body).toMatch(/^Заканчивается место: на диске сервера \S+ свободно 9\sГБ из 100\sГБ\./)
      await watch(13)
      await watch(13)
      expect((await notices()).map(({ body }) => body.split(':')[0])).toEqual([
        'Заканчивается место',
        'Места снова достаточно',
      ])
      await watch(9)
      expect(await notices()).toHaveLength(3)
    })

    it('notifies once from servers that share a disk', async () => {
      const other = await openDatabase(database.location)
      await Promise.all([watch(5), watch(5, other), watch(5), watch(5, other)])
      await other.close()
      expect(await notices()).toHaveLength(1)
    })

    it('waits with the notice for the first administrator', async () => {
      const fresh = await (open as () => Promise<TestDatabase>)()
      const low = () => watchDisk(fresh.db, fresh.location.dataDir, async () => ({ free: GB, total }))
      await low()
      await addUser(fresh.db, 'boss', { role: 'admin' })
      await low()
      expect(await fresh.db.all('SELECT body FROM notifications')).toHaveLength(1)
      await fresh.remove()
    })

    it('leaves a disk that cannot be read to the page', async () => {
      await watchDisk(database.db, database.location.dataDir, async () => undefined)
      expect(await notices()).toEqual([])
    })

    it('says for how many days the disk lasts at the growth of the stored days', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-04-20T12:00:00') })
      const { db } = database
      const server = 'one'
      const space = (used: number) => ({ free: total - used * GB, total })
      await recordDiskUse(db, server, space(10), '2026-04-18')
      await recordDiskUse(db, server, space(99), '2026-04-18')
      expect(await daysUntilFull(db, server, space(14))).toBeNull()
      vi.setSystemTime(Date.parse('2026-04-22T12:00:00'))
      expect(await daysUntilFull(db, server, space(14))).toBe(86)
      expect(await daysUntilFull(db, server, space(10))).toBeNull()
      expect(await daysUntilFull(db, 'other', space(14))).toBeNull()
      await recordDiskUse(db, server, space(20), '2026-05-30')
      vi.setSystemTime(Date.parse('2026-06-04T12:00:00'))
      expect(await daysUntilFull(db, server, space(30))).toBe(35)
      vi.useRealTimers()
    })
  })
}
