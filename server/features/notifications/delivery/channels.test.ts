// Specification 10.16, 10.17

import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqliteDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { addPerson, enqueue, link, outboxOf } from '../../../../tests/support/notifications.ts'
import { startSmtp, type TestSmtp } from '../../../../tests/support/smtp.ts'
import { BOT_TOKEN, startTelegram, type TelegramDouble } from '../../../../tests/support/telegram.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createLinks, type Links } from '../channels/create-links.ts'
import { readLinkConfig } from '../channels/link-config.ts'
import { linkedAddress } from '../channels/links.ts'
import { createDelivery, type Delivery } from './delivery.ts'

/** Time of the test. */

const NOW = 1_800_000_000_000
const HTML = '<b>Подорожало</b>: 1 & <script>alert(1)</script>'

let telegram: TelegramDouble
let smtp: TestSmtp
let database: TestDatabase
let db: Db
let anna: string
let now = NOW
let links: Links
let delivery: Delivery

beforeEach(async () => {
  telegram = await startTelegram()
  smtp = await startSmtp()
  database = await sqliteDatabase()
  db = database.db
  now = NOW
  const config = readLinkConfig({
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_ROOT: telegram.origin,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'prices@example.ru',
    PUBLIC_URL: 'https://prices.example.ru',
  })
  const log = { info: () => undefined, warn: () => undefined } as never
  links = await createLinks(config, { db, secret: 'secret', log })
  const { channels, endLink, footer } = links
  delivery = createDelivery({ db, channels, endLink, footer, log, clock: () => now })

  anna = await addPerson(db, 'anna@example.ru')
  telegram.say(77, 'hello')
  await link(db, anna, 'telegram', '77')
  await link(db, anna, 'mail', 'anna@example.ru')
  for (const channel of ['telegram', 'mail'] as const) {
    for (let i = 0; i < 50; i++) await enqueue(db, anna, channel, NOW, { body: HTML })
  }
})
afterEach(async () => {
  await delivery.stop()
  links.close()
  await smtp.close()
  await telegram.close()
  await database.remove()
})

it('sends one message per channel, with HTML as plain text', async () => {
  expect(await delivery.deliverDue()).toBe(100)
  expect(telegram.sent).toHaveLength(1)
  expect(smtp.mails).toHaveLength(1)
  for (const text of [telegram.sent[0]?.text ?? '', smtp.mails[0]?.text ?? '']) {
    expect(text.split(HTML)).toHaveLength(51)
    expect(text.split('Легковая · site.ru, −12,5 %')).toHaveLength(51)
    expect(text).toContain('Все уведомления: https://prices.example.ru/profile/notifications')
  }
  expect(telegram.sent[0]?.payload).not.toHaveProperty('parse_mode')
  expect(smtp.mails[0]?.headers.get('content-type')).toEqual(['text/plain; charset=utf-8'])
  expect(smtp.mails[0]?.headers.get('subject')).toEqual(['Изменение цен: 50 уведомлений'])
})

it('unlinks a chat that blocked the bot and turns its messages into dead letters', async () => {
  telegram.block(77)
  expect(await delivery.deliverDue()).toBe(50)
  expect(await linkedAddress(db, anna, 'telegram')).toBeUndefined()
  expect((await outboxOf(db, anna))[0]).toMatchObject({
    state: 'dead',
    reason: 'Telegram: 403 Forbidden: bot was blocked by the user',
  })
  expect(await db.get("SELECT details FROM audit_log WHERE details LIKE '%blocked%'")).toMatchObject({
    details: 'telegram unlinked: Telegram: 403 Forbidden: bot was blocked by the user',
  })
})

it('waits as long as Telegram asks', async () => {
  const parameters = { retry_after: 40 }
  telegram.failNext('sendMessage', { error_code: 429, description: 'Too Many Requests', parameters })
  await delivery.deliverDue()
  now = NOW + 39_000
  expect(await delivery.deliverDue()).toBe(0)
  expect(telegram.calls.get('sendMessage')).toBe(1)
  now = NOW + 40_000
  expect(await delivery.deliverDue()).toBe(50)
})
