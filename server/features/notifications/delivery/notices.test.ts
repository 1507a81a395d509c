// Specification 11.9

import { describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { addPerson } from '../../../../tests/support/notifications.ts'
import { migrate } from '../../../platform/db/migrations.ts'
import { createNoticeUpTo } from './notices.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`createNoticeUpTo on ${engine}`, () => {
    it('creates no more than it may, however many are due at once', async () => {
      const { db, remove } = await (open as () => Promise<TestDatabase>)()
      await migrate(db)
      const user = await addPerson(db, 'anna')
      // Connections that are open already.
      await Promise.all(Array.from({ length: 8 }, () => db.get('SELECT 1 AS one')))
      const body = 'Вход с нового устройства: Firefox'
      await Promise.all(
        Array.from({ length: 8 }, () =>
          db.transaction((sql) => createNoticeUpTo(2, sql, user, 'Безопасность', body)),
        ),
      )
      expect(await db.all('SELECT body FROM notifications')).toHaveLength(2)
      await remove()
    })
  })
}
