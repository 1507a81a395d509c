// Specification 10.16, 10.18

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { addPerson } from '../../../../../tests/support/notifications.ts'
import {
  BOT_NAME,
  BOT_TOKEN,
  startTelegram,
  type TelegramDouble,
} from '../../../../../tests/support/telegram.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { issueCode } from '../codes.ts'
import { linkedAddress } from '../links.ts'
import { createLinkBot } from './bot.ts'
import { createPolling, type Polling } from './polling.ts'
import { botLink } from './telegram-linking.ts'

let telegram: TelegramDouble
let database: TestDatabase
let db: Db
let anna: string
let polling: Polling
let warnings: string[] = []

beforeEach(async () => {
  telegram = await startTelegram()
  database = await sqliteDatabase()
  db = database.db
  anna = await addPerson(db, 'anna')
  warnings = []
  polling = pollingOf(db)
  polling.start()
})
afterEach(async () => {
  await polling.stop()
  await telegram.close()
  await database.remove()
})

const botOf = (own: Db) => createLinkBot(own, { token: BOT_TOKEN, apiRoot: telegram.origin })
const pollingOf = (own: Db) =>
  createPolling({
    bot: botOf(own),
    log: { info: () => undefined, warn: (text: string) => void warnings.push(text) } as never,
    pause: async () => undefined,
  })
const code = (userId = anna) => issueCode(db, { userId, channel: 'telegram', address: '' }, 60_000)
const chatOf = (userId: string) => linkedAddress(db, userId, 'telegram')
const answerTo = async (chat: number, text: string) => {
  const n = telegram.sent.length + 1
  telegram.say(chat, text)
  return telegram.message(n)
}

describe('the bot', () => {
  it('links a chat that opens the deep link, and confirms it', async () => {
    const link = await botLink(db, botOf(db), anna)
    const [, name, start] = /^https:\/\/t\.me\/(\w+)\?start=([\w-]{1,64})$/.exec(link) ?? []
    expect(name).toBe(BOT_NAME)
    expect(await answerTo(77, `/start ${start}`)).toMatchObject({
      chat_id: '77',
      text: expect.stringContaining('Готово'),
    })
    expect(await chatOf(anna)).toBe('77')
  })

  it.each([
    ['forged', async () => 'A'.repeat(22), /не подходит/],
    ['expired', expired, /Срок ссылки истёк/],
    ['used by another chat', usedBy(88), /не подходит/],
    ['used by the same chat', usedBy(77), /уже привязан/],
    [
      'of another channel',
      () => issueCode(db, { userId: anna, channel: 'mail', address: 'a@x.ru' }, 60_000),
      /не подходит/,
    ],
  ])('refuses a code that is %s with a friendly message', async (_, codeOf, message) => {
    const text = await codeOf()
    const before = await chatOf(anna)
    expect((await answerTo(77, `/start ${text}`)).text).toMatch(message)
    expect(await chatOf(anna)).toBe(before)
  })

  async function expired() {
    const text = await code()
    await db.run('UPDATE link_codes SET expires_at = 1')
    return text
  }

  function usedBy(chat: number) {
    return async () => {
      const text = await code()
      await answerTo(chat, `/start ${text}`)
      return text
    }
  }

  it('moves a chat to the user who links it last', async () => {
    const boris = await addPerson(db, 'boris')
    await answerTo(77, `/start ${await code()}`)
    await answerTo(77, `/start ${await code(boris)}`)
    expect([await chatOf(anna), await chatOf(boris)]).toEqual([undefined, '77'])
  })

  it('unlinks at /stop, and says if nothing was linked', async () => {
    await answerTo(77, `/start ${await code()}`)
    expect((await answerTo(77, '/stop')).text).toMatch(/отвязан/)
    expect(await chatOf(anna)).toBeUndefined()
    expect((await answerTo(77, '/stop')).text).toMatch(/не привязан/)
  })

  it('unlinks a chat that blocks it', async () => {
    await answerTo(77, `/start ${await code()}`)
    telegram.block(77)
    await answerTo(88, 'after that')
    expect(await chatOf(anna)).toBeUndefined()
  })

  it('explains itself in reply to anything else', async () => {
    for (const text of ['/start', 'привет', '/unknown', '<b>x</b>']) {
      expect((await answerTo(77, text)).text).toMatch(/личный кабинет/i)
    }
  })

  it('does not link groups', async () => {
    telegram.say(-5, `/start ${await code()}`, 'group')
    await answerTo(77, 'after that')
    expect(telegram.sent.map(({ chat_id }) => chat_id)).toEqual(['77'])
    expect(await chatOf(anna)).toBeUndefined()
  })

  it('reports a failure to the person and carries on', async () => {
    await polling.stop()
    const broken: Db = { ...db, transaction: () => Promise.reject(new Error('busy')) }
    polling = pollingOf(broken)
    polling.start()
    const text = await code()
    expect((await answerTo(77, `/start ${text}`)).text).toMatch(/Не получилось/)
    expect((await answerTo(77, 'привет')).text).toMatch(/личный кабинет/i)
    expect(warnings).toEqual([expect.stringContaining('busy')])
    await polling.stop()
    polling = pollingOf(db)
    polling.start()
    await answerTo(77, `/start ${text}`)
    expect(await chatOf(anna)).toBe('77')
  })
})
