import { afterEach, describe, expect, it } from 'vitest'
import { type LinkWire, linkWire } from '../../tests/support/link-wire.ts'
import { startSmtp, type TestSmtp } from '../../tests/support/smtp.ts'
import { BOT_NAME, BOT_TOKEN, startTelegram } from '../../tests/support/telegram.ts'

const MAIL = '/user/verify/mail'
const TELEGRAM = '/user/verify/telegram'
const ANNA = 'anna@example.ru'

let wire: LinkWire
let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  cleanUps = []
})

async function start(env: Record<string, string> = {}): Promise<void> {
  wire = await linkWire(env)
  cleanUps.push(wire.close)
  await wire.person(ANNA)
}
async function startWithMail(env: Record<string, string> = {}): Promise<TestSmtp> {
  const smtp = await startSmtp()
  cleanUps.push(smtp.close)
  await start({ SMTP_URL: smtp.url, MAIL_FROM: 'prices@example.ru', ...env })
  return smtp
}
async function startWithBot() {
  const telegram = await startTelegram()
  cleanUps.push(telegram.close)
  await start({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_ROOT: telegram.origin })
  return telegram
}

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, username = ANNA) => {
  const answer = await wire.as(username, { method, url })
  return { status: answer.statusCode, ...answer.json() }
}
const statusOf = async (url: string, username = ANNA) => (await call('GET', url, username)).message
const open = (url: string) => wire.app.inject({ url })
const confirm = (code: string) =>
  wire.app.inject({
    method: 'POST',
    url: `${TELEGRAM}/page`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ code }).toString(),
  })
const audited = async () =>
  (
    await wire.db.all<{ details: string }>(
      "SELECT details FROM audit_log WHERE event = 'link changed' ORDER BY id",
    )
  ).map(({ details }) => details)
const linkIn = (text = '') => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'about:blank')
const pathOf = ({ pathname, search }: URL) => pathname + search

