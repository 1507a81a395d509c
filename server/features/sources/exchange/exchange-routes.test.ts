// Specification 13.17

import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TYRE_PATHS } from '../../../../contract/paths.ts'
import type { Run } from '../../../../contract/sources/run.ts'
import type { SourceHistory } from '../../../../contract/sources/source.ts'
import { SOURCE_PATHS, sourceExchangePath } from '../../../../contract/sources/source-paths.ts'
import { parseTyreAnswer } from '../../../../contract/tyre/tyre-answer.ts'
import { listenAlone } from '../../../../tests/attack/support/listening.ts'
import { changesOnly, type Goods, importXml, offersXml } from '../../../../tests/support/commerceml.ts'
import { ENGINES } from '../../../../tests/support/database.ts'
import { MadeUp1C } from '../../../../tests/support/made-up-1c.ts'
import { type SourcesServer, sourceInput, sourcesServer } from '../../../../tests/support/sources.ts'
import { questionMark, windows1251 } from '../../outlets/feed/write-feed.ts'

const MAPPING = {
  format: 'commerceml',
  fields: {
    article: 'Артикул',
    brand: 'Изготовитель',
    name: 'Наименование',
    width: 'Свойства[Ширина профиля]',
    city: { value: 'Томск' },
    retail: 'Цена[Розничная]',
    opt: 'Цена[Оптовая]',
    stock: 'Остаток.Север',
  },
  optional: ['stock'],
}
const ENV = { UPLOAD_MAX_MB: '2' }
const TYPES = { t1: 'Розничная', t2: 'Оптовая' }
const WAREHOUSES = { w1: 'Север' }
const goods = (id: string, retail: number, stock = 4): Goods => ({
  id,
  article: `C${id.charCodeAt(0)}`,
  name: `Пример ${id}`,
  width: '195',
  prices: { t1: retail, t2: retail - 500 },
  stocks: { w1: stock },
})
const ALL = [goods('a', 5000), goods('b', 6000), goods('c', 7000)]

