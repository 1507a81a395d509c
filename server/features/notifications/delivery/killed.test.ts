// Specification 10.16, 10.17, 10.30

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { addPerson, enqueue, link, outboxOf } from '../../../../tests/support/notifications.ts'
import { finished, startProgram } from '../../../../tests/support/processes.ts'
import { startSmtp, type TestSmtp } from '../../../../tests/support/smtp.ts'
import { freeMessages } from './lease.ts'

const NOW = 1_800_000_000_000
const LEASE = 60_000
const WORKER = new URL('../../../../tests/support/dying-worker.ts', import.meta.url)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`a delivering process that is killed, on ${engine}`, () => {
    let database: TestDatabase
    let smtp: TestSmtp

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      smtp = await startSmtp()
      return smtp.close
    })

    const deliver = (now: number, dieAt = '') => {
      const { dataDir, databaseUrl = '' } = database.location
      const env = {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        SMTP_URL: smtp.url,
        NOW: String(now),
        DIE_AT: dieAt,
      }
      return finished(startProgram(relative(process.cwd(), fileURLToPath(WORKER)), [], env))
    }

    it.each([
      ['taking and sending', 'taken', 0, 1],
      ['sending and marking', 'sent', 1, 2],
      ['marking and the rest', 'marked', 1, 1],
    ])('between %s', async (_, dieAt, before, after) => {
      const { db } = database
      await db.run('DELETE FROM users')
      const anna = await addPerson(db, 'anna')
      await link(db, anna, 'mail', 'anna@example.ru')
      for (let i = 0; i < 3; i++) await enqueue(db, anna, 'mail', NOW)

      expect(await deliver(NOW, dieAt)).toMatchObject({ signal: 'SIGKILL', stderr: '' })
      expect(smtp.mails).toHaveLength(before)
      expect(await deliver(NOW + LEASE - 1)).toMatchObject({ code: 0, stderr: '' })
      expect(smtp.mails).toHaveLength(before)
      expect(await deliver(NOW + LEASE)).toMatchObject({ code: 0, stderr: '' })
      expect(smtp.mails).toHaveLength(after)
      // Where a repeat is unavoidable, the Message-ID identifies it.
      expect(new Set(smtp.mails.map(({ headers }) => headers.get('message-id')?.[0]))).toHaveLength(1)
      expect((await outboxOf(db, anna)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    })

    it('leaves what it had taken to whoever saw it die, before its lease ends, as the same messages', async () => {
      const { db } = database
      await db.run('DELETE FROM users')
      const anna = await addPerson(db, 'anna')
      await link(db, anna, 'mail', 'anna@example.ru')
      await enqueue(db, anna, 'mail', NOW)
      await deliver(NOW, 'sent')
      await enqueue(db, anna, 'mail', NOW)
      await freeMessages(db, { of: 'another' })
      await deliver(NOW)
      expect(smtp.mails).toHaveLength(2)
      await freeMessages(db, { of: 'dying' })
      await deliver(NOW + 1)
      const ids = smtp.mails.map(({ headers }) => headers.get('message-id')?.[0])
      expect(ids).toHaveLength(3)
      // The first is repeated, and not merged with the one that was added later.
      expect(ids[2]).toBe(ids[0])
      expect((await outboxOf(db, anna)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    })
  })
}