describe('every route of the links', () => {
  it.each(
    [TELEGRAM, MAIL].flatMap((url) =>
      (['GET', 'POST', 'DELETE'] as const).map((method) => ({ method, url })),
    ),
  )('$method $url needs a session', async ({ method, url }) => {
    await start({ DEMO: '1' })
    expect(await call(method, url, 'nobody')).toEqual({
      status: 401,
      error: 'Требуется вход',
      message: 'Требуется вход',
    })
  })

  it.each([
    ['POST', TELEGRAM, '{}'],
    ['POST', TELEGRAM, ''],
    ['POST', MAIL, '{'],
    ['DELETE', TELEGRAM, ''],
    ['DELETE', MAIL, 'x'],
  ] as const)('%s %s does not mind the body %j under a JSON type', async (method, url, payload) => {
    await start({ DEMO: '1' })
    const headers = { 'content-type': 'application/json' }
    expect((await wire.as(ANNA, { method, url, headers, payload })).statusCode).toBe(200)
  })

  it.each([TELEGRAM, MAIL])('POST %s is limited', async (url) => {
    await start({ DEMO: '1' })
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await call('POST', url)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('e-mail with a mail server', () => {
  it('is linked by the link in the mail, once', async () => {
    const smtp = await startWithMail({ PUBLIC_URL: 'https://prices.example.ru' })
    expect(await call('POST', MAIL)).toEqual({
      status: 200,
      message: `Письмо со ссылкой для подтверждения отправлено на ${ANNA}`,
    })
    expect(await statusOf(MAIL)).toBe(false)
    expect(smtp.mails).toMatchObject([{ to: [ANNA] }])
    const link = linkIn(smtp.mails[0]?.text)
    expect(link.origin).toBe('https://prices.example.ru')

    const page = await open(pathOf(link))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Адрес подтверждён')
    expect(await statusOf(MAIL)).toBe(true)
    const again = await open(pathOf(link))
    expect(again.statusCode).toBe(400)
    expect(again.body).toContain('уже использована')
    expect(await statusOf(MAIL)).toBe(true)
    expect(await call('POST', MAIL)).toEqual({ status: 200, message: true })
    expect(await audited()).toEqual(['mail linked'])
  })

  it('leads to where the request came to when no public address is configured', async () => {
    const smtp = await startWithMail()
    await wire.as(ANNA, { method: 'POST', url: MAIL, headers: { host: 'prices.local:8080' } })
    expect(linkIn(smtp.mails[0]?.text).origin).toBe('http://prices.local:8080')
  })

  it('refuses links that expired or were tampered with, and links nobody', async () => {
    const smtp = await startWithMail()
    await call('POST', MAIL)
    const link = pathOf(linkIn(smtp.mails[0]?.text))
    const code = link.split('code=')[1] ?? ''
    for (const forged of ['', 'x', code.slice(0, -3), code.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))]) {
      const page = await open(`${MAIL}/confirm?code=${forged}`)
      expect([page.statusCode, page.body.includes('неверна')]).toEqual([400, true])
    }
    expect((await open(`${MAIL}/confirm`)).statusCode).toBe(400)
    await wire.db.run('UPDATE link_codes SET expires_at = expires_at - ?', 24 * 3_600_000 + 1_000)
    const late = await open(link)
    expect([late.statusCode, late.body.includes('Срок ссылки истёк')]).toEqual([400, true])
    expect(await statusOf(MAIL)).toBe(false)
  })

  it("links the address of whom it was sent to, whoever opens it; another's code is no good for one's own", async () => {
    const smtp = await startWithMail()
    await wire.person('boris@example.ru')
    await call('POST', MAIL)
    await wire.as('boris@example.ru', { url: pathOf(linkIn(smtp.mails[0]?.text)) })
    expect([await statusOf(MAIL), await statusOf(MAIL, 'boris@example.ru')]).toEqual([true, false])
  })

  it('a newer mail makes the older void, and unlinking makes both void', async () => {
    const smtp = await startWithMail()
    await call('POST', MAIL)
    await call('POST', MAIL)
    const [first, second] = smtp.mails.map(({ text }) => pathOf(linkIn(text)))
    expect((await open(first ?? '')).statusCode).toBe(400)
    await call('DELETE', MAIL)
    expect((await open(second ?? '')).statusCode).toBe(400)
    expect(await statusOf(MAIL)).toBe(false)
  })

  it('is not confirmed by a HEAD request, as scanners of mail make', async () => {
    const smtp = await startWithMail()
    await call('POST', MAIL)
    const url = pathOf(linkIn(smtp.mails[0]?.text))
    expect((await wire.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    expect(await statusOf(MAIL)).toBe(false)
  })

  it.each([
    'admin',
    'anna@example.ru\r\nBcc: eve@example.ru',
    'anna@example.ru, eve@example.ru',
    'Anna <anna@example.ru>',
    'anna@example.ru\u0000',
    'anna @example.ru',
  ])('refuses %j as an address, in words, and sends nothing', async (username) => {
    const smtp = await startWithMail()
    await wire.person(username)
    expect(await call('POST', MAIL, username)).toMatchObject({
      status: 400,
      message: 'Имя пользователя не похоже на адрес электронной почты',
    })
    expect(smtp.mails).toEqual([])
  })

  it('says in words that a mail could not be sent', async () => {
    const smtp = await startWithMail()
    smtp.refuse(ANNA, 550)
    expect(await call('POST', MAIL)).toMatchObject({
      status: 400,
      message: `Почтовый сервер не принимает письма для ${ANNA}`,
    })
    smtp.refuseSenders(451)
    expect(await call('POST', MAIL)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/попробуйте позже/),
    })
    expect(wire.log.join('')).toContain('refused by the test')
    expect(await statusOf(MAIL)).toBe(false)
  })
})

describe('e-mail without a mail server', () => {
  it('is linked at once in a demonstration, and unlinked as often as one likes', async () => {
    await start({ DEMO: '1' })
    expect(await call('POST', MAIL)).toEqual({ status: 200, message: true })
    expect(await statusOf(MAIL)).toBe(true)
    for (let i = 0; i < 2; i++) {
      expect(await call('DELETE', MAIL)).toEqual({ status: 200, message: 'Email отвязан' })
    }
    expect(await statusOf(MAIL)).toBe(false)
    expect(await audited()).toEqual(['mail linked', 'mail unlinked'])
  })

  it('is refused in words otherwise', async () => {
    await start()
    expect(await call('POST', MAIL)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/не настроена/),
    })
    expect(await statusOf(MAIL)).toBe(false)
  })
})