const imported = (list: readonly Goods[]) => ({ name: 'import0_1.xml', content: importXml(list) })
const offered = (list: readonly Goods[]) => ({
  name: 'offers0_1.xml',
  content: offersXml(list, TYPES, WAREHOUSES),
})
const whole = (list: readonly Goods[] = ALL) => [imported(list), offered(list)]
const changed = (list: readonly Goods[]) => [
  { name: 'offers0_1.xml', content: changesOnly(offersXml(list, TYPES, WAREHOUSES)) },
]

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`an exchange with 1C on ${engine}`, () => {
    let server: SourcesServer
    /** the server, or the one that runs since a restart */
    let running: Pick<SourcesServer, 'app' | 'origin' | 'close'>
    let id: string
    let oneC: MadeUp1C
    beforeEach(async () => {
      server = await sourcesServer(ENV, open)
      running = server
      id = await server.addSource({ mapping: MAPPING })
      oneC = await withKey()
    })
    afterEach(() => running.close())

    const withKey = async (over: object = {}) =>
      new MadeUp1C({ origin: running.origin, source: id, password: await newToken(), ...over })
    const call = async (method: 'GET' | 'POST', url: string, payload: object = {}) => {
      const headers = { authorization: `Bearer ${server.token}` }
      return running.app.inject({ method, url, headers, ...(method === 'POST' && { payload }) })
    }
    const post = (path: string, payload?: object) => call('POST', `${SOURCE_PATHS.sources}/${path}`, payload)
    const newToken = async (source = id): Promise<string> => (await post(`${source}/token`)).json().token
    const runs = async () =>
      ((await call('GET', `${SOURCE_PATHS.sources}/${id}`)).json() as SourceHistory).runs
    const incoming = (): string[] => {
      const folder = join(server.database.location.dataDir, 'incoming')
      return existsSync(folder) ? readdirSync(folder) : []
    }
    const stored = () =>
      server.database.db.all<{ name: string; kind: string }>('SELECT * FROM source_documents')

    /** Waits until all runs have ended, and returns them, oldest first. */
    const ended = async (count: number): Promise<Run[]> => {
      await expect.poll(async () => (await runs()).filter(({ finished_at: at }) => at).length).toBe(count)
      expect(await runs()).toHaveLength(count)
      return (await runs()).toReversed()
    }

    /** Lets the time pass after which an exchange counts as complete. */
    const passQuietTime = async () => {
      await server.database.db.run('UPDATE source_exchanges SET busy_until = 0')
      await server.database.db.run("UPDATE source_runs SET due_at = 0 WHERE state = 'waiting'")
    }

    /** Returns retail price and stock of a tyre. */
    const priceOf = async (article: string) => {
      const answer = await call('GET', `${TYRE_PATHS.tyres}/${article}`)
      if (answer.statusCode === 404) return undefined
      return parseTyreAnswer(answer.body).offers.map(({ retail, stock }) => [retail, stock])[0]
    }

    /** Restarts the server on the same data, as after the end of its process. */
    const restart = async () => {
      const { database } = server
      running.app.server.closeAllConnections()
      await running.app.close()
      running = await listenAlone({ KEEP_DAYS: '100000', ...ENV }, async () => database)
    }

    it('imports goods, prices and stock in one run, and answers the half with orders', async () => {
      const picture = { name: 'import_files/ab/photo.jpg', content: Buffer.alloc(5_000, 0x81) }
      const list = importXml(ALL).replace('encoding="UTF-8"', 'encoding="windows-1251"')
      await oneC.exchange(
        [
          { name: 'import0_1.xml', content: Buffer.from(windows1251(list, questionMark)) },
          picture,
          offered(ALL),
        ],
        700,
      )
      await oneC.begin('sale')
      expect((await oneC.call('type=sale&mode=query')).text).toContain('<КоммерческаяИнформация')
      expect((await oneC.call('type=sale&mode=success')).text).toBe('success')
      expect((await oneC.call('type=sale&mode=file&filename=orders.xml', 'x')).text).toBe('success')
      const [run] = await ended(1)
      expect(run).toMatchObject({ state: 'imported', trigger: 'push', tyres: 3, offers: 3, bad: 0 })
      expect(await priceOf('C97')).toEqual([5000, 4])
      // The list's own file is removed after the run's end is stored.
      await expect.poll(incoming).toHaveLength(2)
    })

    it('imports changes over what it has', async () => {
      await oneC.exchange(whole())
      await ended(1)
      await oneC.exchange(changed([goods('b', 6500, 0)]))
      const [, run] = await ended(2)
      expect(run).toMatchObject({ state: 'imported', tyres: 3 })
      expect([await priceOf('C97'), await priceOf('C98')]).toEqual([
        [5000, 4],
        [6500, 0],
      ])
      const price = { name: '1/prices_1.xml', content: changesOnly(offersXml([goods('c', 7100)], TYPES)) }
      await oneC.exchange([price])
      await ended(3)
      expect(await priceOf('C99')).toEqual([7100, 4])
    })

    it('replaces everything by the next whole export, and definitions alone replace no goods', async () => {
      await oneC.exchange(whole())
      await ended(1)
      await oneC.exchange(changed([goods('a', 5100)]))
      await ended(2)
      await oneC.exchange(whole([goods('a', 5200), goods('b', 6000)]))
      expect((await ended(3)).at(-1)).toMatchObject({ state: 'imported', tyres: 2 })
      expect(await priceOf('C97')).toEqual([5200, 4])
      expect(await stored()).toHaveLength(2)
      const definitions =
        '<?xml version="1.0"?><КоммерческаяИнформация><Классификатор></Классификатор></КоммерческаяИнформация>'
      for (let n = 0; n < 2; n++) {
        await oneC.exchange([{ name: `import__${n}.xml`, content: definitions }])
        // A run that still waits would take the next exchange as well.
        await ended(4 + n)
      }
      expect(await stored()).toHaveLength(3)
      expect((await ended(5)).map(({ state }) => state).slice(3)).toEqual(['imported', 'unchanged'])
    })

    it('asks for all goods if it has none to change', async () => {
      await expect(oneC.exchange(changed(ALL))).rejects.toThrow(
        'failure\nПолной выгрузки ещё не было: выгрузите из 1С все товары, а не только изменения',
      )
      expect(await runs()).toEqual([])
      await oneC.exchange(whole())
      expect(await ended(1)).toMatchObject([{ state: 'imported' }])
    })

    it('takes a file that is sent again, and imports it once', async () => {
      await oneC.begin()
      await oneC.send({ ...imported(ALL), content: importXml([]).slice(0, 90) })
      for (const file of whole()) await oneC.send(file, 500)
      for (let n = 0; n < 2; n++) await oneC.import('import0_1.xml')
      await oneC.import('offers0_1.xml')
      await oneC.send(offered(ALL))
      await oneC.import('offers0_1.xml')
      for (let n = 0; n < 2; n++) await oneC.complete()
      expect(await ended(1)).toMatchObject([{ state: 'imported', tyres: 3 }])
      expect(await stored()).toHaveLength(2)
    })

    it('goes on after the server was killed between a file and its import', async () => {
      const key = await newToken()
      const begun = new MadeUp1C({ origin: running.origin, source: id, password: key, onlyPassword: true })
      await begun.begin()
      for (const file of whole()) await begun.send(file, 900)
      await begun.import('import0_1.xml')
      await restart()
      expect(await runs()).toEqual([])
      const after = new MadeUp1C({ origin: running.origin, source: id, password: key, onlyPassword: true })
      await after.import('offers0_1.xml')
      expect(await runs()).toMatchObject([{ state: 'waiting' }])
      await restart()
      const last = new MadeUp1C({ origin: running.origin, source: id, password: key, onlyPassword: true })
      await last.complete()
      expect(await ended(1)).toMatchObject([{ state: 'imported', tyres: 3 }])
    })

    it('leaves nothing of a piece that is cut off', async () => {
      await oneC.begin()
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      const basic = Buffer.from(`1c:${await newToken()}`).toString('base64')
      socket.write(
        `POST ${sourceExchangePath(id)}?type=catalog&mode=file&filename=import.xml HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\nContent-Length: 9000\r\n\r\n<?xml `,
      )
      await expect.poll(incoming).toHaveLength(1)
      socket.destroy()
      await expect.poll(incoming).toEqual([])
      expect(await stored()).toEqual([])
    })

    it('imports what it has after a pause, for a 1C that never says that it is done', async () => {
      await oneC.begin()
      for (const file of whole()) {
        await oneC.send(file)
        await oneC.import(file.name)
      }
      expect(await runs()).toMatchObject([{ state: 'waiting', finished_at: null }])
      await server.database.db.run("UPDATE source_runs SET due_at = 0 WHERE state = 'waiting'")
      await expect.poll(async () => (await runs())[0]?.message).toBe('Обмен с 1С ещё идёт')
      await passQuietTime()
      expect(await ended(1)).toMatchObject([{ state: 'imported', tyres: 3 }])
    })

    it('imports nothing of an exchange that was broken off, and says so', async () => {
      await oneC.exchange(whole())
      await ended(1)
      await oneC.begin()
      await oneC.send(offered([goods('a', 9000), ...ALL.slice(1)]))
      await oneC.import('offers0_1.xml')
      await oneC.send(imported(ALL), 400)
      await passQuietTime()
      const [, run] = await ended(2)
      expect(run).toMatchObject({
        state: 'failed',
        message: 'Обмен с 1С оборвался: пришли не все файлы, цены остались прежними',
      })
      expect(await priceOf('C97')).toEqual([5000, 4])
    })

    it('refuses what is no whole document, in words', async () => {
      const refused = async (name: string, content: string) => {
        await oneC.begin()
        await oneC.send({ name, content })
        return (await oneC.call(`type=catalog&mode=import&filename=${name}`)).text
      }
      const { content } = offered(ALL)
      const damaged = 'failure\nФайл a.xml передан не целиком или повреждён: повторите обмен'
      expect(await refused('a.xml', content.slice(0, -3))).toBe(damaged)
      expect(await refused('a.xml', '<?xml version="1.0"?><html></html>')).toBe(
        'failure\nФайл a.xml — не CommerceML',
      )
      await oneC.begin()
      expect((await oneC.call('type=catalog&mode=import&filename=a.xml')).text).toBe(
        'failure\nФайл a.xml не передан',
      )
      const file = (body: string) => oneC.call('type=catalog&mode=file&filename=a.xml', body)
      expect((await file('middle')).text).toContain('начинается не с начала')
      expect((await file('PK\x03\x04')).text).toContain('Архивы не принимаются')
      expect((await file('')).text).toBe('failure\nФайл пуст')
      expect((await file(`<?xml ${'x'.repeat(2 ** 21)}`)).text).toBe('failure\nФайл больше 2 МБ')
      expect((await oneC.call('type=catalog&mode=file', 'x')).text).toBe('failure\nИмя файла не названо')
      expect((await oneC.call('type=catalog&mode=toString')).text).toContain('не поддерживается')
      expect((await oneC.call('type=crm&mode=init')).text).toContain('не поддерживается')
      expect((await oneC.call('type=catalog')).text).toContain('failure\n')
      expect(await runs()).toEqual([])
      await oneC.begin()
      expect(incoming()).toEqual([])
    })

    it('is open to the key of the source alone', async () => {
      const other = await server.addSource({ site: 'b.ru', mapping: MAPPING })
      const key = await newToken()
      const status = async (source: string, password: string, query = 'type=catalog&mode=checkauth') =>
        (await new MadeUp1C({ origin: running.origin, source, password }).call(query)).status
      expect(await status(id, key)).toBe(200)
      expect(await status(other, key)).toBe(401)
      expect(await status(id, await newToken(other))).toBe(401)
      expect(await status(id, '')).toBe(401)
      expect(await status(id, server.token)).toBe(401)
      expect(await status('none', key)).toBe(401)
      expect(await status(id, 'x', 'type=catalog&mode=file&filename=a.xml')).toBe(401)
      expect(await status(id, 'x', 'type=sale&mode=query')).toBe(401)
      const bare = await fetch(`${running.origin}${sourceExchangePath(id)}?type=catalog&mode=checkauth`)
      expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="1C", charset="UTF-8"',
      ])
      expect(await bare.text()).toBe('failure\nКлюч источника неверен: его ставят в 1С как пароль')
      await post(id, sourceInput({ mapping: MAPPING, enabled: false }))
      expect(await status(id, key)).toBe(403)
      const address = { kind: 'address', address: 'https://a.example/x.csv', mapping: MAPPING }
      await post(id, sourceInput(address))
      expect(await status(id, key)).toBe(403)
    })

    it('knows its 1C by the cookie too, until the key is replaced', async () => {
      oneC = await withKey({ onlyCookie: true })
      await oneC.begin()
      await oneC.send(imported(ALL))
      const [, name, value = ''] = (oneC.answers[0] as string).split('\n')
      const withCookie = (source: string, cookie: string) =>
        fetch(`${running.origin}${sourceExchangePath(source)}?type=catalog&mode=deactivate`, {
          headers: { cookie: `${name}=${cookie}` },
        })
      expect((await withCookie(id, value)).status).toBe(200)
      const other = await server.addSource({ site: 'b.ru', mapping: MAPPING })
      await newToken(other)
      expect((await withCookie(other, value)).status).toBe(401)
      const [exchange, , tag] = value.split('.')
      expect((await withCookie(id, `${exchange}.9999999999999.${tag}`)).status).toBe(401)
      expect((await withCookie(id, '')).status).toBe(401)
      await newToken()
      expect((await withCookie(id, value)).status).toBe(401)
    })

    it('is taken over by a newer one of the same source', async () => {
      const key = await newToken()
      const [first, second] = [1, 2].map(
        () => new MadeUp1C({ origin: running.origin, source: id, password: key }),
      ) as [MadeUp1C, MadeUp1C]
      await first.begin()
      await first.send(imported(ALL))
      // A check of the connection begins no exchange.
      await second.signIn()
      await first.send(offered(ALL))
      await second.begin()
      await expect(first.import('import0_1.xml')).rejects.toThrow(
        'failure\nЭтот обмен прервал другой обмен того же источника',
      )
      await expect(second.import('import0_1.xml')).rejects.toThrow('не передан')
      expect(incoming()).toEqual([])
      await second.exchange(whole())
      expect(await ended(1)).toMatchObject([{ state: 'imported' }])
    })

    it('never uses a name as a path', async () => {
      const names = ['../../../etc/x.xml', '..\\..\\x.xml', '/etc/passwd.xml', 'a\u0000/../b.xml', '.xml']
      await oneC.begin()
      for (const name of names) await oneC.send({ ...offered(ALL), name })
      for (const name of names) await oneC.import(name)
      await oneC.complete()
      expect(await ended(1)).toMatchObject([{ state: 'imported', tyres: 3 }])
      // The joined file is removed after the prices are saved.
      await expect.poll(() => incoming().length).toBe(names.length)
      for (const file of incoming()) expect(file).toMatch(/^[\da-f]{32}$/)
      expect(readdirSync(server.database.location.dataDir).filter((name) => name.includes('x'))).toEqual([])
    })

    it('has limits of files, of bytes and of exchanges an hour', async () => {
      const { db } = server.database
      await oneC.begin()
      const [{ exchange, server: machine } = { exchange: '', server: '' }] = await db.all<{
        exchange: string
        server: string
      }>('SELECT exchange, server FROM source_exchanges')
      const columns = [
        'file',
        'source_id',
        'server',
        'exchange',
        'name',
        'position',
        'kind',
        'changes',
        'size',
      ]
      const fill = (count: number, kind: string, of: string, size: number) =>
        db.insertMany(
          'source_documents',
          columns,
          Array.from({ length: count }, (_, n) => [`${kind}${n}`, id, machine, of, `${n}`, n, kind, 1, size]),
        )
      await fill(1_000, '', exchange, 1)
      const send = () => oneC.send(offered(ALL))
      await expect(send()).rejects.toThrow('failure\nФайлов слишком много')
      await db.run('DELETE FROM source_documents')
      await fill(1, '', exchange, 2 ** 21)
      await expect(send()).rejects.toThrow('failure\nФайлов слишком много')
      expect(incoming()).toEqual([])
      for (const [count, size] of [
        [500, 1],
        [1, 2 ** 21],
      ] as const) {
        await db.run('DELETE FROM source_documents')
        await fill(count, 'offers:x', 'former', size)
        await send()
        await expect(oneC.import('offers0_1.xml')).rejects.toThrow(
          'failure\nИзменений накопилось слишком много: выгрузите из 1С все товары',
        )
      }
      const runColumns = ['source_id', 'day', 'started_by', 'state', 'due_at', 'created_at']
      const delivered = Array.from({ length: 30 }, () => [id, '2026-04-18', 'push', 'failed', 0, Date.now()])
      await db.insertMany('source_runs', runColumns, delivered)
      await expect(oneC.begin()).rejects.toThrow('failure\nЭтот источник прислал уже достаточно прайс-листов')
    })

    it('counts documents and runs where they are added, not only exchanges', async () => {
      const { db } = server.database
      await oneC.begin()
      for (const file of whole()) await oneC.send(file)
      const columns = ['source_id', 'day', 'started_by', 'state', 'due_at', 'created_at']
      const delivered = Array.from({ length: 30 }, () => [id, '2026-04-18', 'push', 'failed', 0, Date.now()])
      await db.insertMany('source_runs', columns, delivered)
      await oneC.import('import0_1.xml')
      const refused = 'failure\nЭтот источник прислал уже достаточно прайс-листов'
      await expect(oneC.import('offers0_1.xml')).rejects.toThrow(refused)
      expect((await stored()).map(({ kind }) => kind)).not.toContain('offers:offers')
      await db.run('UPDATE source_runs SET created_at = 0')
      await oneC.import('offers0_1.xml')
      expect((await stored()).map(({ kind }) => kind)).toContain('offers:offers')

      await oneC.send(offered(ALL))
      await db.run('UPDATE source_exchanges SET documents = 500')
      const many = 'failure\nЭтот источник прислал уже достаточно файлов'
      await expect(oneC.import('offers0_1.xml')).rejects.toThrow(many)
      // A new exchange counts on.
      await oneC.begin()
      await oneC.send(offered(ALL))
      await expect(oneC.import('offers0_1.xml')).rejects.toThrow(many)
      await db.run('UPDATE source_exchanges SET counted_since = 0')
      await oneC.import('offers0_1.xml')
    })

    it.each(['sale', 'catalog'])('takes one body at a time: %s', async (type) => {
      const password = await newToken()
      oneC = new MadeUp1C({ origin: running.origin, source: id, password })
      await oneC.begin()
      const basic = Buffer.from(`1c:${password}`).toString('base64')
      const query = `type=${type}&mode=file&filename=a.jpg`
      const unfinished = () => {
        const socket = connect(server.port, '127.0.0.1')
        socket.write(
          `POST ${sourceExchangePath(id)}?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\nContent-Length: 9000\r\n\r\nx`,
        )
        return socket
      }
      const both = [unfinished(), unfinished()]
      const [answer] = await Promise.race(both.map((socket) => once(socket, 'data')))
      expect(String(answer)).toContain('failure\nПрежний файл этого источника ещё передаётся')
      for (const socket of both) socket.destroy()
      await expect.poll(async () => (await oneC.call(query, 'x')).text).toBe('success')
    })

    it('stays on its server, and takes no documents of another one for its own', async () => {
      await oneC.exchange(whole())
      await ended(1)
      const { db } = server.database
      await db.run("UPDATE source_exchanges SET server = 'other'")
      expect((await oneC.call('type=catalog&mode=complete')).text).toContain('Обмен начат на другом сервере')
      await db.run("UPDATE source_documents SET server = 'other'")
      await expect(oneC.exchange(changed(ALL))).rejects.toThrow('Полной выгрузки ещё не было')
      await oneC.exchange(whole())
      expect((await ended(2)).at(-1)?.state).toBe('unchanged')
    })

    it('keeps its documents as long as there is a key, and says so if they are lost', async () => {
      await oneC.exchange(whole())
      await ended(1)
      const { dataDir } = server.database.location
      const age = () => {
        for (const file of incoming()) utimesSync(join(dataDir, 'incoming', file), 0, 0)
      }
      age()
      await restart()
      const key = await newToken()
      oneC = new MadeUp1C({ origin: running.origin, source: id, password: key })
      await oneC.exchange(changed([goods('a', 5100)]))
      await ended(2)
      await server.database.db.run("UPDATE source_documents SET file = 'lost' WHERE kind = 'goods'")
      await oneC.exchange(changed([goods('a', 5200)]))
      expect((await ended(3)).at(-1)).toMatchObject({
        state: 'failed',
        message: 'Файлов из 1С на этом сервере нет: выгрузите из 1С все товары, а не только изменения',
      })
      await oneC.exchange(whole())
      await ended(4)
      await post(`${id}/token/remove`)
      expect(await stored()).toEqual([])
      age()
      await restart()
      await expect.poll(incoming).toEqual([])
    })
  })
}
