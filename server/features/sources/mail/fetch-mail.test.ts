// Specification 13.16

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  hasDovecot,
  type ImapServer,
  mailOf,
  mailSettings,
  startImapServer,
} from '../../../../tests/support/imap.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { tyresCsv } from '../../../../tests/support/sources.ts'
import { acceptRun, addRun } from '../runs.ts'

const DAY = '2026-11-21'
const NEXT = '2026-11-22'
/** 06:00 in Moscow. */
const EARLY = `${DAY}T03:00:00Z`
const CSV = 'прайс.csv'

/** Mail with a price list of four tyres from this price on. */
const listMail = (price: number, over: object = {}) =>
  mailOf({ subject: `Прайс ${price}`, attachments: [{ name: CSV, content: tyresCsv(4, price) }], ...over })

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open || !hasDovecot)(`sources that read mails, on ${engine}`, () => {
    let imap: ImapServer
    let database: TestDatabase
    let at: SourcesAt
    beforeAll(async () => {
      imap = await startImapServer()
    })
    afterAll(() => imap.close())
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      at = await sourcesAt(database, imap.hosts, EARLY)
      await at.addAdmin('admin')
    })
    afterEach(async () => {
      await database.remove()
      await imap.asOwner(async (client) => {
        for (const { path } of await client.list()) {
          await client.mailboxOpen(path)
          await client.messageDelete('1:*')
          if (path !== 'INBOX') await client.mailboxDelete(path)
        }
      })
    })

    const address = () => `imaps://localhost:${imap.tlsPort}/`
    const input = (mail: object = {}, over: object = {}) => ({
      kind: 'mail',
      address: address(),
      secrets: imap.secrets,
      mail: mailSettings(mail),
      times: ['06:30'],
      ...over,
    })
    const addMailSource = (mail: object = {}, over: object = {}) => at.addSource(input(mail, over))
    const byHand = (id: string) => addRun(at.db, { sourceId: id, day: NEXT, startedBy: 'hand' }, at.clock())
    const runsOf = async (id: string) => (await at.page(id)).runs
    const morning = async (day = DAY) => {
      at.at(`${day}T03:30:00Z`)
      await at.work()
    }

    it('read the newest mail of the sender and mark it as read', async () => {
      await imap.deliver(listMail(3_000), `${DAY}T01:00:00Z`)
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      await imap.deliver(listMail(9_000, { from: 'other@supplier.ru' }), `${DAY}T02:30:00Z`)
      const id = await addMailSource()
      await morning()
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'imported', trigger: 'schedule', tyres: 4 })
      const log = run?.log.map(({ text }) => text)
      expect(log).toContain(`Письмо «Прайс 4000» от 21.11.2026 от price@supplier.ru: «${CSV}»`)
      expect(log).toContain('Более ранних писем: 1. Они не читаются, потому что есть новее')
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000, X3: 4003 })
      expect((await imap.mails())?.map(({ subject, flags }) => [subject, flags])).toEqual([
        ['Прайс 3000', []],
        ['Прайс 4000', ['\\Seen']],
        ['Прайс 9000', []],
      ])
      expect(readdirSync(join(database.location.dataDir, 'incoming'))).toEqual([])
      expect(at.warnings).toEqual([])
    })

    it('move it where that is set, create the folder, and never go back to an older one', async () => {
      await imap.deliver(listMail(3_000), `${DAY}T01:00:00Z`)
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ move_to: 'Прочитанное' })
      await morning()
      expect((await imap.mails('Прочитанное'))?.map(({ subject }) => subject)).toEqual(['Прайс 4000'])
      await morning(NEXT)
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'unchanged', day: NEXT })
      expect(run?.message).toBe(
        'Нового письма от price@supplier.ru нет: последнее, от 21.11.2026, уже прочитано: цены те же, что за 21.11.2026',
      )
      expect(await at.prices('a.ru', NEXT)).toMatchObject({ X0: 4000 })
      await imap.deliver(listMail(5_000), `${NEXT}T04:00:00Z`)
      at.at(`${NEXT}T05:00:00Z`)
      await byHand(id)
      await at.work()
      expect(await at.prices('a.ru', NEXT)).toMatchObject({ X0: 5000 })
    })

    it('fail once the last mail is older than its prices stand', async () => {
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ valid_days: 1 })
      await morning()
      await morning(NEXT)
      expect((await runsOf(id))[0]).toMatchObject({ state: 'unchanged' })
      await morning('2026-11-23')
      const [run] = await runsOf(id)
      // The mail may still come: the run is tried again.
      expect(run).toMatchObject({ state: 'waiting', attempt: 1 })
      expect(run?.message).toBe(
        'Нового письма от price@supplier.ru нет: последнее, от 21.11.2026, старше 1 дн.',
      )
    })

    it('read a mail again by hand after its mapping was changed, by schedule only if its prices came in', async () => {
      await imap.deliver(mailOf({ attachments: [{ name: CSV, content: 'не прайс' }] }), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ move_to: 'Done' })
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'failed' })
      expect((await imap.mails('Done'))?.length).toBe(1)
      await morning(NEXT)
      expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', attempt: 1 })
      await at.changeSource(id, input({ move_to: 'Done' }, { enabled: false }))
      await at.changeSource(id, input({ move_to: 'Done' }))
      await byHand(id)
      await at.work()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'failed', trigger: 'hand' })
      expect((await runsOf(id))[0]?.log.map(({ text }) => text)).toContain(
        `Письмо «Прайс-лист» от 21.11.2026 от price@supplier.ru: «${CSV}»`,
      )
    })

    it.each([
      ['before its import', 'import'],
      ['before it is marked', 'settle'],
    ] as const)('a process that dies %s loses and repeats nothing', async (_, dying) => {
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource()
      at.at(`${DAY}T03:30:00Z`)
      const phases = at.phasesOf(at.db)
      const begun = Promise.withResolvers<void>()
      const hang = () => {
        begun.resolve()
        return new Promise<never>(() => undefined)
      }
      const dies = at.runnerOf({ ...phases, [dying]: hang }, 'dead')
      void dies.runDue()
      await begun.promise
      // The lease of the dead process expires.
      at.pass(3)
      await at.work()
      const runs = await runsOf(id)
      expect(runs.map(({ state }) => state)).toEqual(['imported'])
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000 })
      await morning(NEXT)
      expect((await runsOf(id)).map(({ state }) => state)).toEqual(['unchanged', 'imported'])
      expect((await imap.mails())?.map(({ flags }) => flags)).toEqual([['\\Seen']])
    })

    it('lose no mail that was found before a process died, when the next attempt fails', async () => {
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource()
      at.at(`${DAY}T03:30:00Z`)
      const begun = Promise.withResolvers<void>()
      const hang = () => {
        begun.resolve()
        return new Promise<never>(() => undefined)
      }
      void at.runnerOf({ ...at.phasesOf(at.db), import: hang }, 'dead').runDue()
      await begun.promise
      const wrong = { headers: [], basic: { username: 'prices', password: 'changed' } }
      await at.changeSource(id, input({}, { secrets: wrong }))
      at.pass(3)
      await at.work()
      expect((await runsOf(id)).map(({ state }) => state)).toEqual(['failed'])
      await at.changeSource(id, input())
      await morning(NEXT)
      expect((await runsOf(id)).map(({ state }) => state)).toEqual(['imported', 'failed'])
    })

    it('leave a mail that was held back to a person, who accepts it', async () => {
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource({}, { times: ['06:30', '12:00'] })
      await morning()
      const few = [{ name: CSV, content: tyresCsv(1) }]
      await imap.deliver(mailOf({ attachments: few }), `${NEXT}T02:00:00Z`)
      await morning(NEXT)
      expect((await imap.mails())?.map(({ flags }) => flags)).toEqual([['\\Seen'], ['\\Seen']])
      at.at(`${NEXT}T09:00:00Z`)
      await at.work()
      const [later, held] = await runsOf(id)
      expect(held).toMatchObject({ state: 'held', day: NEXT })
      expect(later).toMatchObject({
        state: 'waiting',
        message: 'Нового письма от price@supplier.ru нет: последнее, от 22.11.2026, ждёт решения',
      })
      await acceptRun(at.db, held?.id ?? 0, at.clock())
      at.pass(1)
      await at.work()
      expect((await runsOf(id)).map(({ state }) => state)).toEqual(['unchanged', 'imported', 'imported'])
      expect(Object.keys(await at.prices('a.ru', NEXT))).toEqual(['X0'])
    })

    it('read one mail for two sites, each its own attachment', async () => {
      const two = [
        { name: 'Летние.csv', content: tyresCsv(4, 4_000) },
        { name: 'Зимние.csv', content: tyresCsv(4, 7_000) },
      ]
      await imap.deliver(mailOf({ attachments: two }), `${DAY}T02:00:00Z`)
      const summer = await addMailSource({ attachment: 'летние*', move_to: 'Done' })
      const winter = await addMailSource({ attachment: '*ИМН*.csv', move_to: 'Done' }, { site: 'b.ru' })
      const both = await addMailSource({ move_to: 'Done' }, { site: 'c.ru' })
      await morning()
      expect((await runsOf(summer))[0]).toMatchObject({ state: 'imported' })
      expect((await runsOf(winter))[0]).toMatchObject({ state: 'imported' })
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000 })
      expect(await at.prices('b.ru', DAY)).toMatchObject({ X0: 7000 })
      expect((await runsOf(both))[0]).toMatchObject({
        state: 'failed',
        message:
          'Письмо «Прайс-лист» от 21.11.2026: подходят несколько вложений: «Летние.csv», «Зимние.csv». Уточните имя вложения',
      })
    })

    it('recognise a price list by its content, whatever it is called, beside other attachments', async () => {
      const attachments = [
        { name: 'подпись.txt', content: 'С уважением,\nАнна\n' },
        { name: 'logo.png', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
        { name: 'выгрузка', content: tyresCsv(4, 4_000) },
      ]
      await imap.deliver(mailOf({ attachments }), `${DAY}T02:00:00Z`)
      const id = await addMailSource()
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'imported' })
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000 })
    })

    it.each([
      ['in bytes of windows-1251', '\xef\xf0\xe0\xe9\xf1.csv'],
      [
        'in encoded words that are split within a letter',
        '=?utf-8?B?0L/R?=\r\n =?utf-8?B?gNCw0LnRgS5jc3Y=?=',
      ],
    ])('read names %s', async (_, name) => {
      const encoded = `=?utf-8?B?${Buffer.from(CSV).toString('base64')}?=`
      const mail = Buffer.from(listMail(4_000)).toString('latin1').replaceAll(encoded, name)
      await imap.deliver(Buffer.from(mail, 'latin1'), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ attachment: 'ПРАЙС.*' })
      await morning()
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'imported' })
      expect(run?.log.map(({ text }) => text)).toContainEqual(expect.stringMatching(/: «прайс\.csv»$/))
    })

    it('read a mail that is nothing but its attachment', async () => {
      const mail = [
        'From: price@supplier.ru',
        'Subject: =?utf-8?B?0J/RgNCw0LnRgQ==?=',
        'MIME-Version: 1.0',
        'Content-Type: application/octet-stream; name="\xef\xf0\xe0\xe9\xf1.csv"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(tyresCsv(4, 4_000)).toString('base64'),
        '',
      ].join('\r\n')
      await imap.deliver(Buffer.from(mail, 'latin1'), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ attachment: 'прайс.*' })
      await morning()
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'imported' })
    })

    it('name attachments that are not read, with the reason', async () => {
      const attachments = [
        { name: 'winmail.dat', content: Buffer.from('\x78\x9f\x3e\x22\x01', 'latin1') },
        { name: 'прайс.rar', content: 'Rar!\x1a\x07' },
      ]
      await imap.deliver(mailOf({ attachments }), `${DAY}T02:00:00Z`)
      const id = await addMailSource()
      await morning()
      const words =
        'Не читаются: «winmail.dat» — вложения Outlook в формате TNEF, нужно письмо в формате HTML; «прайс.rar» — архив RAR, нужен ZIP'
      const [run] = await runsOf(id)
      expect(run?.message).toContain(
        `Письмо «Прайс-лист» от 21.11.2026: нет вложения с прайс-листом. ${words}`,
      )
      expect(run?.log.map(({ text }) => text)).toContainEqual(expect.stringContaining(words))
    })

    it('skip mails that their server does not vouch for, and those with another subject or without a list', async () => {
      const pass = 'Authentication-Results: mx.shop.ru; dkim=pass header.d=supplier.ru'
      await imap.deliver(listMail(4_000, { above: [pass] }), `${DAY}T01:00:00Z`)
      await imap.deliver(mailOf({ subject: 'Прайс: вопрос', above: [pass] }), `${DAY}T01:30:00Z`)
      await imap.deliver(listMail(6_000, { subject: 'Другое', above: [pass] }), `${DAY}T01:40:00Z`)
      const forged = ['Authentication-Results: mx.shop.ru; dkim=none; spf=fail smtp.mailfrom=a@evil.ru']
      await imap.deliver(listMail(9_000, { above: forged, below: [pass] }), `${DAY}T02:00:00Z`)
      const id = await addMailSource({ proof: 'mx.shop.ru', subject: 'прайс' })
      await morning()
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'imported' })
      expect(await at.prices('a.ru', DAY)).toMatchObject({ X0: 4000 })
      const log = run?.log.map(({ text }) => text)
      expect(log).toContain(
        'Письмо «Прайс 9000» от 21.11.2026: сервер mx.shop.ru не подтвердил отправителя (DKIM или SPF)',
      )
      expect(log).toContain('Письмо «Прайс: вопрос» от 21.11.2026: нет вложения с прайс-листом')
    })

    it('connect with STARTTLS as well', async () => {
      await imap.deliver(listMail(4_000), `${DAY}T02:00:00Z`)
      const id = await addMailSource({}, { address: `imap://localhost:${imap.startTlsPort}` })
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'imported' })
    })

    it.each([
      [
        'a wrong password',
        {},
        { headers: [], basic: { username: 'prices', password: 'no' } },
        'Сервер почты не принял имя пользователя или пароль',
      ],
      ['a folder that is missing', { folder: 'Прайсы' }, undefined, 'Папки «Прайсы» в почтовом ящике нет'],
    ])('say in words: %s', async (_, mail, secrets, message) => {
      const id = await addMailSource(mail, secrets && { secrets })
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'failed', message })
    })

    it('say that no mail came, and read the one that comes before the next attempt', async () => {
      const id = await addMailSource()
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({
        state: 'waiting',
        message: 'В папке «INBOX» за 45 дней нет писем от price@supplier.ru',
      })
      await imap.deliver(listMail(4_000), `${DAY}T03:30:30Z`)
      at.pass(2)
      await at.work()
      expect((await runsOf(id)).map(({ state }) => state)).toEqual(['imported'])
    })

    it('refuse a mail that is too large before they download it, and skip one with thousands of attachments', async () => {
      const large = { name: CSV, content: Buffer.alloc(6 * 2 ** 20, 'x') }
      await imap.deliver(mailOf({ attachments: [large] }), `${DAY}T02:00:00Z`)
      const id = await addMailSource()
      await morning()
      expect((await runsOf(id))[0]).toMatchObject({ state: 'failed', message: 'Файл больше 5 МБ' })
      const many = Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}.csv`, content: 'x' }))
      await imap.deliver(mailOf({ attachments: many }), `${NEXT}T02:00:00Z`)
      await imap.deliver(listMail(4_000), `${NEXT}T01:00:00Z`)
      await morning(NEXT)
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ state: 'imported' })
      expect(run?.log.map(({ text }) => text)).toContain(
        'Письмо «Прайс-лист» от 22.11.2026: больше 500 частей',
      )
    })
  })
}
