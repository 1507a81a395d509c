// Specification 3.15, 10.18

import { describe, expect, it } from 'vitest'
import { ANNA, linkIn, linkTests, MAIL, pathOf } from '../../../tests/support/link-tests.ts'
import { SECRET } from '../../../tests/support/processes.ts'
import { demoAddress } from '../../features/notifications/channels/links.ts'
import { createCodeSigner } from '../../features/notifications/channels/mail/signed-code.ts'
import { createUnsubscribing } from '../../features/notifications/channels/mail/unsubscribing.ts'

const t = linkTests()

describe('e-mail with a mail server', () => {
  it('is linked by the link in the mail, which works once', async () => {
    const smtp = await t.startWithMail({ PUBLIC_URL: 'https://prices.example.ru' })
    expect(await t.call('POST', MAIL)).toEqual({
      status: 200,
      message: `Письмо со ссылкой для подтверждения отправлено на ${ANNA}`,
    })
    expect(await t.statusOf(MAIL)).toBe(false)
    expect(smtp.mails).toMatchObject([{ to: [ANNA] }])
    const link = linkIn(smtp.mails[0]?.text)
    expect(link.origin).toBe('https://prices.example.ru')

    const page = await t.open(pathOf(link))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`на ${ANNA}?`)
    expect(page.body).toContain('<form method="post"><button>Подтвердить адрес</button></form>')
    const done = await t.press(pathOf(link))
    expect([done.statusCode, done.body.includes('Адрес подтверждён')]).toEqual([200, true])
    expect(await t.statusOf(MAIL)).toBe(true)
    for (const again of [await t.open(pathOf(link)), await t.press(pathOf(link))]) {
      expect([again.statusCode, again.body.includes('уже использована')]).toEqual([400, true])
      expect(again.body).not.toContain('<form')
    }
    expect(await t.statusOf(MAIL)).toBe(true)
    expect(await t.call('POST', MAIL)).toEqual({ status: 200, message: true })
    expect(await t.audited()).toEqual(['mail linked'])
  })

  it.each(['localhost:8080', '127.0.0.1:8080'])(
    "links to the request's own origin on this machine if no public address is configured: %s",
    async (host) => {
      const smtp = await t.startWithMail()
      await t.wire.as(ANNA, { method: 'POST', url: MAIL, headers: { host } })
      expect(linkIn(smtp.mails[0]?.text).origin).toBe(`http://${host}`)
    },
  )

  it.each(['prices.local', 'evil.test', 'localhost.evil.test', '127.0.0.1.evil.test'])(
    'mails no link to %s, which anybody can claim to be the server, unless it is configured',
    async (host) => {
      const smtp = await t.startWithMail()
      const answer = await t.wire.as(ANNA, { method: 'POST', url: MAIL, headers: { host } })
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({ error: expect.stringContaining('PUBLIC_URL') })
      expect(smtp.mails).toEqual([])
    },
  )

  it.each(['GET', 'HEAD'] as const)(
    'is not linked by a %s request, as mail scanners send',
    async (method) => {
      const smtp = await t.startWithMail()
      await t.call('POST', MAIL)
      const url = pathOf(linkIn(smtp.mails[0]?.text))
      expect((await t.wire.app.inject({ method, url })).statusCode).toBe(200)
      expect(await t.statusOf(MAIL)).toBe(false)
      expect((await t.press(url)).statusCode).toBe(200)
    },
  )

  it('is not linked for a person without access', async () => {
    const smtp = await t.startWithMail()
    await t.call('POST', MAIL)
    await t.wire.db.run('UPDATE users SET disabled = 1')
    const link = pathOf(linkIn(smtp.mails[0]?.text))
    expect([(await t.open(link)).statusCode, (await t.press(link)).statusCode]).toEqual([400, 400])
  })

  it('rejects expired and foreign links, and links nobody', async () => {
    const smtp = await t.startWithMail()
    await t.call('POST', MAIL)
    const link = pathOf(linkIn(smtp.mails[0]?.text))
    const code = link.split('code=')[1] ?? ''
    for (const forged of ['', 'x', code.slice(0, -3), code.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))]) {
      const url = `${MAIL}/confirm?code=${forged}`
      for (const page of [await t.open(url), await t.press(url)])
        expect([page.statusCode, page.body.includes('с другого сервера')]).toEqual([400, true])
    }
    expect((await t.open(`${MAIL}/confirm`)).statusCode).toBe(400)
    await t.wire.db.run('UPDATE link_codes SET expires_at = expires_at - ?', 24 * 3_600_000 + 1_000)
    for (const late of [await t.open(link), await t.press(link)])
      expect([late.statusCode, late.body.includes('Срок ссылки истёк')]).toEqual([400, true])
    expect(await t.statusOf(MAIL)).toBe(false)
  })

  it("links the recipient's address, whoever opens the link; another user's code cannot link one's own", async () => {
    const smtp = await t.startWithMail()
    await t.wire.person('boris@example.ru')
    await t.call('POST', MAIL)
    await t.wire.as('boris@example.ru', { method: 'POST', url: pathOf(linkIn(smtp.mails[0]?.text)) })
    expect([await t.statusOf(MAIL), await t.statusOf(MAIL, 'boris@example.ru')]).toEqual([true, false])
  })

  it('voids the older mail by a newer one, and both by unlinking', async () => {
    const smtp = await t.startWithMail()
    await t.call('POST', MAIL)
    await t.call('POST', MAIL)
    const [first, second] = smtp.mails.map(({ text }) => pathOf(linkIn(text)))
    expect((await t.press(first ?? '')).statusCode).toBe(400)
    await t.call('DELETE', MAIL)
    expect((await t.press(second ?? '')).statusCode).toBe(400)
    expect(await t.statusOf(MAIL)).toBe(false)
  })

  it.each([
    'admin',
    'anna@example.ru\r\nBcc: eve@example.ru',
    'anna@example.ru, eve@example.ru',
    'Anna <anna@example.ru>',
    'anna@example.ru\u0000',
    'anna @example.ru',
  ])('refuses %j as an address with a message, and sends nothing', async (username) => {
    const smtp = await t.startWithMail()
    await t.wire.person(username)
    expect(await t.call('POST', MAIL, username)).toMatchObject({
      status: 400,
      message: 'Имя пользователя не похоже на адрес электронной почты',
    })
    expect(smtp.mails).toEqual([])
  })

  it('tells the person that a mail could not be sent', async () => {
    const smtp = await t.startWithMail()
    smtp.refuse(ANNA, 550)
    expect(await t.call('POST', MAIL)).toMatchObject({
      status: 400,
      message: `Почтовый сервер не принимает письма для ${ANNA}`,
    })
    smtp.refuseSenders(451)
    expect(await t.call('POST', MAIL)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/попробуйте позже/),
    })
    expect(t.wire.log.join('')).toContain('refused by the test')
    expect(await t.statusOf(MAIL)).toBe(false)
  })
})

