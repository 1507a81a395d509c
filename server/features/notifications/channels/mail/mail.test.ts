// Specification 10.16, 10.18

import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../../../../../tests/support/smtp.ts'
import { composeSubject, composeText, messageKey } from '../../delivery/compose.ts'
import { mailChannel } from './mail-linking.ts'
import { createMailSender, type MailSender } from './sender.ts'
import { createCodeSigner } from './signed-code.ts'
import { createUnsubscribing } from './unsubscribing.ts'

const FROM = 'Цены <prices@example.ru>'
const KEY = messageKey('user', 'mail', [1, 2])
const patient = new AbortController().signal

let smtp: TestSmtp
let senders: MailSender[] = []

beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => {
  for (const sender of senders) sender.close()
  senders = []
  return smtp.close()
})

function senderTo(url: string): MailSender {
  const sender = createMailSender(url, FROM)
  senders.push(sender)
  return sender
}

const send = (
  over: { address?: string; subject?: string; text?: string; url?: string; publicUrl?: string } = {},
) => {
  const { address = 'anna@example.ru', subject = 'Тема', text = 'Текст', url = smtp.url, publicUrl } = over
  return mailChannel(senderTo(url).send, createUnsubscribing('secret', publicUrl)).send(
    address,
    { subject, text, key: KEY, notifications: [] },
    patient,
  )
}

describe('mail', () => {
  it('comes from the configured sender as plain text', async () => {
    const text = 'Легковая · сайт.рф, −12,5 %\n<b>Шина</b> & <script>alert(1)</script>\n.\nконец'
    await send({ subject: 'Изменение цен: Легковая · сайт.рф', text })
    expect(smtp.mails).toHaveLength(1)
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: 'prices@example.ru', to: ['anna@example.ru'] })
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: [FROM],
      to: ['anna@example.ru'],
      subject: ['Изменение цен: Легковая · сайт.рф'],
      'content-type': ['text/plain; charset=utf-8'],
      'auto-submitted': ['auto-generated'],
    })
    expect(mail?.text.trimEnd()).toBe(text)
  })

  it.each([
    ['https://prices.example.ru', [['List-Unsubscribe=One-Click']]],
    ['http://prices.local', [undefined]],
  ])('names the address that ends the mails, and how to post to it: %s', async (publicUrl, post) => {
    await send({ publicUrl })
    const headers = smtp.mails[0]?.headers
    expect(headers?.get('list-unsubscribe')).toEqual([
      expect.stringMatching(/^<https?:\/\/prices\.[a-z.]+\/user\/verify\/mail\/unsubscribe\?code=[\w.-]+>$/),
    ])
    expect([headers?.get('list-unsubscribe-post')]).toEqual(post)
  })

  it('has no such header without a public address', async () => {
    await send()
    expect(smtp.mails[0]?.headers.has('list-unsubscribe')).toBe(false)
  })

  it('keeps its Message-ID when sent again', async () => {
    await send()
    await send()
    const ids = smtp.mails.map(({ headers }) => headers.get('message-id'))
    expect(ids).toEqual([[`<${KEY}@example.ru>`], [`<${KEY}@example.ru>`]])
  })

  it.each([
    ['the subject', { subject: 'Тема\r\nBcc: eve@example.ru\r\n\r\nтело' }],
    ['the address', { address: 'anna@example.ru\r\nBcc: eve@example.ru' }],
    ['the address, as a list', { address: 'anna@example.ru, eve@example.ru' }],
    ['the address, as an SMTP command', { address: 'anna@example.ru>\r\nRCPT TO:<eve@example.ru' }],
  ])('lets nobody add headers or recipients through %s', async (_, over) => {
    await send(over).catch(() => undefined)
    for (const mail of smtp.mails) {
      expect(mail.to).toHaveLength(1)
      expect(mail.to[0]).not.toBe('eve@example.ru')
      expect(mail.headers.has('bcc')).toBe(false)
    }
  })

  it('is still one mail with one subject for a site with a strange name', async () => {
    const notification = {
      vehicle_type: '',
      host: 'a.ru\r\nBcc: eve@example.ru',
      percent: 1,
      body: 'x\r\n.\r\nMAIL FROM:<>',
    }
    await send({ subject: composeSubject([notification]), text: composeText([notification], 1_000) })
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.headers.has('bcc')).toBe(false)
    expect(smtp.mails[0]?.text).toContain('MAIL FROM:<>')
  })

  it('is refused permanently for an unknown recipient, temporarily for a full mailbox', async () => {
    smtp.refuse('nobody@example.ru', 550)
    smtp.refuse('full@example.ru', 452)
    await expect(send({ address: 'nobody@example.ru' })).rejects.toMatchObject({
      name: 'DeliveryError',
      permanent: true,
      gone: false,
    })
    await expect(send({ address: 'full@example.ru' })).rejects.toMatchObject({
      permanent: false,
      retryAfterMs: 0,
    })
  })

  it('pauses when the server refuses us or cannot be reached', async () => {
    const resting = { name: 'DeliveryError', permanent: false, retryAfterMs: 30_000 }
    smtp.refuseSenders(550)
    await expect(send()).rejects.toMatchObject(resting)
    await expect(send({ url: 'smtp://127.0.0.1:9' })).rejects.toMatchObject(resting)
    await expect(send({ url: smtp.url.replace('//', '//me:wrong@') })).rejects.toMatchObject(resting)
  })

  it('gives up on a silent server as soon as its signal aborts', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const giveUp = new AbortController()
    silent.once('connection', () => giveUp.abort())
    const sender = senderTo(`smtp://127.0.0.1:${port}`)
    await expect(sender.send({ to: 'a@x.ru', subject: 's', text: 't' }, giveUp.signal)).rejects.toMatchObject(
      {
        name: 'DeliveryError',
        permanent: false,
      },
    )
    await new Promise((resolve) => silent.close(resolve))
  })
})

