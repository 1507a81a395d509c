// Specification 24.9

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  FILES_PASSWORD,
  FILES_USER,
  type FileServer,
  hasFileServers,
  type SftpServer,
  startFtp,
  startSftp,
} from '../../../../tests/support/file-servers.ts'
import { startMadeUpFtp } from '../../../../tests/support/made-up-ftp.ts'
import { startMadeUpSftp } from '../../../../tests/support/made-up-sftp.ts'
import { type SentPublications, sentPublications } from '../../../../tests/support/publications.ts'
import { localCertificate, trust } from '../../../../tests/support/push-certificate.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'

const FILE = '\ufeffАртикул;Город;Цена\r\nA-1;Томск;5200\r\n'
const basic = { username: FILES_USER, password: FILES_PASSWORD }
const secrets = { headers: [], basic }
/** Statuses of SFTP. */
const [OK, NO_SUCH_FILE, FAILURE] = [0, 2, 4]
const OVERWRITE = ['AllowOverwrite on']

let wire: TestWire
let at: SentPublications

async function begin(hosts: readonly string[], open?: () => Promise<TestDatabase>): Promise<void> {
  wire = await testWire({ FETCH_ALLOWED_HOSTS: hosts.join(',') }, open)
  await wire.addUser('anna', { role: 'analyst' })
  await wire.addUser('chief', { role: 'admin' })
  at = sentPublications(wire, { hosts })
}

const lastOf = async (id: number) => (await at.seen(id)).deliveries[0]
const target = (address: string, over: object = {}) => ({
  kind: 'address',
  address,
  method: 'PUT',
  secrets,
  ...over,
})

interface Started {
  server: FileServer
  scheme: string
}

const SERVERS: readonly [name: string, start: () => Promise<Started>][] = [
  ['FTP', async () => ({ server: await startFtp({ lines: OVERWRITE }), scheme: 'ftp' })],
  [
    'FTP with AUTH TLS',
    async () => {
      const certificate = localCertificate()
      trust(certificate)
      return { server: await startFtp({ tls: 'required', certificate, lines: OVERWRITE }), scheme: 'ftpes' }
    },
  ],
  ['SFTP', async () => ({ server: await startSftp(), scheme: 'sftp' })],
]

for (const [name, start] of SERVERS) {
  describe.skipIf(!hasFileServers)(`uploads by ${name}`, () => {
    let server: FileServer
    let scheme: string
    beforeAll(async () => {
      ;({ server, scheme } = await start())
      await begin([server.host])
    })
    afterAll(async () => {
      await wire?.close()
      await server?.stop()
    })
    afterEach(() => {
      for (const file of readdirSync(server.folder)) rmSync(join(server.folder, file), { recursive: true })
    })
    const address = (place: string) => `${scheme}://${server.host}${server.folder}/${place}`
    const content = (file: string) => readFileSync(join(server.folder, file), 'utf8')

    it('put one whole file under its own name or the given one, in place of the former', async () => {
      for (const [place, file] of [
        ['', 'prices.csv'],
        ['%D1%86%D0%B5%D0%BD%D1%8B.csv', 'цены.csv'],
      ] as const) {
        const id = await at.create(target(address(place)))
        for (const price of [5100, 5200]) {
          await at.publish(id, price)
          await at.send()
          expect(await lastOf(id)).toMatchObject({ state: 'sent', attempts: 1 })
          expect(content(file)).toBe(FILE.replace('5200', String(price)))
        }
        expect(readdirSync(server.folder)).toEqual([file])
        rmSync(join(server.folder, file))
      }
    })

    it('replace what a killed upload left', async () => {
      const id = await at.create(target(address('prices.csv')))
      writeFileSync(
        join(server.folder, '.prices.csv.part'),
        'half of a much longer file than the whole one, '.repeat(9),
      )
      await at.publish(id)
      await at.send()
      expect(content('prices.csv')).toBe(FILE)
      expect(readdirSync(server.folder)).toEqual(['prices.csv'])
    })

    it('end with a wrong password, and with a missing folder', async () => {
      const wrong = { headers: [], basic: { ...basic, password: 'falsch' } }
      for (const [place, over, words] of [
        ['', { secrets: wrong }, `Сервер ${server.host} не принял имя и пароль`],
        ['none/', {}, `Сервер ${server.host} не нашёл папку из адреса или не пускает в неё`],
      ] as const) {
        const id = await at.create(target(address(place), over))
        await at.publish(id)
        await at.send()
        expect(await lastOf(id)).toMatchObject({ state: 'failed', attempts: 1, message: words })
      }
    })

    it('say that the server does not put the file in place, and leave none unfinished', async () => {
      // A folder of that name cannot be replaced by a file.
      mkdirSync(join(server.folder, 'prices.csv', 'full'), { recursive: true })
      const id = await at.create(target(address('prices.csv')))
      await at.publish(id)
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('не даёт переименовать его поверх прежнего'),
      })
      expect(readdirSync(server.folder)).toEqual(['prices.csv'])
    })
  })
}

