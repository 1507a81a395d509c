// Specification 13.2, 13.13, 13.15

import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SOURCE_FILE_CALLS } from '../../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import {
  FILES_PASSWORD,
  FILES_USER,
  hasFileServers,
  type SftpServer,
  startSftp,
} from '../../../../tests/support/file-servers.ts'
import { SECRET } from '../../../../tests/support/processes.ts'
import { type SourcesAt, sourcesAt } from '../../../../tests/support/source-runs.ts'
import { type SourcesServer, sourcesServer, tyresCsv } from '../../../../tests/support/sources.ts'
import { createSecretBox } from '../../auth/secret-box.ts'
import { exportSources, importSources } from '../portable.ts'

const secrets = { headers: [], basic: { username: FILES_USER, password: FILES_PASSWORD } }
const OTHER_KEY = `SHA256:${'A'.repeat(43)}`

let sftp: SftpServer
const address = (place = '*.csv') => `sftp://${sftp.host}${sftp.folder}/${place}`
function put(name: string, content: string, time = 1_790_000_000): void {
  writeFileSync(join(sftp.folder, name), content)
  utimesSync(join(sftp.folder, name), time, time)
}

describe.skipIf(!hasFileServers)('sources on an SFTP server', () => {
  beforeAll(async () => {
    sftp = await startSftp()
  })
  afterAll(() => sftp.stop())
  afterEach(() => {
    for (const name of ['a.csv', 'b.csv']) rmSync(join(sftp.folder, name), { force: true })
  })

  for (const { engine, open } of ENGINES) {
    describe.skipIf(!open)(`by schedule on ${engine}`, () => {
      let database: TestDatabase
      let at: SourcesAt
      beforeEach(async () => {
        database = await (open as () => Promise<TestDatabase>)()
        at = await sourcesAt(database, sftp.host, '2026-11-21T03:00:00Z')
        await at.addAdmin('admin')
      })
      afterEach(() => database.remove())

      const input = (over: object = {}) => ({
        kind: 'address',
        address: address(),
        times: ['06:30'],
        secrets,
        ...over,
      })
      const onMorningOf = async (day: string) => {
        at.at(`${day}T03:30:00Z`)
        await at.work()
      }
      const linesOf = async (id: string) => (await at.last(id))?.log.map(({ text }) => text)

      it('learn its key at the first run, and recognise an unchanged file without reading it', async () => {
        put('a.csv', tyresCsv(4))
        const id = await at.addSource(input())
        await onMorningOf('2026-11-21')
        expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 4 })
        expect((await at.page(id)).source.host_key).toBe(sftp.fingerprint())
        expect(await linesOf(id)).toEqual(
          expect.arrayContaining([
            `Запомнен ключ сервера ${sftp.fingerprint()}`,
            expect.stringMatching(/^Скачано .* МБ: a\.csv$/),
          ]),
        )
        await onMorningOf('2026-11-22')
        expect(await at.last(id)).toMatchObject({
          state: 'unchanged',
          message: expect.stringContaining('Сервер сообщил, что прайс-лист не изменился'),
        })
        put('b.csv', tyresCsv(5), 1_790_000_001)
        await onMorningOf('2026-11-23')
        expect(await at.last(id)).toMatchObject({ state: 'imported', tyres: 5 })
      })

      it('fail for good with another key, which administrators are told, until one accepts it', async () => {
        put('a.csv', tyresCsv(4))
        const id = await at.addSource(input({ host_key: OTHER_KEY }))
        await onMorningOf('2026-11-21')
        const run = await at.last(id)
        expect(run).toMatchObject({ state: 'failed' })
        expect(run?.message).toContain(`был ${OTHER_KEY}, стал ${sftp.fingerprint()}`)
        expect(await at.told()).toEqual([expect.stringContaining('кто-то выдаёт себя за него')])
        await at.changeSource(id, input({ host_key: sftp.fingerprint() }))
        await onMorningOf('2026-11-22')
        expect(await at.last(id)).toMatchObject({ state: 'imported' })
      })

      it('keep the key of the same server alone', async () => {
        const id = await at.addSource(input({ host_key: OTHER_KEY }))
        const key = async () => (await at.page(id)).source.host_key
        await at.changeSource(id, input({ address: address('b.csv') }))
        expect(await key()).toBe(OTHER_KEY)
        await expect(
          at.changeSource(id, input({ address: 'sftp://files.example.ru/a.csv', secrets: undefined })),
        ).rejects.toThrow('другой сервер')
        await at.changeSource(id, input({ address: 'sftp://files.example.ru/a.csv' }))
        expect(await key()).toBe('')
        await at.changeSource(id, input({ address: 'ftp://files.example.ru/a.csv', host_key: OTHER_KEY }))
        expect(await key()).toBe('')
        await expect(at.changeSource(id, input({ host_key: 'SHA256:short' }))).rejects.toThrow('SHA256:…')
      })

      it('are exported with their key', async () => {
        await at.addSource(input({ host_key: OTHER_KEY }))
        const set = await exportSources(at.db)
        expect(set.sources).toMatchObject([
          { address: address(), host_key: OTHER_KEY, secret_names: ['Basic'] },
        ])
        const allowed = new Set([sftp.host])
        await importSources(at.db, createSecretBox(SECRET, 'source secrets'), allowed, set)
        expect((await exportSources(at.db)).sources).toMatchObject([{ host_key: OTHER_KEY }])
      })
    })
  }

  describe('in the assistant', () => {
    let server: SourcesServer
    beforeEach(async () => {
      server = await sourcesServer({ FETCH_ALLOWED_HOSTS: sftp.host })
      put('a.csv', tyresCsv(4))
    })
    afterEach(() => server.close())
    const fetched = (over: object) =>
      server.post(SOURCE_FILE_CALLS.fetch.path, { address: address(), ...over })

    it('give a file with its own name, and their key', async () => {
      expect(await fetched({ secrets })).toMatchObject({
        status: 200,
        body: { name: 'a.csv', host_key: sftp.fingerprint() },
      })
      const named = address('a.csv').replace('://', `://${FILES_USER}:${FILES_PASSWORD}@`)
      expect(await fetched({ address: named })).toMatchObject({ status: 200 })
    })

    it('are refused with another key than the stored one, and the new one can be accepted', async () => {
      const source = await server.addSource({
        kind: 'address',
        address: address(),
        secrets,
        host_key: OTHER_KEY,
      })
      const refused = await fetched({ source })
      expect(refused).toMatchObject({ status: 409, body: { host_key: sftp.fingerprint() } })
      expect(refused.body.error).toContain(OTHER_KEY)
      const accepted = { host_key: sftp.fingerprint() }
      expect(await fetched({ source, ...accepted })).toMatchObject({ status: 200, body: accepted })
      const { status } = await server.post(`${SOURCE_PATHS.sources}/${source}`, {
        ...(await settingsOf(source)),
        ...accepted,
      })
      expect(status).toBe(200)
      expect(await fetched({ source })).toMatchObject({ status: 200 })
      const events = await server.database.db.all<{ details: string }>(
        "SELECT details FROM audit_log WHERE event = 'source changed' ORDER BY id",
      )
      expect(events.at(-1)?.details).toContain(`изменён, ключ сервера ${sftp.fingerprint()}`)
    })

    const settingsOf = async (id: string) => {
      const { source } = (await server.page(id)) as { source: Record<string, unknown> }
      const names = [
        'site',
        'title',
        'enabled',
        'kind',
        'address',
        'mapping',
        'times',
        'zone',
        'expected_by',
        'max_bad',
      ]
      return Object.fromEntries(names.map((name) => [name, source[name]]))
    }
  })
})
