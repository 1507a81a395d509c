// Specification 27.5

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { startSmtp, type TestSmtp } from '../../../tests/support/smtp.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { priceTasks } from '../../prices/threads/tasks.ts'
import { createMailSender, type MailSender } from '../notifications/channels/mail/sender.ts'
import { createUnsubscribing } from '../notifications/channels/mail/unsubscribing.ts'
import { dueMonday } from './totals-routes.ts'
import { TotalsService } from './totals-service.ts'
import { sendWeeklyMails } from './weekly-mail.ts'

const MAIL = '/api/companion/totals/mail'
const FROM = 'Цены <prices@example.ru>'
/** Monday, 2026-04-20, 8:30 in Moscow. */
const DUE = Date.parse('2026-04-20T08:30:00+03:00')
const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE

describe('dueMonday', () => {
  it('is this week’s Monday from 8:30 in Moscow on', () => {
    expect(dueMonday(DUE - 1)).toBe('2026-04-13')
    expect(dueMonday(DUE)).toBe('2026-04-20')
    expect(dueMonday(DUE + WEEK - 1)).toBe('2026-04-20')
    // Sunday in UTC, but Monday in Moscow.
    expect(dueMonday(Date.parse('2026-04-19T21:30:00Z'))).toBe('2026-04-13')
  })
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`mails on Mondays on ${engine}`, () => {
    let wire: TestWire
    let smtp: TestSmtp
    let sender: MailSender
    beforeEach(async () => {
      wire = await testWire(
        { OWN_SITE: 'own.ru', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: FROM },
        open as () => Promise<TestDatabase>,
      )
      smtp = await startSmtp()
      sender = createMailSender(smtp.url, FROM)
    })
    afterEach(async () => {
      sender?.close()
      await smtp?.close()
      await wire?.close()
    })

    const send = (now: number, signal = new AbortController().signal, sendMail = sender.send) => {
      const { db } = wire.database
      const desk = new TotalsService({
        db,
        prices: db,
        isOwnSite: (host) => host === 'own.ru',
        run: (name, request) => priceTasks(() => db)[name]({ request, url: undefined } as never) as never,
        log: { warn: () => undefined },
      })
      const publicUrl = 'https://prices.example.ru'
      const unsubscribing = createUnsubscribing('a secret of at least thirty-two characters', publicUrl)
      return sendWeeklyMails({ db, desk, sendMail, unsubscribing, publicUrl }, now, signal)
    }
    const link = async (name: string) => {
      await wire.as(name, { url: MAIL })
      await wire.database.db.run(
        "INSERT INTO links (user_id, channel, address, linked_at) SELECT id, 'mail', ?, 0 FROM users WHERE username = ?",
        `${name}@example.ru`,
        name,
      )
    }
    const flip = (name: string, on: boolean) => wire.as(name, { method: 'POST', url: MAIL, payload: { on } })
    /** Switches the mails on, as of a week before they are due. */
    const subscribe = async (name: string) => {
      await link(name)
      expect((await flip(name, true)).json()).toEqual({ on: true, obstacle: null })
      await wire.database.db.run("UPDATE totals_mails SET sent_week = '2026-04-13'")
    }
    const priced = async () => {
      const { db } = wire.database
      await savePrices(db, 'own.ru', '2026-04-14', [[{}, { retail: 103, stock: 2 }]])
      await savePrices(db, 'a.ru', '2026-04-14', [[{}, { retail: 100 }]])
    }

    it('have last week’s figures, a link and the file, once', async () => {
      await priced()
      await subscribe('anna')
      await send(DUE - 1)
      expect(smtp.mails).toEqual([])
      await send(DUE)
      await send(DUE + MINUTE)
      expect(smtp.mails).toHaveLength(1)
      const [{ to, headers, raw } = { to: [], headers: new Map(), raw: '' }] = smtp.mails
      expect(to).toEqual(['anna@example.ru'])
      expect(headers.get('subject')).toEqual(['Итоги недели 13.04.2026 – 19.04.2026'])
      expect(headers.get('message-id')).toEqual([
        expect.stringMatching(/^<totals-2026-04-20-[0-9a-f]{16}@example\.ru>$/),
      ])
      const unsubscribe = headers.get('list-unsubscribe')?.[0]
      expect(unsubscribe).toMatch(/^<https:\/\/prices\.example\.ru\/.+\/unsubscribe\?code=.+>$/)
      expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
      expect(raw).toContain('filename=itogi_2026-04-13_2026-04-19.xlsx')
      await send(DUE + WEEK)
      expect(smtp.mails).toHaveLength(2)
    })

    it('have open undercuts, gaps, and the competitors that were missing', async () => {
      await priced()
      const { db } = wire.database
      await savePrices(db, 'own.ru', '2026-04-15', [[{}, { retail: 103 }]])
      await savePrices(db, 'b.ru', '2026-04-15', [[{}, { retail: 100 }]])
      await subscribe('anna')
      const texts: string[] = []
      await send(DUE, undefined, async ({ text }) => void texts.push(text))
      expect(texts[0]).toContain('Подрезаний с ответом: 0. Без ответа до конца периода: 0')
      expect(texts[0]).toContain(
        'Цены за 2 из 7 дней. Нет наших цен или цен конкурентов: 13 апр., 16–19 апр.',
      )
      expect(texts[0]).toContain('Без цен a.ru: 15 апр.; b.ru: 14 апр.')
    })

    it('go to nobody who is switched off, disabled or without an address', async () => {
      await priced()
      for (const name of ['anna', 'boris', 'clara', 'dina']) await subscribe(name)
      const { db } = wire.database
      expect((await flip('boris', false)).json()).toEqual({ on: false, obstacle: null })
      await db.run("UPDATE users SET disabled = 1 WHERE username = 'clara'")
      await db.run("DELETE FROM links WHERE address = 'dina@example.ru'")
      await send(DUE)
      expect(smtp.mails.map(({ to }) => to)).toEqual([['anna@example.ru']])
    })

    it('keep their Message-ID when a killed server’s mail is sent again', async () => {
      await priced()
      await subscribe('anna')
      await send(DUE)
      await wire.database.db.run(
        "UPDATE totals_mails SET sent_week = '2026-04-13', lease = 'dead', leased_until = ?",
        DUE + MINUTE,
      )
      await send(DUE + MINUTE / 2)
      expect(smtp.mails).toHaveLength(1)
      await send(DUE + 2 * MINUTE)
      expect(smtp.mails).toHaveLength(2)
      expect(new Set(smtp.mails.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(1)
    })

    it('are due again when the server stops during an attempt', async () => {
      await priced()
      await subscribe('anna')
      const stop = new AbortController()
      await send(DUE, stop.signal, async () => {
        stop.abort()
        throw new Error('aborted')
      })
      await send(DUE)
      expect(smtp.mails).toHaveLength(1)
    })

    it('are tried again, and a notice says that one could not be sent', async () => {
      await priced()
      await subscribe('anna')
      smtp.refuseSenders(421)
      let now = DUE
      await send(now)
      const notices = () =>
        wire.database.db.all<{ body: string }>("SELECT body FROM notifications WHERE vehicle_type = 'Итоги'")
      for (const minutes of [1, 4, 15, 60]) {
        expect(await notices()).toEqual([])
        now += minutes * MINUTE
        await send(now)
      }
      const body = 'Письмо с итогами недели не отправлено: почтовый сервер не отвечает.'
      expect(await notices()).toEqual([{ body }])
      await send(now + WEEK / 2)
      expect(await notices()).toHaveLength(1)
    })

    it('say that there are no prices', async () => {
      await subscribe('anna')
      await send(DUE)
      expect(smtp.mails).toHaveLength(1)
      expect(smtp.mails[0]?.raw).not.toContain('filename')
    })

    it('are switched on for the next Monday, and only with an address', async () => {
      await wire.as('anna', { url: MAIL })
      expect((await wire.as('anna', { url: MAIL })).json()).toEqual({ on: false, obstacle: 'address' })
      expect(await flip('anna', true)).toMatchObject({ statusCode: 409 })
      expect((await wire.as('anna', { method: 'POST', url: MAIL, payload: { on: 'true' } })).statusCode).toBe(
        400,
      )
      await link('boris')
      await flip('boris', true)
      await send(Date.now())
      expect(smtp.mails).toEqual([])
    })
  })
}

describe('mails on Mondays', () => {
  it('are not offered without a mail server', async () => {
    const wire = await testWire()
    try {
      expect((await wire.as('anna', { url: MAIL })).json()).toEqual({ on: false, obstacle: 'server' })
      expect((await wire.as('anna', { method: 'POST', url: MAIL, payload: { on: true } })).json()).toEqual({
        error: 'Почта не настроена на сервере, обратитесь к администратору',
      })
    } finally {
      await wire.close()
    }
  })
})
