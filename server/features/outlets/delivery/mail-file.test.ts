// Specification 24.9

import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { outletSettings } from '../../../../tests/support/outlets.ts'
import { type SentPublications, sentPublications } from '../../../../tests/support/publications.ts'
import { startSmtp, type TestSmtp } from '../../../../tests/support/smtp.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'
import { createMailSender, type MailSender } from '../../notifications/channels/mail/sender.ts'
import { NO_SECRETS } from './delivery-kind.ts'
import { MAIL_DELIVERY } from './mail-delivery.ts'

const FILE = '\ufeffАртикул;Город;Цена\r\nA-1;Томск;5200\r\n'
const FROM = 'Цены <prices@example.ru>'
const RECIPIENTS = ['anna@shop.ru', 'boris@shop.ru']
const mail = (recipients: readonly string[] = RECIPIENTS) => ({ kind: 'mail', recipients })

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`publications by mail on ${engine}`, () => {
    let wire: TestWire
    let at: SentPublications
    let smtp: TestSmtp
    let sender: MailSender
    beforeAll(async () => {
      wire = await testWire(
        { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: FROM },
        open as () => Promise<TestDatabase>,
      )
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('chief', { role: 'admin' })
    })
    afterAll(() => wire?.close())
    beforeEach(async () => {
      smtp = await startSmtp()
      sender = createMailSender(smtp.url, FROM)
      at = sentPublications(wire, { sendMail: sender.send })
    })
    afterEach(async () => {
      sender.close()
      await smtp.close()
    })
    const lastOf = async (id: number) => (await at.seen(id)).deliveries[0]
    const published = async (recipients = RECIPIENTS) => {
      const id = await at.create(mail(recipients))
      await at.publish(id)
      await at.send()
      return id
    }

    it('are one mail to all recipients, with the file', async () => {
      const id = await published()
      expect(await at.seen(id)).toMatchObject({
        can_mail: true,
        outlet: { delivery: mail() },
        deliveries: [{ state: 'sent' }],
      })
      expect(smtp.mails).toHaveLength(1)
      const [{ to, headers, raw } = { to: [], headers: new Map(), raw: '' }] = smtp.mails
      expect(to).toEqual(RECIPIENTS)
      expect(headers.get('subject')).toEqual([expect.stringMatching(/^Цены: Сайт, \d\d\.\d\d\.\d{4}$/)])
      expect(headers.get('message-id')).toEqual([expect.stringMatching(/^<[\w-]+@example\.ru>$/)])
      expect(raw).toContain('filename=prices.csv')
      expect(raw.replaceAll('\r\n', '')).toContain(Buffer.from(FILE).toString('base64'))
    })

    it('keep their Message-ID when a killed server’s mail is sent again', async () => {
      const id = await published()
      await wire.database.db.run(
        "UPDATE outlet_deliveries SET state = 'running', lease = 'dead', leased_until = 1 WHERE outlet_id = ?",
        id,
      )
      await at.send()
      expect(smtp.mails).toHaveLength(2)
      expect(new Set(smtp.mails.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(1)
      await at.publish(id)
      await at.send()
      expect(new Set(smtp.mails.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(2)
    })

    it('name refused recipients, and reach the others once', async () => {
      smtp.refuse('boris@shop.ru', 550)
      const id = await published()
      expect(smtp.mails.map(({ to }) => to)).toEqual([['anna@shop.ru']])
      expect(await lastOf(id)).toMatchObject({
        state: 'failed',
        message: 'Почтовый сервер не принял адреса: boris@shop.ru. Остальным письмо отправлено',
      })
      const only = await published(['boris@shop.ru'])
      expect(await lastOf(only)).toMatchObject({
        state: 'failed',
        message: 'Почтовый сервер не принял адреса: boris@shop.ru',
      })
    })

    it('are tried again when the mail server refuses for now', async () => {
      smtp.refuse('anna@shop.ru', 450)
      const id = await published(['anna@shop.ru'])
      expect(await lastOf(id)).toMatchObject({ state: 'waiting', attempts: 1 })
      smtp.refuseSenders(421)
      await at.makeDue()
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'waiting',
        attempts: 2,
        message: 'Почтовый сервер не отвечает или не принял письмо',
      })
    })

    it.each([
      ['a header', 'anna@shop.ru\r\nBcc: x@shop.ru'],
      ['two addresses', 'anna@shop.ru, x@shop.ru'],
      ['no address', 'anna'],
    ])('refuse %s as a recipient', async (_, recipient) => {
      const id = await at.create(mail())
      expect(await at.post(`/${id}/delivery`, mail([recipient]))).toEqual({
        status: 400,
        body: { error: expect.stringContaining('Это не адрес электронной почты: «') },
      })
      expect((await at.seen(id)).outlet.delivery).toEqual(mail())
    })

    it('go to ten recipients at most, and to one at least', async () => {
      const id = await at.create(mail())
      const many = Array.from({ length: 11 }, (_, n) => `a${n}@shop.ru`)
      for (const recipients of [many, []])
        expect(await at.post(`/${id}/delivery`, mail(recipients))).toMatchObject({ status: 400 })
      expect(await at.post(`/${id}/delivery`, mail(many.slice(1)))).toMatchObject({ status: 200 })
    })
  })
}

describe('publications by mail', () => {
  it('are no larger than mail servers take', async () => {
    const file = {
      name: 'prices.csv',
      type: 'text/csv',
      key: '1-a',
      body: Readable.from(Array.from({ length: 21 }, () => Buffer.alloc(2 ** 20))),
    }
    const publication = { settings: outletSettings(), set_name: 'Зима', published_at: 0 }
    const target = { kind: 'mail' as const, recipients: ['anna@shop.ru'], secrets: NO_SECRETS }
    const deps = { allowedHosts: new Set<string>(), sendMail: async () => {}, userAgent: '', stallSeconds: 5 }
    const sent = MAIL_DELIVERY.send(target, publication, file, deps, new AbortController().signal)
    await expect(sent).rejects.toMatchObject({
      message: 'Файл больше 20 МБ: почтой его не отправить',
      again: false,
    })
  })

  it('are not offered without mail settings, and are refused in words', async () => {
    const wire = await testWire()
    try {
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('chief', { role: 'admin' })
      const at = sentPublications(wire)
      const id = await at.create({ kind: 'address', address: 'https://shop.ru/', method: 'PUT' })
      expect((await at.seen(id)).can_mail).toBe(false)
      const words = 'Почта не настроена на сервере, обратитесь к администратору'
      expect(await at.post(`/${id}/delivery`, mail())).toEqual({ status: 409, body: { error: words } })
      // The settings of the server were removed later.
      await wire.database.db.run('UPDATE outlets SET delivery = ?', JSON.stringify(mail()))
      await at.publish(id)
      await at.send()
      expect((await at.seen(id)).deliveries).toMatchObject([{ state: 'failed', message: words }])
    } finally {
      await wire.close()
    }
  })
})
