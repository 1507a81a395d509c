// Specification 13.16

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCE_FILE_CALLS } from '../../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import {
  hasDovecot,
  type ImapServer,
  mailOf,
  mailSettings,
  startImapServer,
} from '../../../../tests/support/imap.ts'
import { ADMIN, startServer, temporaryFolder } from '../../../../tests/support/processes.ts'
import { sourceInput, tyresCsv } from '../../../../tests/support/sources.ts'

describe.skipIf(!hasDovecot)('the look into a mailbox', () => {
  let imap: ImapServer
  let server: Awaited<ReturnType<typeof trustingServer>>
  beforeAll(async () => {
    imap = await startImapServer()
    server = await trustingServer(imap)
    const at = new Date().toISOString()
    const above = [
      'Authentication-Results: mx.shop.ru; dkim=pass header.d=supplier.ru; spf=fail smtp.mailfrom=supplier.ru',
    ]
    const attachments = [{ name: '../Прайс.csv', content: tyresCsv(3) }]
    await imap.deliver(mailOf({ subject: 'Без прайса', above }), at)
    await imap.deliver(mailOf({ subject: 'Прайс', attachments, above }), at)
  })
  afterAll(async () => {
    await server.close()
    await imap.close()
  })

  const address = () => `imaps://localhost:${imap.tlsPort}/`
  const look = (mail: object = {}, over: object = {}) =>
    server.post(SOURCE_FILE_CALLS.findMail.path, {
      address: address(),
      mail: mailSettings(mail),
      secrets: imap.secrets,
      ...over,
    })

  it('stores the newest price list, says whose mail it was, and leaves the mail as it is', async () => {
    const { status, body } = await look({ subject: 'прайс' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Прайс.csv',
      letter: {
        from: 'price@supplier.ru',
        subject: 'Прайс',
        attachment: '../Прайс.csv',
        checked_by: 'mx.shop.ru',
        passed: ['DKIM'],
      },
    })
    const { file } = body as unknown as { file: string }
    expect(await server.post(`${SOURCE_PATHS.files}/${file}/guess`, {})).toMatchObject({
      body: { format: 'csv' },
    })
    expect((await imap.mails())?.flatMap(({ flags }) => flags)).toEqual([])
  })

  it('uses the secrets of a stored source, for its own server alone', async () => {
    const input = sourceInput({
      kind: 'mail',
      address: address(),
      secrets: imap.secrets,
      mail: mailSettings(),
    })
    const { id: source } = (await server.post(SOURCE_PATHS.sources, input)).body as unknown as { id: string }
    expect((await look({}, { secrets: undefined, source })).status).toBe(200)
    const other = `imap://localhost:${imap.startTlsPort}/`
    expect(await look({}, { secrets: undefined, source, address: other })).toMatchObject({
      status: 400,
      body: { error: 'Укажите имя пользователя и пароль почты' },
    })
    const moved = await server.post(`${SOURCE_PATHS.sources}/${source}`, {
      ...input,
      address: other,
      secrets: undefined,
    })
    expect(moved).toMatchObject({ status: 400 })
    expect(await server.get(`${SOURCE_PATHS.sources}/${source}`)).toMatchObject({
      source: { kind: 'mail', mail: mailSettings(), secret_names: ['Basic'] },
    })
  })

  it.each<[string, object, object, RegExp]>([
    [
      'a wrong password',
      {},
      { secrets: { headers: [], basic: { username: 'prices', password: 'x' } } },
      /не принял имя/,
    ],
    ['a missing folder', { folder: 'Нет' }, {}, /^Папки «Нет» в почтовом ящике нет$/],
    ['another sender', { from: '@nobody.ru' }, {}, /^В папке «INBOX» за 90 дней нет писем от @nobody\.ru$/],
    [
      'another subject',
      { subject: 'Диски' },
      {},
      /^Просмотрено писем от price@supplier\.ru: 2, но ни одного с темой «Диски»$/,
    ],
    [
      'another attachment',
      { attachment: '*.pdf' },
      {},
      /^Просмотрено писем .*: 2, ни одно не подошло\. Письмо «Прайс» от .*: нет вложения «\*\.pdf»$/,
    ],
    ['no proof', { proof: 'mx.other.ru' }, {}, /нет проверки отправителя сервером mx\.other\.ru$/],
    ['an internal network', {}, { address: 'imaps://127.0.0.1/' }, /^Адрес ведёт во внутреннюю сеть/],
    ['another port', {}, { address: 'imaps://mail.example.ru:25/' }, /порту 993/],
    ['no sender', { from: '' }, {}, /^Отправитель неверен/],
  ])('says in words: %s', async (_, mail, over, message) => {
    expect(await look(mail, over)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(message) },
    })
  })

  it('is refused to others, and is not repeated often', async () => {
    const person = { username: 'someone', password: 'Kolesa-Letom-2417' }
    expect((await server.post('/api/admin/users', { ...person, role: 'user', percent: 10 })).status).toBe(201)
    expect((await server.post(SOURCE_FILE_CALLS.findMail.path, {}, await server.signIn(person))).status).toBe(
      403,
    )
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await look({ from: '' })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

/** A server of its own process, whose threads read the mailbox and trust its certificate. */
async function trustingServer(imap: ImapServer) {
  const folder = temporaryFolder()
  const running = await startServer({
    DATA_DIR: folder.path,
    FETCH_ALLOWED_HOSTS: imap.hosts.join(),
    NODE_EXTRA_CA_CERTS: imap.certificateFile,
  })
  const send = async (method: string, path: string, payload: unknown, token: string) => {
    const answer = await fetch(`${running.origin}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      body: payload === undefined ? null : JSON.stringify(payload),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const signIn = async (person: object) =>
    (await send('POST', '/auth/login', person, '')).body.access_token ?? ''
  const admin = await signIn(ADMIN)
  return {
    signIn,
    post: (path: string, payload: unknown, token = admin) => send('POST', path, payload, token),
    get: async (path: string) => (await send('GET', path, undefined, admin)).body,
    async close() {
      await running.stop()
      folder.remove()
    },
  }
}
