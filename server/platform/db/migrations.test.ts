// Specification 10.23

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { addPerson, enqueue } from '../../../tests/support/notifications.ts'
import { migrate } from './migrations.ts'

/** Objects created by the migrations from the fifth on. */
const LATER = [
  'VIEW delivery_addresses',
  'TABLE tyre_aliases',
  'TABLE tyre_descriptions',
  'TABLE second_factors',
  'TABLE recovery_codes',
  'TABLE password_resets',
  'TABLE known_devices',
  'INDEX audit_log_by_time',
  'TABLE host_leases',
  'TABLE shop_pages',
  'TABLE crawl_pages',
  'TABLE crawl_records',
  'TABLE shop_jobs',
  'TABLE page_readings',
  'TABLE host_traffic',
  'TABLE source_exchanges',
  'TABLE source_documents',
  'TABLE source_runs',
  'TABLE source_files',
  'TABLE sources',
  'TABLE history_places',
  'TABLE history_days',
  'TABLE price_history',
  'TABLE recommended_lists',
  'TABLE recommended_rows',
  'TABLE strategy_runs',
  'TABLE strategy_rails',
  'TABLE strategies',
  'TABLE outlet_rows',
  'TABLE outlet_deliveries',
  'TABLE outlet_fetches',
  'TABLE outlet_publications',
  'TABLE outlets',
  'TABLE decision_sets',
  'TABLE day_summaries',
  'TABLE totals_days',
  'TABLE totals_mails',
  'TABLE saved_views',
  'TABLE view_orders',
  'TABLE duties',
  'TABLE servers',
  'TABLE sign_in_attempts',
  'TABLE rate_limits',
  'TABLE possible_pairs',
  'TABLE pair_decisions',
  'TABLE listings',
  'TABLE model_aliases',
  'TABLE listing_prices',
  'TABLE listing_history',
  'INDEX notifications_by_firing',
  'TABLE rule_mutes',
  'TABLE rule_batches',
  'TABLE rule_firings',
  'TABLE rules',
  'TABLE delivery_rules',
  'TABLE fixed_rule_mutes',
  'TABLE installation_facts',
]
const LATER_COLUMNS = [
  ['notifications', 'tyres'],
  ['notifications', 'firing_id'],
  ['site_cities', 'shapes'],
  ['users', 'analyst'],
  ['outbox', 'leased_by'],
  ['outbox', 'leased_until'],
  ['outbox', 'held_until'],
  ['outbox', 'message'],
  ...['password_changed_at', 'last_sign_in_at'].map((column) => ['users', column] as const),
  ...['signed_in_at', 'seen_at', 'proved_at', 'address', 'agent'].map(
    (column) => ['sessions', column] as const,
  ),
] as const

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

      // Restores the schema from before the fourth migration.
      await db.run('DROP INDEX outbox_by_target')
      await db.run('CREATE TABLE former AS SELECT * FROM outbox')
      await db.run('DROP TABLE outbox')
      await db.run('ALTER TABLE former RENAME TO outbox')
      await db.run('ALTER TABLE outbox DROP COLUMN target')
      for (const later of LATER) await db.run(`DROP ${later}`)
      for (const [table, column] of LATER_COLUMNS) await db.run(`ALTER TABLE ${table} DROP COLUMN ${column}`)
      await db.run('DROP TABLE push_subscriptions')
      if (engine === 'postgres') {
        await db.run('CREATE TABLE whole (LIKE site_offers INCLUDING INDEXES)')
        await db.run('DROP TABLE site_offers')
        await db.run('ALTER TABLE whole RENAME TO site_offers')
        await db.run('ALTER INDEX whole_pkey RENAME TO site_offers_pkey')
      }
      await db.run('DELETE FROM migrations WHERE id >= 3')

      await migrate(db)
      expect(await rows()).toEqual(before)
      expect(await db.all('SELECT DISTINCT target FROM outbox')).toMatchObject([{ target: '' }])
      await enqueue(db, anna, 'mail', 7)
      expect(await rows()).toHaveLength(3)
    })
  })
}
