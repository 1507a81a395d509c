// Specification 10.19

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { addPerson } from '../../../tests/support/notifications.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { audit } from './audit.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await sqliteDatabase()
})
afterEach(() => database.remove())

const recorded = () =>
  database.db.all<{ event: string; user_id: string | null; details: string }>(
    'SELECT event, user_id, details FROM audit_log ORDER BY id',
  )

describe('the audit log', () => {
  it('is append-only: no statement of the server updates its rows, and only pruning deletes them', () => {
    const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    const touching = sources.filter((file) =>
      /(UPDATE|DELETE\s+FROM|TRUNCATE|DROP\s+TABLE)\s+audit_log/i.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    )
    expect(sources).toContain('audit.ts')
    expect(touching).toEqual(['audit.ts'])
  })

  it('keeps the entries of a deleted user', async () => {
    const { db } = database
    const anna = await addPerson(db, 'anna')
    await audit(db, 'link changed', anna, 'mail linked')
    await db.run('DELETE FROM users')
    expect(await recorded()).toMatchObject([{ event: 'link changed', user_id: anna, details: 'mail linked' }])
  })

  it('records an import with its site, day and number of offers', async () => {
    await savePrices(database.db, 'b.ru', '2026-04-18', [[{}, { wholesale: 1 }]])
    expect(await recorded()).toMatchObject([
      { event: 'import', user_id: null, details: 'b.ru 2026-04-18: 1' },
    ])
  })
})
