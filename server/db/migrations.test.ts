import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { addPerson, enqueue } from '../../tests/support/notifications.ts'
import { migrate } from './migrations.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`an older database on ${engine}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database?.remove())

    it('keeps rows waiting in the outbox when targets are added', async () => {
      const { db } = database
      const anna = await addPerson(db, 'anna')
      await enqueue(db, anna, 'mail', 5)
      await enqueue(db, anna, 'telegram', 6)
      await db.run("UPDATE outbox SET attempts = 2, reason = 'why' WHERE channel = 'mail'")
      const rows = () =>
        db.all(
          'SELECT user_id, channel, state, attempts, due_at, reason, notification_id FROM outbox ORDER BY id',
        )
      const before = await rows()

      // Restore the schema from before the fourth migration.
      await db.run('DROP INDEX outbox_by_target')
      await db.run('CREATE TABLE former AS SELECT * FROM outbox')
      await db.run('DROP TABLE outbox')
      await db.run('ALTER TABLE former RENAME TO outbox')
      await db.run('ALTER TABLE outbox DROP COLUMN target')
      for (const later of ['VIEW delivery_addresses', 'TABLE tyre_aliases', 'TABLE tyre_descriptions'])
        await db.run(`DROP ${later}`)
      await db.run('ALTER TABLE notifications DROP COLUMN tyres')
      await db.run('DROP TABLE push_subscriptions')
      await db.run('DELETE FROM migrations WHERE id >= 3')

      await migrate(db)
      expect(await rows()).toEqual(before)
      expect(await db.all('SELECT DISTINCT target FROM outbox')).toMatchObject([{ target: '' }])
      await enqueue(db, anna, 'mail', 7)
      expect(await rows()).toHaveLength(3)
    })
  })
}