describe('Telegram with a bot', () => {
  it('is linked by the deep link, and unlinked as often as one likes', async () => {
    const telegram = await startWithBot()
    expect(await statusOf(TELEGRAM)).toBe('unlinked')
    const { url } = await call('POST', TELEGRAM)
    expect(url).toMatch(new RegExp(`^https://t\\.me/${BOT_NAME}\\?start=[\\w-]{22}$`))
    wire.links.start()
    telegram.say(77, `/start ${new URL(url).searchParams.get('start')}`)
    await telegram.message(1)
    expect(await statusOf(TELEGRAM)).toBe('linked')
    for (let i = 0; i < 2; i++) {
      expect(await call('DELETE', TELEGRAM)).toEqual({ status: 200, message: 'unlinked' })
    }
    expect(await statusOf(TELEGRAM)).toBe('unlinked')
    expect(await audited()).toEqual(['telegram linked', 'telegram unlinked'])
  })

  it('is refused in words while Telegram does not answer; neither token nor code are in the log', async () => {
    const telegram = await startWithBot()
    telegram.failNext('getMe', 'hang up')
    expect(await call('POST', TELEGRAM)).toMatchObject({
      status: 503,
      error: expect.stringMatching(/Telegram/),
    })
    const { url } = await call('POST', TELEGRAM)
    expect(wire.log.join('')).toContain('Telegram: нет ответа')
    expect(wire.log.join('')).not.toContain('test-token')
    expect(wire.log.join('')).not.toContain(new URL(url).searchParams.get('start'))
  })

  it('has no page that could confirm without it, not even in a demonstration', async () => {
    const telegram = await startTelegram()
    cleanUps.push(telegram.close)
    await start({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_ROOT: telegram.origin, DEMO: '1' })
    const { url } = await call('POST', TELEGRAM)
    const code = new URL(url).searchParams.get('start') ?? ''
    expect((await confirm(code)).statusCode).toBe(404)
    expect((await open(`${TELEGRAM}/page?code=${code}`)).statusCode).toBe(404)
    expect(await statusOf(TELEGRAM)).toBe('unlinked')
  })
})

describe('Telegram without a bot', () => {
  const begin = async (username = ANNA) => linkIn((await call('POST', TELEGRAM, username)).url)
  const codeIn = (link: URL) => link.searchParams.get('code') ?? ''

  it('leads to a page that says so and cannot confirm', async () => {
    await start()
    const link = await begin()
    const page = await open(pathOf(link))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('не настроен бот Telegram')
    expect(page.body).not.toContain('<form')
    expect((await confirm(codeIn(link))).statusCode).toBe(404)
    expect(await statusOf(TELEGRAM)).toBe('unlinked')
  })

  it('is confirmed on that page in a demonstration, once, and for each user', async () => {
    await start({ DEMO: '1' })
    await wire.person('boris')
    const link = await begin()
    const page = await open(pathOf(link))
    expect(page.body).toContain('демонстрационном режиме')
    expect(page.body).toContain(`name="code" value="${codeIn(link)}"`)
    const done = await confirm(codeIn(link))
    expect([done.statusCode, done.body.includes('Telegram привязан')]).toEqual([200, true])
    expect((await confirm(codeIn(link))).statusCode).toBe(400)
    expect((await open(pathOf(link))).statusCode).toBe(400)
    await confirm(codeIn(await begin('boris')))
    expect([await statusOf(TELEGRAM), await statusOf(TELEGRAM, 'boris')]).toEqual(['linked', 'linked'])
  })

  it('refuses an expired code on the page and behind the button', async () => {
    await start({ DEMO: '1' })
    const link = await begin()
    await wire.db.run('UPDATE link_codes SET expires_at = expires_at - ?', 15 * 60_000 + 1_000)
    for (const page of [await open(pathOf(link)), await confirm(codeIn(link))]) {
      expect([page.statusCode, page.body.includes('Срок ссылки истёк')]).toEqual([400, true])
    }
    expect(await statusOf(TELEGRAM)).toBe('unlinked')
  })

  it.each([
    ['a made-up code', 'code=made-up'],
    ['no code', ''],
    ['another field', 'code=x&__proto__=y'],
    ['a long code', `code=${'x'.repeat(1_000)}`],
  ])('refuses a form with %s', async (_, payload) => {
    await start({ DEMO: '1' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await wire.app.inject({ method: 'POST', url: `${TELEGRAM}/page`, headers, payload })
    expect(answer.statusCode).toBe(400)
  })
})

describe('the pages', () => {
  it('hold no script, load nothing, and are not kept or framed', async () => {
    await start({ DEMO: '1' })
    const { headers, body } = await open(`${MAIL}/confirm?code=x`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(body).not.toMatch(/<script|\son\w+=|href=|src=/)
  })

  it('show what comes with the address as text', async () => {
    await start({ DEMO: '1' })
    const page = await open(`${TELEGRAM}/page?code=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page.body).not.toContain('alert')
  })
})
