// Specification 13.1, 13.2, 13.3, 13.8

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Run } from '../../../contract/sources/run.ts'
import type { Source, SourceHistory } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { routesOf } from '../../../tests/attack/support/fuzz.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { FAULTS, startFeedServer } from '../../../tests/support/feed-server.ts'
import {
  CSV_MAPPING,
  csvOf,
  type SourcesServer,
  sourceInput,
  sourcesServer,
  tyresCsv,
} from '../../../tests/support/sources.ts'

const DAY = '2026-04-18'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`sources on ${engine}`, () => {
    let server: SourcesServer
    beforeAll(async () => {
      server = await sourcesServer({}, open)
    })
    afterAll(() => server?.close())

    const page = async (id: string): Promise<SourceHistory> => server.page(id)
    const list = async () => (await server.get(SOURCE_PATHS.sources)).sources as unknown as Source[]
    const ended = async (id: string, run: number): Promise<Run> => {
      const find = async () => (await page(id)).runs.find((one) => one.id === run)
      await expect.poll(async () => (await find())?.finished_at).toBeTruthy()
      return (await find()) as Run
    }
    const run = async (id: string, body: object): Promise<number> => {
      const answer = await server.post(`${SOURCE_PATHS.sources}/${id}/run`, body)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.run as unknown as number
    }

    it('an uploaded file is imported by its source', async () => {
      const id = await server.addSource({ site: 'https://www.Upload.ru/', title: ' Загрузка ' })
      expect((await list()).find((source) => source.id === id)).toMatchObject({
        site: 'upload.ru',
        title: 'Загрузка',
        light: 'new',
        last_day: null,
        last_run: null,
        next_run: null,
        mapping: CSV_MAPPING,
      })
      const file = await server.upload(tyresCsv(3))
      const imported = await ended(id, await run(id, { file, day: DAY }))
      expect(imported).toMatchObject({
        state: 'imported',
        trigger: 'upload',
        day: DAY,
        records: 3,
        tyres: 3,
        offers: 3,
        bad: 0,
        message: '',
        has_rejects: false,
      })
      // The row's internal columns, such as its lease and file, are not sent.
      expect(Object.keys(imported).sort()).toEqual(Object.keys(Run.properties).sort())
      expect(imported.log.map(({ text }) => text).join('\n')).toContain('Загружено за 18.04.2026: шин 3')
      const { source, days } = await page(id)
      expect(source).toMatchObject({ last_day: DAY, tyres: 3, offers: 3, bad_percent: 0, light: 'late' })
      expect(days).toEqual([])
    })

    it('the input is checked', async () => {
      const refused = async (over: object) =>
        (await server.post(SOURCE_PATHS.sources, sourceInput({ site: 'check.ru', ...over }))).body.error
      expect(await refused({ site: 'Колесо' })).toContain('не имя сайта')
      expect(await refused({ zone: 'Mars/Olympus' })).toContain('Часовой пояс')
      expect(await refused({ mapping: { fields: {} } })).toContain('Ошибка в описании')
      expect(await refused({ kind: 'address', address: 'file:///a.ru' })).toContain('https://')
      expect(await refused({ kind: 'address', address: 'http://127.0.0.1/x' })).toContain('внутреннюю сеть')
      expect(await refused({ kind: 'address', address: 'http://a.ru:22/' })).toContain('порту 80 или 443')
      expect(await refused({ kind: 'address', address: 'http://a.ru/', times: ['25:00'] })).toContain('25:00')
      expect(await refused({ expected_by: '9' })).toContain('09:00')
    })

    it('a site has one source', async () => {
      await server.addSource({ site: 'one.ru', title: 'Первый' })
      expect(await server.post(SOURCE_PATHS.sources, sourceInput({ site: 'www.one.ru' }))).toEqual({
        status: 409,
        body: { error: 'У сайта one.ru уже есть источник: «Первый»' },
      })
    })

    it('secrets are kept sealed, never shown, and stay with the server that they were given for', async () => {
      const kept = sourceInput({
        site: 'secret.ru',
        kind: 'address',
        address: 'https://anna:geheim@secret.ru/prices.xml?x=1',
      })
      const secrets = { headers: [{ name: 'X-Api-Key', value: 'schlüssel' }], basic: null }
      const id = await server.addSource({ ...kept, secrets })
      const shown = async () => (await page(id)).source
      expect(await shown()).toMatchObject({
        address: 'https://secret.ru/prices.xml?x=1',
        secret_names: ['X-Api-Key', 'Basic'],
      })
      const rows = JSON.stringify(await server.database.db.all('SELECT * FROM sources WHERE id = ?', id))
      expect(rows).not.toMatch(/geheim|schlüssel/)
      expect(JSON.stringify(await page(id))).not.toMatch(/geheim|schlüssel/)
      const change = (over: object) =>
        server.post(`${SOURCE_PATHS.sources}/${id}`, { ...kept, address: 'https://secret.ru/b.xml', ...over })
      expect(
        await server.post(`${SOURCE_PATHS.sources}/${id}`, { ...kept, address: 'https://evil.example/' }),
      ).toMatchObject({ status: 400, body: { error: expect.stringContaining('другой сервер') } })
      await server.post(`${SOURCE_PATHS.sources}/${id}`, { ...kept, address: 'https://secret.ru/b.xml' })
      expect((await shown()).secret_names).toEqual(['X-Api-Key', 'Basic'])
      await change({ secrets: null })
      expect((await shown()).secret_names).toEqual([])
      const wrong = { headers: [{ name: 'Host', value: 'x' }], basic: null }
      expect((await change({ secrets: wrong })).body.error).toContain('Host')
      const split = { headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }], basic: null }
      expect((await change({ secrets: split })).body.error).toContain('X-A')
    })

    it('removing a source keeps its prices', async () => {
      const id = await server.addSource({ site: 'gone.ru' })
      await ended(id, await run(id, { file: await server.upload(tyresCsv(2)), day: DAY }))
      expect((await server.post(`${SOURCE_PATHS.sources}/${id}/remove`)).status).toBe(200)
      expect(await server.send('GET', `${SOURCE_PATHS.sources}/${id}`)).toMatchObject({ status: 404 })
      const { db } = server.database
      expect(
        await db.all(
          "SELECT x.day FROM snapshots x JOIN sites s ON s.id = x.site_id WHERE s.host = 'gone.ru'",
        ),
      ).toEqual([{ day: DAY }])
    })

    it('a held price list waits for a decision, and its rejects can be read', async () => {
      const id = await server.addSource({ site: 'held.ru' })
      const first = await ended(id, await run(id, { file: await server.upload(tyresCsv(4)), day: DAY }))
      const bad = csvOf('X0,Arktika,Шина 0,Томск,,5000,4000,3', 'X1,A,Б,Томск,,,,')
      const held = await ended(id, await run(id, { file: await server.upload(bad), day: DAY }))
      expect(held).toMatchObject({ state: 'held', bad: 1, has_rejects: true })
      const rejects = await server.app.inject({
        url: `${SOURCE_PATHS.runs}/${held.id}/rejects`,
        headers: { authorization: `Bearer ${server.token}` },
      })
      expect(rejects.headers['content-disposition']).toBe(
        `attachment; filename="rejects-${DAY}-${held.id}.jsonl"`,
      )
      expect(JSON.parse(rejects.body)).toMatchObject({ line: 3, reason: 'нет цены' })
      expect(await server.send('GET', `${SOURCE_PATHS.runs}/${first.id}/rejects`)).toMatchObject({
        status: 404,
      })
      expect((await server.post(`${SOURCE_PATHS.runs}/${held.id}/accept`)).status).toBe(200)
      expect(await ended(id, held.id)).toMatchObject({ state: 'imported', offers: 1 })
      expect(await server.post(`${SOURCE_PATHS.runs}/${held.id}/decline`)).toMatchObject({ status: 409 })
    })

    it('a run that waits or is under way is the one that is asked for again', async () => {
      const feed = await startFeedServer()
      const own = await sourcesServer({ FETCH_ALLOWED_HOSTS: feed.host }, open)
      feed.feeds.set('/a.csv', FAULTS.stalling)
      const id = await own.addSource({ kind: 'address', address: `${feed.origin}/a.csv` })
      const ask = async () => (await own.post(`${SOURCE_PATHS.sources}/${id}/run`)).body.run
      const asked = await ask()
      await feed.askedFor('/a.csv')
      expect(await ask()).toBe(asked)
      const { source } = (await own.page(id)) as SourceHistory
      expect(source.last_run).toMatchObject({
        id: asked,
        state: 'running',
        step: 'Скачивание',
        trigger: 'hand',
      })
      // The same holds for another day, however often it is requested.
      const askFor = async (day: string) => own.post(`${SOURCE_PATHS.sources}/${id}/run`, { day })
      const other = await askFor('2026-04-01')
      expect(await askFor('2026-04-01')).toEqual(other)
      for (let day = 2; day <= 10; day++) {
        expect(await askFor(`2026-04-${String(day).padStart(2, '0')}`)).toMatchObject({ status: 200 })
      }
      expect(await askFor('2026-04-11')).toMatchObject({ status: 429 })
      // The server stops within its time limit although the feed never ends.
      await own.close()
      await feed.close()
    })

    it.each([
      ['switching a source off', '', { enabled: false }],
      ['removing a source', '/remove', {}],
    ])('%s ends its fetch at once', async (_, path, over) => {
      const feed = await startFeedServer()
      const own = await sourcesServer({ FETCH_ALLOWED_HOSTS: feed.host }, open)
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      feed.feeds.set('/a.csv', (request, response) => {
        request.socket.once('close', () => resolve())
        response.writeHead(200).write('article')
      })
      const input = { kind: 'address', address: `${feed.origin}/a.csv` }
      const id = await own.addSource(input)
      await own.post(`${SOURCE_PATHS.sources}/${id}/run`)
      await feed.askedFor('/a.csv')
      const body = path === '' ? sourceInput({ ...input, ...over }) : {}
      expect(await own.post(`${SOURCE_PATHS.sources}/${id}${path}`, body)).toMatchObject({ status: 200 })
      await closed
      if (path === '') {
        expect(((await own.page(id)) as SourceHistory).runs).toMatchObject([
          { state: 'failed', message: 'Источник выключен' },
        ])
      }
      await own.close()
      await feed.close()
    })

    it('the schema of a mapping is given', async () => {
      const schema = await server.get(SOURCE_CALLS.mappingSchema.path)
      expect(schema).toMatchObject({ type: 'object', properties: { fields: {} } })
    })

    it('whatever administrators do is in the audit log', async () => {
      const id = await server.addSource({ site: 'audit.ru', title: 'Учёт' })
      await server.post(`${SOURCE_PATHS.sources}/${id}`, sourceInput({ site: 'audit.ru', title: 'Учёт' }))
      await server.post(`${SOURCE_PATHS.sources}/${id}/token`)
      await server.post(`${SOURCE_PATHS.sources}/${id}/token/remove`)
      await server.post(`${SOURCE_PATHS.sources}/${id}/remove`)
      const rows = await server.database.db.all<{ event: string; details: string; username: string }>(
        `SELECT a.event, a.details, u.username FROM audit_log a JOIN users u ON u.id = a.user_id
         WHERE a.details LIKE 'Учёт%' ORDER BY a.id`,
      )
      expect(rows.map(({ event, details }) => `${event}: ${details}`)).toEqual([
        'source changed: Учёт (audit.ru): добавлен',
        'source changed: Учёт (audit.ru): изменён',
        'source token: Учёт: выдан',
        'source token: Учёт: отозван',
        'source changed: Учёт (audit.ru): удалён',
      ])
      expect(new Set(rows.map(({ username }) => username))).toEqual(new Set(['admin']))
    })

    it('an ordinary user reaches none of the calls, and a key needs a proof of the password', async () => {
      await server.app.ready()
      const own = routesOf(server.app).filter(({ path }) => path.startsWith('/api/companion/source'))
      expect(own.length).toBeGreaterThan(15)
      for (const { method, path } of own) {
        if (/\/(?:prices|1c)$/.test(path)) continue
        const url = path.replace(/\{(\w+)\}/g, '1')
        const asUser = await server.as('anna', { method: method as 'GET', url })
        expect(asUser.statusCode, `${method} ${path}`).toBe(403)
        const asNobody = await server.app.inject({ method: method as 'GET', url })
        expect(asNobody.statusCode, `${method} ${path}`).toBe(401)
      }
      const id = await server.addSource({ site: 'proof.ru' })
      await server.database.db.run('UPDATE sessions SET proved_at = 0')
      expect(await server.post(`${SOURCE_PATHS.sources}/${id}/token`)).toMatchObject({ status: 403 })
    })
  })
}
