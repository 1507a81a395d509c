// Specification 10.16, 10.18

import { Bot } from 'grammy'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BOT_TOKEN, startTelegram, type TelegramDouble } from '../../../../../tests/support/telegram.ts'
import { createPolling, type Polling } from './polling.ts'

let telegram: TelegramDouble
let logged: string[] = []
let pollings: Polling[] = []

beforeEach(async () => {
  telegram = await startTelegram()
  logged = []
  pollings = []
})
afterEach(async () => {
  await Promise.all(pollings.map((polling) => polling.stop()))
  await telegram.close()
})

const log = {
  info: (text: string) => void logged.push(`info ${text}`),
  warn: (text: string) => void logged.push(`warn ${text}`),
} as never

/** Creates an echo bot. */
function echo({ token = BOT_TOKEN, apiRoot = telegram.origin, name = '' } = {}) {
  const bot = new Bot(token, { client: { apiRoot } })
  bot.on('message:text', (ctx) => ctx.reply(name + ctx.message.text))
  const pauses: number[] = []
  let paused = Promise.withResolvers<void>()
  let resume = Promise.withResolvers<void>()
  const polling = createPolling({
    bot,
    log,
    // Waits until the test ends the pause, or until polling stops.
    async pause(ms, signal) {
      pauses.push(ms)
      signal.addEventListener('abort', () => resume.resolve(), { once: true })
      paused.resolve()
      await resume.promise
    },
  })
  pollings.push(polling)
  return {
    ...polling,
    pauses,
    paused: () => paused.promise,
    goOn() {
      paused = Promise.withResolvers()
      const { resolve } = resume
      resume = Promise.withResolvers()
      resolve()
    },
  }
}

describe('polling', () => {
  it('handles and confirms each update once', async () => {
    const bot = echo()
    bot.start()
    telegram.say(1, 'one')
    await telegram.message(1)
    telegram.say(1, 'two')
    await telegram.message(2)
    await bot.stop()
    expect(telegram.unconfirmed()).toBe(0)
    expect(telegram.sent.map(({ text }) => text)).toEqual(['one', 'two'])
    const next = echo()
    next.start()
    telegram.say(1, 'three')
    await telegram.message(3)
    expect(telegram.sent.at(-1)?.text).toBe('three')
  })

  it('confirms what it has handled when stopped midway', async () => {
    const bot = echo()
    telegram.say(1, 'one')
    bot.start()
    await telegram.message(1)
    await bot.stop()
    expect(telegram.unconfirmed()).toBe(0)
  })

  it('stops at once while waiting for updates or pausing', async () => {
    const bot = echo()
    bot.start()
    await telegram.called('getUpdates', 1)
    await bot.stop()
    telegram.failNext('getMe', 'hang up')
    const pausing = echo()
    pausing.start()
    await pausing.paused()
    await pausing.stop()
  })

  it('removes a webhook, which would prevent polling', async () => {
    telegram.setWebhook('https://example.ru')
    const bot = echo()
    bot.start()
    telegram.say(1, 'one')
    expect((await telegram.message(1)).text).toBe('one')
  })

  it('resumes after an outage of the Bot API, with growing pauses', async () => {
    const down = { error_code: 502, description: 'Bad Gateway' }
    telegram.failNext('getUpdates', 'hang up', down, 'hang up')
    const bot = echo()
    bot.start()
    for (let i = 0; i < 3; i++) {
      await bot.paused()
      bot.goOn()
    }
    telegram.say(1, 'one')
    await telegram.message(1)
    expect(bot.pauses).toEqual([1_000, 2_000, 4_000])
  })

  it('waits as long as the Bot API asks', async () => {
    telegram.failNext('getUpdates', {
      error_code: 429,
      description: 'Too Many Requests: retry after 17',
      parameters: { retry_after: 17 },
    })
    const bot = echo()
    bot.start()
    await bot.paused()
    expect(bot.pauses).toEqual([17_000])
  })

  it('two servers with one bot take turns: no update is lost and none is answered by both', async () => {
    const [first, second] = [echo({ name: 'first ' }), echo({ name: 'second ' })]
    first.start()
    await telegram.called('getUpdates', 1)
    second.start()
    await first.paused()
    telegram.say(1, 'one')
    expect((await telegram.message(1)).text).toBe('second one')
    await telegram.called('getUpdates', 3)
    first.goOn()
    await second.paused()
    telegram.say(1, 'two')
    expect((await telegram.message(2)).text).toBe('first two')
    expect(telegram.sent).toHaveLength(2)
    expect([first.pauses, second.pauses]).toEqual([[60_000], [60_000]])
    expect(logged).toEqual([expect.stringMatching(/^info .*409/), expect.stringMatching(/^info .*409/)])
  })

  it('logs a wrong token at long intervals, without the token itself', async () => {
    const bot = echo({ token: '999:secret' })
    bot.start()
    await bot.paused()
    expect(bot.pauses).toEqual([60_000])
    const unreachable = echo({ token: '999:secret', apiRoot: 'http://127.0.0.1:9' })
    unreachable.start()
    await unreachable.paused()
    expect(logged).toEqual(['warn Telegram: 401 Unauthorized', 'warn Telegram: нет ответа'])
  })
})
