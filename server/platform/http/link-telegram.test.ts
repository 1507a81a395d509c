// Specification 3.15, 10.18

import { describe, expect, it } from 'vitest'
import { ANNA, linkIn, linkTests, pathOf, TELEGRAM } from '../../../tests/support/link-tests.ts'
import { BOT_NAME } from '../../../tests/support/telegram.ts'

const t = linkTests()

describe('Telegram with a bot', () => {
  it('is linked by the deep link, and can be unlinked repeatedly', async () => {
    const telegram = await t.startWithBot()
    expect(await t.statusOf(TELEGRAM)).toBe('unlinked')
    const { url } = await t.call('POST', TELEGRAM)
    expect(url).toMatch(new RegExp(`^https://t\\.me/${BOT_NAME}\\?start=[\\w-]{22}$`))
    for (const duty of Object.values(t.wire.links.duties)) duty.start()
    telegram.say(77, `/start ${new URL(url).searchParams.get('start')}`)
    await telegram.message(1)
    expect(await t.statusOf(TELEGRAM)).toBe('linked')
    for (let i = 0; i < 2; i++) {
      expect(await t.call('DELETE', TELEGRAM)).toEqual({ status: 200, message: 'unlinked' })
    }
    expect(await t.statusOf(TELEGRAM)).toBe('unlinked')
    expect(await t.audited()).toEqual(['telegram linked', 'telegram unlinked'])
  })

  it('is refused with a message while Telegram does not answer, logging neither token nor code', async () => {
    const telegram = await t.startWithBot()
    telegram.failNext('getMe', 'hang up')
    expect(await t.call('POST', TELEGRAM)).toMatchObject({
      status: 503,
      error: expect.stringMatching(/Telegram/),
    })
    const { url } = await t.call('POST', TELEGRAM)
    expect(t.wire.log.join('')).toContain('Telegram: нет ответа')
    expect(t.wire.log.join('')).not.toContain('test-token')
    expect(t.wire.log.join('')).not.toContain(new URL(url).searchParams.get('start'))
  })

  it('has no page to confirm without the bot, not even in demo mode', async () => {
    await t.startWithBot({ DEMO: '1' })
    const { url } = await t.call('POST', TELEGRAM)
    const code = new URL(url).searchParams.get('start') ?? ''
    expect((await t.press(`${TELEGRAM}/page?code=${code}`)).statusCode).toBe(404)
    expect((await t.open(`${TELEGRAM}/page?code=${code}`)).statusCode).toBe(404)
    expect(await t.statusOf(TELEGRAM)).toBe('unlinked')
  })
})

describe('Telegram without a bot', () => {
  const begin = async (username = ANNA) => linkIn((await t.call('POST', TELEGRAM, username)).url)

  it('leads to a page that explains this and cannot confirm', async () => {
    await t.start()
    const link = await begin()
    const page = await t.open(pathOf(link))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('не настроен бот Telegram')
    expect(page.body).not.toContain('<form')
    expect((await t.press(pathOf(link))).statusCode).toBe(404)
    expect(await t.statusOf(TELEGRAM)).toBe('unlinked')
  })

  it('is confirmed on that page in demo mode, once for each user', async () => {
    await t.start({ DEMO: '1' })
    await t.wire.person('boris')
    const link = await begin()
    const page = await t.open(pathOf(link))
    expect(page.body).toContain('демонстрационном режиме')
    expect(page.body).toContain('<form method="post"><button>Подтвердить привязку</button></form>')
    const done = await t.press(pathOf(link))
    expect([done.statusCode, done.body.includes('Telegram привязан')]).toEqual([200, true])
    expect((await t.press(pathOf(link))).statusCode).toBe(400)
    expect((await t.open(pathOf(link))).statusCode).toBe(400)
    await t.press(pathOf(await begin('boris')))
    expect([await t.statusOf(TELEGRAM), await t.statusOf(TELEGRAM, 'boris')]).toEqual(['linked', 'linked'])
  })

  it('refuses an expired code on opening the page and on confirming', async () => {
    await t.start({ DEMO: '1' })
    const link = await begin()
    await t.wire.db.run('UPDATE link_codes SET expires_at = expires_at - ?', 15 * 60_000 + 1_000)
    for (const page of [await t.open(pathOf(link)), await t.press(pathOf(link))]) {
      expect([page.statusCode, page.body.includes('Срок ссылки истёк')]).toEqual([400, true])
    }
    expect(await t.statusOf(TELEGRAM)).toBe('unlinked')
  })

  it.each([
    ['a made-up code', 'code=made-up'],
    ['no code', ''],
    ['another field', 'code=x&__proto__=y'],
    ['a long code', `code=${'x'.repeat(2_000)}`],
  ])('refuses a form with %s', async (_, query) => {
    await t.start({ DEMO: '1' })
    expect((await t.press(`${TELEGRAM}/page?${query}`)).statusCode).toBe(400)
  })
})
