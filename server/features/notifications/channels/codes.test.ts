// Specification 10.16, 10.19

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { addPerson } from '../../../../tests/support/notifications.ts'
import type { Db } from '../../../platform/db/db.ts'
import { openDatabase } from '../../../platform/db/open.ts'
import { confirmLink, issueCode, peekLinkCode } from './codes.ts'
import { linkedAddress, removeAddress, removeLink } from './links.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`links and codes on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let anna: string
    let boris: string

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      await db.run('DELETE FROM users')
      await db.run('DELETE FROM audit_log')
      anna = await addPerson(db, 'anna')
      boris = await addPerson(db, 'boris')
    })

    const [MINUTE, DAY] = [60_000, 24 * 3_600_000]
    const code = (userId: string) => issueCode(db, { userId, channel: 'telegram', address: '' }, MINUTE)
    const start = (text: string, chat = '77') => confirmLink(db, 'telegram', text, () => chat)
    const chatOf = (userId: string) => linkedAddress(db, userId, 'telegram')
    const audited = async () =>
      (
        await db.all<{ event: string; user_id: string; details: string }>(
          'SELECT event, user_id, details FROM audit_log ORDER BY id',
        )
      ).map(({ event, user_id, details }) => `${event}: ${user_id === anna ? 'anna' : 'boris'} ${details}`)

    it('links the user of a code once', async () => {
      const text = await code(anna)
      expect(text).toMatch(/^[\w-]{22}$/)
      expect(await peekLinkCode(db, 'telegram', text)).toMatchObject({ result: 'linked' })
      expect(await start(text)).toBe('linked')
      expect(await chatOf(anna)).toBe('77')
      expect(await peekLinkCode(db, 'telegram', text)).toMatchObject({ result: 'unknown' })
      expect(await start(text, '88')).toBe('unknown')
      expect(await chatOf(anna)).toBe('77')
      expect(await audited()).toEqual(['link changed: anna telegram linked'])
    })

    it('links once if a code is used twice concurrently', async () => {
      const text = await code(anna)
      const other = await openDatabase(database.location)
      const chats = ['1', '2', '3', '4']
      const outcomes = await Promise.all(
        chats.map((chat, i) => confirmLink(i % 2 ? other : db, 'telegram', text, () => chat)),
      )
      expect(outcomes.sort()).toEqual(['linked', 'unknown', 'unknown', 'unknown'])
      await other.close()
    })

    it('stores only the hash of a code', async () => {
      const text = await code(anna)
      expect(JSON.stringify(await db.all('SELECT * FROM link_codes'))).not.toContain(text)
    })

    it('refuses an expired code and voids it', async () => {
      const text = await code(anna)
      await db.run('UPDATE link_codes SET expires_at = expires_at - ?', 15 * 60_000 + 1)
      expect(await peekLinkCode(db, 'telegram', text)).toMatchObject({ result: 'expired' })
      expect(await start(text)).toBe('expired')
      expect(await start(text)).toBe('unknown')
      expect(await chatOf(anna)).toBeUndefined()
    })

    it('expires codes after the lifetime of their channel', async () => {
      await issueCode(db, { userId: anna, channel: 'telegram', address: '' }, MINUTE, 1_000)
      await issueCode(db, { userId: anna, channel: 'mail', address: 'a@x.ru' }, DAY, 1_000)
      const rows = await db.all<{ expires_at: number }>(
        'SELECT expires_at FROM link_codes ORDER BY expires_at',
      )
      expect(rows.map(({ expires_at }) => (expires_at - 1_000) / 60_000)).toEqual([1, 24 * 60])
    })

    it('replaces the former code of the same channel by a new one', async () => {
      const first = await code(anna)
      const mail = await issueCode(db, { userId: anna, channel: 'mail', address: 'a@x.ru' }, MINUTE)
      const second = await code(anna)
      expect(await start(first)).toBe('unknown')
      expect(await start(second)).toBe('linked')
      expect(await confirmLink(db, 'mail', mail)).toBe('linked')
      expect(await linkedAddress(db, anna, 'mail')).toBe('a@x.ru')
    })

    it('accepts a code only for its own channel and user', async () => {
      const mail = await issueCode(db, { userId: anna, channel: 'mail', address: 'a@x.ru' }, MINUTE)
      expect(await start(mail)).toBe('unknown')
      expect(await confirmLink(db, 'mail', mail)).toBe('linked')
      expect(await linkedAddress(db, boris, 'mail')).toBeUndefined()
    })

    it('refuses made-up codes of any shape', async () => {
      await code(anna)
      for (const text of ['', ' ', 'x'.repeat(10_000), "' OR 1=1 --", '\u0000', '%']) {
        expect(await start(text)).toBe('unknown')
      }
    })

    it('links nobody by the code of a disabled user', async () => {
      const text = await code(anna)
      await db.run('UPDATE users SET disabled = 1 WHERE id = ?', anna)
      expect(await start(text)).toBe('unknown')
    })

    it('moves a chat to the user who linked it last', async () => {
      await start(await code(anna))
      await start(await code(boris))
      expect(await chatOf(anna)).toBeUndefined()
      expect(await chatOf(boris)).toBe('77')
      expect(await audited()).toEqual([
        'link changed: anna telegram linked',
        'link changed: anna telegram moved to another user',
        'link changed: boris telegram linked',
      ])
    })

    it('replaces a linked chat by another, and changes nothing if it is the same', async () => {
      for (const chat of ['77', '88', '88']) await start(await code(anna), chat)
      expect(await chatOf(anna)).toBe('88')
      expect(await db.all('SELECT 1 AS one FROM links')).toHaveLength(1)
    })

    it('voids pending codes on unlinking, which is audited once', async () => {
      await start(await code(anna))
      const begun = await code(anna)
      for (let i = 0; i < 2; i++) await db.transaction((sql) => removeLink(sql, anna, 'telegram'))
      expect(await start(begun)).toBe('unknown')
      expect(await audited()).toEqual([
        'link changed: anna telegram linked',
        'link changed: anna telegram unlinked',
      ])
    })

    it('lets an address end its link', async () => {
      await start(await code(anna))
      const remove = () => db.transaction((sql) => removeAddress(sql, 'telegram', '77', 'bot blocked'))
      expect(await remove()).toBe(true)
      expect(await remove()).toBe(false)
      expect((await audited()).at(-1)).toBe('link changed: anna telegram unlinked: bot blocked')
    })
  })
}