describe.skipIf(!hasFileServers)('uploads', () => {
  afterEach(() => wire?.close())

  it('leave the former file where the server overwrites none', async () => {
    const server = await startFtp()
    try {
      await begin([server.host])
      writeFileSync(join(server.folder, 'prices.csv'), 'former')
      writeFileSync(join(server.folder, '.prices.csv.part'), 'left by a killed upload')
      const id = await at.create(target(`ftp://${server.host}${server.folder}/`))
      await at.publish(id)
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('разрешите на нём переименование и замену файлов'),
      })
      expect(readFileSync(join(server.folder, 'prices.csv'), 'utf8')).toBe('former')
      expect(readdirSync(server.folder)).toEqual(['prices.csv'])
    } finally {
      await server.stop()
    }
  })

  it('are tried again while the disk of the server is full', async () => {
    let full = true
    const ftp = await startMadeUpFtp({
      STOR: async ({ say, data }) => {
        say('150 send')
        const socket = await data()
        await socket.resume().toArray()
        say(full ? '452 no space' : '226 thanks')
      },
      SIZE: `213 ${Buffer.byteLength(FILE)}`,
      RNFR: '350 and now',
      RNTO: '250 done',
    })
    try {
      await begin([ftp.host])
      const id = await at.create(target(`ftp://${ftp.host}/in/prices.csv`))
      await at.publish(id)
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'waiting',
        attempts: 1,
        message: `Сервер ${ftp.host} не записал файл: похоже, на нём не хватает места`,
      })
      full = false
      await at.makeDue()
      await at.send()
      expect(await lastOf(id)).toMatchObject({ state: 'sent', attempts: 2 })
      expect(ftp.commands).toEqual(expect.arrayContaining(['RNFR .prices.csv.part', 'RNTO prices.csv']))
    } finally {
      await ftp.close()
    }
  })

  it('use the plain renaming of SFTP where no other is offered, and try again while the disk is full', async () => {
    let full = true
    let bytes = 0
    const renamed: string[][] = []
    const sftp = await startMadeUpSftp({
      serve(stream) {
        stream.on('REMOVE', (id) => stream.status(id, NO_SUCH_FILE))
        stream.on('OPEN', (id) => stream.handle(id, Buffer.from('h')))
        stream.on('WRITE', (id, _handle, offset, data) => {
          bytes = offset + data.length
          stream.status(id, full ? FAILURE : OK)
        })
        stream.on('CLOSE', (id) => stream.status(id, OK))
        stream.on('FSETSTAT', (id) => stream.status(id, OK))
        stream.on('STAT', (id) =>
          stream.attrs(id, { mode: 0o100644, uid: 0, gid: 0, size: bytes, atime: 0, mtime: 0 }),
        )
        stream.on('RENAME', (id, from, to) => {
          renamed.push([from, to])
          stream.status(id, OK)
        })
      },
    })
    try {
      await begin([sftp.host])
      const id = await at.create(target(`sftp://${sftp.host}/in/`))
      await at.publish(id)
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'waiting',
        message: `Сервер ${sftp.host} не записал файл: похоже, на нём не хватает места`,
      })
      expect(renamed).toEqual([])
      full = false
      await at.makeDue()
      await at.send()
      expect(await lastOf(id)).toMatchObject({ state: 'sent' })
      expect(renamed).toEqual([['/in/.prices.csv.part', '/in/prices.csv']])
    } finally {
      await sftp.close()
    }
  })

  it('do not rename a file that arrived in part', async () => {
    const ftp = await startMadeUpFtp({
      STOR: async ({ say, data }) => {
        say('150 send')
        await (await data()).resume().toArray()
        say('226 thanks')
      },
      SIZE: '213 3',
    })
    try {
      await begin([ftp.host])
      const id = await at.create(target(`ftp://${ftp.host}/in/prices.csv`))
      await at.publish(id)
      await at.send()
      expect(await lastOf(id)).toMatchObject({
        state: 'waiting',
        message: 'Соединение с сервером оборвалось',
      })
      expect(ftp.commands.filter((command) => command.startsWith('RN'))).toEqual([])
    } finally {
      await ftp.close()
    }
  })

  it('leave the former file when they are killed in the middle, and put one whole file later', async () => {
    const stopping = new AbortController()
    const server = await startFtp({ lines: OVERWRITE })
    const slow = await startMadeUpFtp({
      STOR: ({ say }) => {
        say('150 send')
        stopping.abort()
      },
    })
    try {
      await begin([server.host, slow.host])
      const id = await at.create(target(`ftp://${slow.host}/prices.csv`))
      await at.publish(id)
      await at.send(stopping.signal)
      expect(slow.commands).toContain('STOR .prices.csv.part')
      expect(slow.commands.filter((command) => command.startsWith('RN'))).toEqual([])
      expect(await lastOf(id)).toMatchObject({ state: 'waiting', attempts: 0 })
      const moved = target(`ftp://${server.host}${server.folder}/prices.csv`)
      expect(await at.post(`/${id}/delivery`, moved, 'chief')).toMatchObject({ status: 200 })
      // The lease of a process that was killed.
      await wire.database.db.run(
        "UPDATE outlet_deliveries SET state = 'running', lease = 'dead', leased_until = 1 WHERE outlet_id = ?",
        id,
      )
      await at.send()
      expect(await lastOf(id)).toMatchObject({ state: 'sent' })
      expect(readdirSync(server.folder)).toEqual(['prices.csv'])
      expect(readFileSync(join(server.folder, 'prices.csv'), 'utf8')).toBe(FILE)
    } finally {
      await slow.close()
      await server.stop()
    }
  })

  it.each([
    ['an internal address', { address: 'ftp://10.0.0.1/' }, 'Адрес ведёт во внутреннюю сеть'],
    ['another port', { address: 'sftp://shop.ru:2222/' }, 'должен быть на порту 22'],
    [
      'a password in it',
      { address: 'sftp://a:b@shop.ru/' },
      'Имя и пароль в адресе видны всем: укажите их отдельно',
    ],
    ['a pattern', { address: 'ftp://shop.ru/*.csv' }, 'Вместо * укажите имя файла'],
    ['a slash in a name', { address: 'ftp://shop.ru/in/..%2Fa.csv' }, 'недопустимые знаки'],
    ['a further command', { address: 'ftp://shop.ru/a%0D%0ADELE b' }, 'недопустимые знаки'],
    ['a line break', { address: 'https://shop.ru/a\nb' }, 'В адресе недопустимые знаки'],
    [
      'a header',
      { secrets: { headers: [{ name: 'X-Key', value: 'x' }], basic: null } },
      'нужны имя и пароль, а не заголовок',
    ],
    [
      'SFTP without a password',
      { address: 'sftp://shop.ru/', secrets: { headers: [], basic: null } },
      'Для SFTP нужны имя и пароль',
    ],
    ['no key', { address: 'sftp://shop.ru/', host_key: 'SHA256:x' }, 'Ключ сервера пишется как SHA256:…'],
    [
      'a name with a command',
      { secrets: { headers: [], basic: { username: 'a\r\nDELE b', password: '' } } },
      'Имя пользователя пусто или с недопустимыми знаками',
    ],
  ])('refuse %s', async (_, over, words) => {
    await begin([])
    const id = await at.create({ kind: 'address', address: 'https://shop.ru/', method: 'PUT' })
    expect(await at.post(`/${id}/delivery`, target('ftp://shop.ru/', over))).toEqual({
      status: 400,
      body: { error: expect.stringContaining(words) },
    })
  })
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open || !hasFileServers)(`the key of an SFTP server on ${engine}`, () => {
    let server: SftpServer
    beforeAll(async () => {
      server = await startSftp()
      await begin([server.host], open as () => Promise<TestDatabase>)
    })
    afterAll(async () => {
      await wire?.close()
      await server?.stop()
    })

    it('is learned by the first delivery; another one gets no file until a person accepts it', async () => {
      const delivery = target(`sftp://${server.host}${server.folder}/`)
      const id = await at.create(delivery)
      await at.publish(id)
      await at.send()
      const first = server.fingerprint()
      expect((await at.seen(id)).outlet.delivery).toMatchObject({ host_key: first })
      rmSync(join(server.folder, 'prices.csv'))
      await server.replaceKey()
      await at.publish(id, 5300)
      await at.send()
      const last = await lastOf(id)
      expect(last?.state).toBe('failed')
      expect(last?.message).toContain(`был ${first}, стал ${server.fingerprint()}`)
      expect(last?.message).toContain('пароль не отправлен. Спросите магазин')
      expect(existsSync(join(server.folder, 'prices.csv'))).toBe(false)
      // Settings saved again keep the key, unless it is named.
      const { secrets: _, ...kept } = delivery
      expect(await at.post(`/${id}/delivery`, kept, 'chief')).toMatchObject({ status: 200 })
      expect((await at.seen(id)).outlet.delivery).toMatchObject({ host_key: first })
      const accepted = { ...kept, host_key: server.fingerprint() }
      expect(await at.post(`/${id}/delivery`, accepted, 'chief')).toMatchObject({ status: 200 })
      await at.post(`/${id}/delivery/again`)
      await at.send()
      expect(await lastOf(id)).toMatchObject({ state: 'sent' })
      expect(readFileSync(join(server.folder, 'prices.csv'), 'utf8')).toBe(FILE.replace('5200', '5300'))
      const audit = await wire.database.db.all<{ details: string }>(
        'SELECT details FROM audit_log ORDER BY id',
      )
      const accepting = `ключ сервера ${server.fingerprint()}`
      expect(audit.map(({ details }) => details)).toContainEqual(expect.stringContaining(accepting))
      const rows = [audit, await wire.database.db.all('SELECT * FROM outlets'), await at.seen(id)]
      expect(JSON.stringify(rows)).not.toContain(FILES_PASSWORD)
    })
  })
}