describe('the connection to the mail server', () => {
  const mail = { to: 'anna@example.ru', subject: 'Тема', text: 'Текст' }

  it('is reused for mail after mail, and closed when the server stops', async () => {
    const sender = senderTo(smtp.url)
    for (let n = 0; n < 3; n++) await sender.send(mail, patient)
    expect(smtp.mails).toHaveLength(3)
    expect(smtp.connections).toEqual({ opened: 1, open: 1 })
    sender.close()
    await expect.poll(() => smtp.connections).toEqual({ opened: 1, open: 0 })
  })

  it('completes the mail in progress on closing, and accepts none after it', async () => {
    const sender = senderTo(smtp.url)
    const sent = sender.send(mail, patient)
    await smtp.connected
    sender.close()
    await sent
    expect(smtp.mails).toHaveLength(1)
    await expect(sender.send(mail, patient)).rejects.toMatchObject({
      name: 'DeliveryError',
      permanent: false,
    })
  })

  it('is re-established after the mail server was down', async () => {
    const sender = senderTo(smtp.url)
    await sender.send(mail, patient)
    smtp.dropConnections()
    await expect.poll(() => smtp.connections.open).toBe(0)
    await sender.send(mail, patient)
    expect(smtp.mails).toHaveLength(2)
  })
})

describe('a signed code', () => {
  const signer = createCodeSigner('secret', 'mail link')

  it('is opened by its signer', () => {
    expect(signer.open(signer.sign('abc'))).toBe('abc')
  })

  it.each([
    ['unsigned', 'abc'],
    ['empty', ''],
    ['signed with another secret', createCodeSigner('other', 'mail link').sign('abc')],
    ['signed for another kind of links', createCodeSigner('secret', 'mail unsubscribe').sign('abc')],
    ['another code with this signature', `abd${signer.sign('abc').slice(3)}`],
    ['longer', `${signer.sign('abc')}.x`],
    ['cut', signer.sign('abc').slice(0, -2)],
  ])('is refused when it is %s', (_, text) => {
    expect(signer.open(text)).toBeUndefined()
  })
})
