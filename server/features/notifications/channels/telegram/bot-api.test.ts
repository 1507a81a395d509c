// Specification 10.16, 10.18

import { Bot } from 'grammy'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BOT_TOKEN, startTelegram, type TelegramDouble } from '../../../../../tests/support/telegram.ts'
import { composeText } from '../../delivery/compose.ts'
import { telegramChannel } from './bot-api.ts'

let telegram: TelegramDouble

beforeEach(async () => {
  telegram = await startTelegram()
  telegram.say(77, 'hello')
})
afterEach(() => telegram.close())

const send = (text: string, address = '77', signal = new AbortController().signal) => {
  const bot = new Bot(BOT_TOKEN, { client: { apiRoot: telegram.origin } })
  return telegramChannel(bot.api).send(address, { subject: 's', text, key: 'k', notifications: [] }, signal)
}

it('sends plain text: no markup is parsed and no link is previewed', async () => {
  const text = '<b>Шина</b> *и* [ссылка](https://x.ru) & <script>alert(1)</script>'
  await send(text)
  expect(telegram.sent).toMatchObject([{ chat_id: '77', text }])
  expect(telegram.sent[0]?.payload).toEqual({
    chat_id: '77',
    text,
    link_preview_options: { is_disabled: true },
  })
})

it('accepts the longest text composed for it', async () => {
  const notifications = Array.from({ length: 2_000 }, () => ({
    vehicle_type: 'Ёлка 🛞',
    host: 'сайт.рф',
    percent: 12,
    body: '',
  }))
  await send(composeText(notifications, telegramChannel(new Bot(BOT_TOKEN).api).textLimit))
  expect(telegram.sent).toHaveLength(1)
})

it.each([
  [
    'a blocked bot',
    { error_code: 403, description: 'Forbidden: bot was blocked by the user' },
    { gone: true },
  ],
  ['a deleted account', { error_code: 403, description: 'Forbidden: user is deactivated' }, { gone: true }],
  ['no such chat', { error_code: 400, description: 'Bad Request: chat not found' }, { gone: true }],
  [
    'a bad message',
    { error_code: 400, description: 'Bad Request: message is too long' },
    { permanent: true },
  ],
  [
    'too many messages',
    { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 35 } },
    { retryAfterMs: 35_000 },
  ],
  [
    'a Bot API out of order',
    { error_code: 500, description: 'Internal Server Error' },
    { retryAfterMs: 30_000 },
  ],
  ['a wrong token', { error_code: 401, description: 'Unauthorized' }, { retryAfterMs: 30_000 }],
] as const)('says what %s means', async (_, answer, meaning) => {
  telegram.failNext('sendMessage', answer as never)
  await expect(send('x')).rejects.toMatchObject({
    name: 'DeliveryError',
    message: `Telegram: ${answer.error_code} ${answer.description}`,
    gone: false,
    permanent: 'gone' in meaning,
    retryAfterMs: 0,
    ...meaning,
  })
})

it('treats a lost connection and a silent Bot API as transient, without revealing the token', async () => {
  telegram.failNext('sendMessage', 'hang up')
  const lost = { message: 'Telegram: нет ответа', permanent: false, retryAfterMs: 30_000 }
  await expect(send('x')).rejects.toMatchObject(lost)
  await expect(send('x', '77', AbortSignal.abort())).rejects.toMatchObject(lost)
})

it('treats a chat linked in demo mode as gone', async () => {
  await expect(send('x', 'demo:1')).rejects.toMatchObject({ gone: true })
})
