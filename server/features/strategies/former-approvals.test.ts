// Specification 19.16

import { describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { addPerson } from '../../../tests/support/notifications.ts'
import { strategySettings } from '../../../tests/support/strategies.ts'
import { migrate, SCHEMA_VERSION, statementsUpTo } from '../../platform/db/migrations.ts'
import { listStrategies } from './read-strategies.ts'

/** Index of the migration that adds the writers of a strategy. */
const MIGRATION = Array.from({ length: SCHEMA_VERSION }, (_, n) => n).find((n) =>
  statementsUpTo(n + 1).some((statement) => statement.includes('strategies ADD COLUMN writers')),
) as number

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`approvals of a former version on ${engine}`, () => {
    it('stay unless the creator gave them, and creator and last author count as writers', async () => {
      const database = await (open as () => Promise<TestDatabase>)()
      const { db } = database
      await migrate(db)
      const [anna, boris] = [await addPerson(db, 'anna'), await addPerson(db, 'boris')]
      for (const column of ['writers', 'ended']) await db.run(`ALTER TABLE strategies DROP COLUMN ${column}`)
      await db.run('DELETE FROM migrations WHERE id = ?', MIGRATION)
      const columns = ['settings', 'position', 'owner_id', 'created_at', 'changed_at', 'changed_by']
      await db.insertMany(
        'strategies',
        [...columns, 'approved_at', 'approved_by'],
        [
          [JSON.stringify(strategySettings()), 1, anna, 1, 1, anna, 2, boris],
          [JSON.stringify(strategySettings()), 2, anna, 1, 1, boris, 2, anna],
          [JSON.stringify(strategySettings()), 3, null, 1, 1, null, null, null],
        ],
      )
      await migrate(db)
      expect(await listStrategies(db)).toMatchObject([
        { writers: [anna, anna], approved_id: boris, ended: '' },
        { writers: [anna, boris], approved_at: null, ended: 'согласовал(а) тот, кто создал стратегию' },
        { writers: [], approved_at: null, ended: '' },
      ])
      await database.remove()
    })
  })
}
