// Specification 28.6

import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InstallationStatus } from '../../../contract/installation/status.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { NO_CHANNELS } from '../../../tests/support/no-channels.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { sourceInput } from '../../../tests/support/sources.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { recordBackup } from '../../platform/backup/backup-record.ts'

const PATH = '/api/companion/status'
const MINUTE = 60_000
const COMMAND = 'systemctl start tyre-prices-backup'
/** Script with which systemd's units and the image start the server and its commands. */
const RUN = join(import.meta.dirname, '../../../deploy/run.sh')

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the state of the installation on ${engine} (specification 28.6)`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire(
        { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.ru', BACKUP_COMMAND: COMMAND },
        open as () => Promise<TestDatabase>,
      )
      await wire.addUser('boss', { role: 'admin' })
    })
    afterAll(() => wire?.close())

    const status = async () => {
      const answer = await wire.as('boss', { url: PATH })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      return readAnswer(InstallationStatus, answer.body)
    }

    it('is for administrators', async () => {
      expect((await wire.as('anna', { url: PATH })).statusCode).toBe(403)
      expect((await wire.app.inject({ url: PATH })).statusCode).toBe(401)
    })

    it('has the figures of a new installation, which lacks a backup', async () => {
      const { disk, database, backup, queue, sources, certificate, delivery, warnings } = await status()
      expect(disk?.total).toBeGreaterThan(disk?.free ?? Number.POSITIVE_INFINITY)
      expect(database).toMatchObject({ engine, replicas: { used: 0, all: 0 } })
      expect(database.size).toBeGreaterThan(100_000)
      if (engine === 'sqlite') expect(database.connections).toBeNull()
      else expect(database.connections?.used).toBeGreaterThan(0)
      expect({ backup, certificate }).toEqual({ backup: null, certificate: null })
      expect(queue).toEqual({ messages: 0, due_since: null, dead: 0, runs: 0, runs_due_since: null })
      expect(sources).toEqual({ all: 0, failing: [] })
      expect(delivery).toEqual({ ...NO_CHANNELS, mail: true, demo: false })
      expect(warnings.map(({ part }) => part)).toContain('backup')
    })

    it('proposes the service’s own command for a backup, and sees the copies of the night', async () => {
      const before = await status()
      expect(before.warnings.find(({ part }) => part === 'backup')).toMatchObject({ command: COMMAND })
      const { dataDir, databaseUrl } = wire.database.location
      const folder = temporaryFolder()
      const env = {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        BACKUP_DIR: folder.path,
      }
      await promisify(execFile)(RUN, ['nightly-backup'], { env })
      const { backup, warnings } = await status()
      expect(backup?.path).toBe(join(folder.path, readdirSync(folder.path)[0] as string))
      expect(warnings.map(({ part }) => part)).not.toContain('backup')
      folder.remove()
    })

    it('has the last backup, what waits and which sources fail', async () => {
      const { db, location } = wire.database
      await recordBackup(location, { path: '/b/1.backup', size: 7, machine: 'one' })
      await recordBackup(location, { path: '/b/2.backup', size: 8, machine: 'one' })
      const now = Date.now()
      await db.run(
        `INSERT INTO notifications (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at)
         SELECT id, '2026-04-18', NULL, 'Итоги', '', 0, 0, '', ? FROM users WHERE username = 'boss'`,
        now,
      )
      for (const [channel, state] of [
        ['mail', 'waiting'],
        ['telegram', 'dead'],
      ])
        await db.run(
          `INSERT INTO outbox (user_id, channel, notification_id, state, due_at)
           SELECT user_id, ?, id, ?, ? FROM notifications WHERE vehicle_type = 'Итоги'`,
          channel as string,
          state as string,
          now - 20 * MINUTE,
        )
      for (const [title, trouble, enabled] of [
        ['Один', 'failed', true],
        ['Два', '', true],
        ['Три', 'late', false],
      ] as const) {
        const payload = sourceInput({ title, site: `${title}.ru`, enabled })
        const answer = await wire.as('boss', { method: 'POST', url: SOURCE_PATHS.sources, payload })
        expect(answer.statusCode).toBe(200)
        await db.run('UPDATE sources SET trouble = ? WHERE title = ?', trouble, title)
      }
      await db.run(
        "INSERT INTO source_runs (source_id, day, started_by, state, due_at, created_at) SELECT id, '2026-04-18', 'hand', 'waiting', ?, ? FROM sources WHERE title = 'Два'",
        now - 90 * MINUTE,
        now,
      )
      const { backup, queue, sources, warnings } = await status()
      expect(backup).toMatchObject({ path: '/b/2.backup', size: 8, machine: 'one' })
      expect(now - Date.parse(backup?.at ?? '')).toBeLessThan(MINUTE)
      expect(queue).toMatchObject({ messages: 1, dead: 1, runs: 1 })
      expect(now - Date.parse(queue.due_since ?? '')).toBeGreaterThan(19 * MINUTE)
      expect(now - Date.parse(queue.runs_due_since ?? '')).toBeGreaterThan(89 * MINUTE)
      expect(sources).toEqual({ all: 2, failing: [{ id: expect.any(String), title: 'Один' }] })
      const parts = warnings.map(({ part }) => part)
      expect(parts).toEqual(expect.arrayContaining(['queue', 'sources']))
      expect(parts).not.toContain('backup')
    })
  })
}