describe('the unsubscribe link of a mail', () => {
  const linked = async () => {
    await t.start({ DEMO: '1', PUBLIC_URL: 'https://prices.example.ru' })
    await t.call('POST', MAIL)
    const header = t.wire.links.opened.mail.unsubscribing.headersFor(DEMO_ANNA)['List-Unsubscribe']
    return pathOf(linkIn(header?.slice(1, -1)))
  }
  const DEMO_ANNA = demoAddress(ANNA)
  const body = (type: string) => ({ headers: { 'content-type': type } })

  it('opens a page with a button, and unsubscribes only when that is pressed', async () => {
    const link = await linked()
    const page = await t.open(link)
    expect([page.statusCode, page.body.includes('<form method="post"><button>Отписаться')]).toEqual([
      200,
      true,
    ])
    expect((await t.wire.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(200)
    expect(await t.statusOf(MAIL)).toBe(true)
    expect((await t.press(link)).body).toContain('Вы отписаны')
    expect(await t.statusOf(MAIL)).toBe(false)
    expect(await t.audited()).toEqual(['mail linked', 'mail unlinked: link in a mail'])
    for (const again of [await t.open(link), await t.press(link)]) {
      expect([again.statusCode, again.body.includes('уже отписаны')]).toEqual([200, true])
      expect(again.body).not.toContain('<form')
    }
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('is posted by mail servers without a session, as %s', async (type, payload) => {
    const url = await linked()
    const answer = await t.wire.app.inject({ method: 'POST', url, payload, ...body(type) })
    expect(answer.statusCode).toBe(200)
    expect(await t.statusOf(MAIL)).toBe(false)
  })

  it('is refused when another server signed it, or for another kind of link', async () => {
    const link = await linked()
    const [code = '', tag = ''] = (link.split('code=')[1] ?? '').split('.')
    const forged = createUnsubscribing('another secret, as long as the first', 'https://x.ru').headersFor(
      DEMO_ANNA,
    )
    for (const wrong of [
      `${MAIL}/unsubscribe`,
      `${MAIL}/unsubscribe?code=${code}`,
      `${MAIL}/unsubscribe?code=x${code}.${tag}`,
      `${MAIL}/unsubscribe?code=${createCodeSigner(SECRET, 'mail link').sign(code)}`,
      pathOf(linkIn(forged['List-Unsubscribe']?.slice(1, -1))),
    ])
      for (const page of [await t.open(wrong), await t.press(wrong)])
        expect([page.statusCode, page.body.includes('с другого сервера')]).toEqual([400, true])
    expect(await t.statusOf(MAIL)).toBe(true)
  })

  it('is limited, and refuses large bodies', async () => {
    const url = await linked()
    const payload = 'x'.repeat(10_001)
    const large = await t.wire.app.inject({ method: 'POST', url, payload, ...body('text/plain') })
    expect(large.statusCode).toBe(413)
    expect(await t.statusOf(MAIL)).toBe(true)
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await t.press(url)).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('e-mail without a mail server', () => {
  it('is linked at once in demo mode, and can be unlinked repeatedly', async () => {
    await t.start({ DEMO: '1' })
    expect(await t.call('POST', MAIL)).toEqual({ status: 200, message: true })
    expect(await t.statusOf(MAIL)).toBe(true)
    for (let i = 0; i < 2; i++) {
      expect(await t.call('DELETE', MAIL)).toEqual({ status: 200, message: 'Email отвязан' })
    }
    expect(await t.statusOf(MAIL)).toBe(false)
    expect(await t.audited()).toEqual(['mail linked', 'mail unlinked'])
  })

  it('is otherwise refused with a message', async () => {
    await t.start()
    expect(await t.call('POST', MAIL)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/не настроена/),
    })
    expect(await t.statusOf(MAIL)).toBe(false)
  })
})
