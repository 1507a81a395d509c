// Specification 13.6, 13.7, 13.11

import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isoToday } from '../../../contract/lib/dates.ts'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceHistory } from '../../../contract/sources/source.ts'
import { SOURCE_FILE_CALLS } from '../../../contract/sources/source-calls.ts'
import { SOURCE_PATHS, sourcePricesPath } from '../../../contract/sources/source-paths.ts'
import { statusOf } from '../../../tests/attack/support/raw.ts'
import { type FeedServer, serving, startFeedServer } from '../../../tests/support/feed-server.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import {
  CSV_MAPPING,
  csvOf,
  type SourcesServer,
  sourceInput,
  sourcesServer,
  tyresCsv,
} from '../../../tests/support/sources.ts'
import { SourceFiles } from './files.ts'

const DAY = '2026-04-18'
const FILES = SOURCE_PATHS.files
/** First bytes of a JPEG. */
const PHOTO = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  Buffer.alloc(5_000, 0x81),
])

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Returns the bytes of buffers in use. */
const held = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

let server: SourcesServer
let feed: FeedServer
const sockets: Socket[] = []
beforeEach(async () => {
  feed = await startFeedServer()
  server = await sourcesServer({ UPLOAD_MAX_MB: '2', FETCH_ALLOWED_HOSTS: feed.host, REQUEST_TIMEOUT: '1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
  await feed.close()
})

const incoming = (): string[] => {
  const folder = join(server.database.location.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Opens a connection and sends the beginning of an upload. */
function begin(headers: readonly string[], body: string, path: string = FILES): Socket {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  const lines = [`PUT ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', body]
  socket.write(lines.join('\r\n'))
  return socket
}

const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
  })

const bearer = (token = server.token) => `Authorization: Bearer ${token}`

async function ended(id: string, run: number): Promise<Run> {
  const find = async () => ((await server.page(id)) as SourceHistory).runs.find((one) => one.id === run)
  await expect.poll(async () => (await find())?.finished_at).toBeTruthy()
  return (await find()) as Run
}

const importFile = async (id: string, file: string): Promise<Run> => {
  const { body } = await server.post(`${SOURCE_PATHS.sources}/${id}/run`, { file, day: DAY })
  return ended(id, body.run as unknown as number)
}

describe('an upload', () => {
  it('is streamed to the disk, not through memory', async () => {
    await server.close()
    server = await sourcesServer({ UPLOAD_MAX_MB: '100' })
    const piece = Buffer.alloc(64 * 1024, 'x')
    let most = 0
    const before = held()
    async function* pieces() {
      for (let sent = 0; sent < 1_000; sent++) {
        if (sent % 50 === 0) most = Math.max(most, held() - before)
        yield piece
      }
    }
    const sent = httpRequest(`${server.origin}${FILES}?name=a.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    })
    const answered = new Promise<string>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        resolve(text)
      })
    })
    await pipeline(Readable.from(pieces()), sent)
    expect(JSON.parse(await answered)).toMatchObject({ name: 'a.csv', size: 1_000 * piece.length })
    expect(most).toBeLessThan(32 * 2 ** 20)
  })

  it('that is cut off leaves nothing', async () => {
    const socket = begin([bearer(), 'Content-Length: 100000'], 'article,brand\n')
    await expect.poll(incoming).toHaveLength(1)
    socket.destroy()
    await expect.poll(incoming).toEqual([])
    expect(await server.database.db.all('SELECT id FROM source_files')).toEqual([])
  })

  it('that is too large is refused, said beforehand or not, and leaves nothing', async () => {
    const told = await answerOf(begin([bearer(), 'Content-Length: 3000000'], 'a'))
    expect(statusOf(told)).toBe(413)
    expect(told).toContain('{"error":"Файл больше 2 МБ"}')
    const untold = begin([bearer(), 'Transfer-Encoding: chunked'], '')
    // 3,000,000 bytes in one chunk.
    untold.write(`2dc6c0\r\n${'x'.repeat(3_000_000)}\r\n0\r\n\r\n`)
    const refused = await answerOf(untold)
    expect(statusOf(refused)).toBe(413)
    expect(refused).toContain('{"error":"Файл больше 2 МБ"}')
    expect(incoming()).toEqual([])
  })

  it('of nothing is refused', async () => {
    expect(await server.send('PUT', FILES)).toMatchObject({ status: 400, body: { error: 'Файл пуст' } })
  })

  it('may take longer than other requests, as long as something arrives', async () => {
    const upload = begin([bearer(), 'Transfer-Encoding: chunked'], '')
    const trickle = setInterval(() => upload.write('1\r\nx\r\n'), 50)
    const done = answerOf(upload)
    await expect.poll(incoming).toHaveLength(1)
    // Started later, and without an upload's time limit.
    const slow = begin(['Content-Type: application/json', 'Content-Length: 50'], '{', '/auth/login')
    expect(statusOf(await answerOf(slow))).toBe(408)
    clearInterval(trickle)
    upload.write('0\r\n\r\n')
    expect(statusOf(await done)).toBe(200)
  })

  it('more than two at once of one person wait', async () => {
    for (let n = 1; n <= 2; n++) {
      begin([bearer(), 'Content-Length: 100000'], 'article')
      await expect.poll(incoming).toHaveLength(n)
    }
    expect(await server.send('PUT', FILES, 'x')).toMatchObject({ status: 429 })
  })

  it("is its uploader's alone, and shown under a harmless name", async () => {
    const { body } = await server.send(
      'PUT',
      `${FILES}?name=${encodeURIComponent('../..\\x\u202e.csv')}`,
      csvOf(),
    )
    expect(body.name).toBe('x .csv')
    await server.addUser('other', { role: 'admin' })
    const { token } = await server.signIn('other')
    const answer = await server.app.inject({
      method: 'POST',
      url: `${FILES}/${body.file}/sample`,
      headers: { authorization: `Bearer ${token}` },
      payload: { mapping: CSV_MAPPING },
    })
    expect(answer.statusCode).toBe(404)
  })

  it('is readable by the owner of the server alone', async () => {
    const file = await server.upload(csvOf())
    const { dataDir } = server.database.location
    const rights = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777
    expect([rights('incoming'), rights('incoming', file), rights('server-id')]).toEqual([0o700, 0o600, 0o600])
  })

  it('of the same file again leaves the day as it is, and says so', async () => {
    const id = await server.addSource()
    const first = await importFile(id, await server.upload(tyresCsv(2)))
    const again = await importFile(id, await server.upload(tyresCsv(2)))
    expect([first.state, again.state]).toEqual(['imported', 'unchanged'])
    expect(again.message).toContain('тот же файл')
  })

  it('of a photo fails with a clear word, and the day stays as it was', async () => {
    const id = await server.addSource()
    await importFile(id, await server.upload(tyresCsv(2)))
    const photo = await importFile(id, await server.upload(PHOTO, 'photo.jpg'))
    expect(photo).toMatchObject({ state: 'failed' })
    expect(photo.message).toMatch(/[а-я]/)
    expect(photo.message).not.toContain(server.database.location.dataDir)
    expect(photo.log.at(-1)?.text).toBe(photo.message)
    expect(((await server.page(id)) as SourceHistory).source).toMatchObject({ last_day: DAY, tyres: 2 })
  })

  it('of long ago is not tidied away before its run is there', async () => {
    const { dataDir } = server.database.location
    const file = await server.upload(tyresCsv(2))
    const hoursAgo = new Date(Date.now() - 5 * 3_600_000)
    utimesSync(join(dataDir, 'incoming', file), hoursAgo, hoursAgo)
    const files = new SourceFiles(dataDir)
    const linked = await files.link(file)
    await files.tidy({ files: new Set(), rejects: new Set() }, Date.now() - 2 * 3_600_000)
    expect(incoming()).toContain(linked)
  })

  it('two at once are imported one after the other', async () => {
    const id = await server.addSource()
    const files = await Promise.all([2, 3].map(async (tyres) => server.upload(tyresCsv(tyres))))
    const runs = await Promise.all(
      files.map(
        async (file) => (await server.post(`${SOURCE_PATHS.sources}/${id}/run`, { file, day: DAY })).body.run,
      ),
    )
    const states = await Promise.all(runs.map((run) => ended(id, run as unknown as number)))
    expect(states.map(({ state }) => state)).toEqual(['imported', 'imported'])
    const sorted = states.toSorted((a, b) => a.id - b.id)
    expect(((await server.page(id)) as SourceHistory).source.tyres).toBe(sorted.at(-1)?.tyres)
  })
})

describe('looking at a file', () => {
  it('a sample shows it as the mapping would have it come in, or the mistakes of the mapping', async () => {
    const file = await server.upload(tyresCsv(2))
    const { body } = await server.post(`${FILES}/${file}/sample`, { mapping: CSV_MAPPING })
    expect(body).toMatchObject({
      mistakes: [],
      error: null,
      tyres: [{ problem: null, offers: [{ opt: 4000 }] }, {}],
    })
    const wrong = await server.post(`${FILES}/${file}/sample`, { mapping: { fields: {} } })
    expect(wrong.body.mistakes).not.toEqual([])
  })

  it('a sample of a broken file says what is wrong with it, and not where the server keeps it', async () => {
    const file = await server.upload(gzipSync(tyresCsv(2)).subarray(0, 30))
    const { body } = await server.post(`${FILES}/${file}/sample`, { mapping: CSV_MAPPING })
    expect(body.error).toBe('Архив gzip обрывается, файл скачан не целиком')
  })

  it('a guess ends that would go on for ever', async () => {
    const file = await server.upload(`[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`)
    const guess = await server.post(`${FILES}/${file}/guess`, {})
    expect(guess).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Вложенность глубже 64') },
    })
  })

  it('a guess says what it is, and corrections of where the records are', async () => {
    const file = await server.upload(tyresCsv(2))
    expect((await server.post(`${FILES}/${file}/guess`, {})).body).toMatchObject({ format: 'csv' })
    expect((await server.post(`${FILES}/${file}/guess`, { records: { header: 1 } })).status).toBe(200)
    expect(await server.post(`${FILES}/${file}/guess`, { records: { header: 'x' } })).toMatchObject({
      status: 400,
    })
  })

  it('says whose price list it is, by the mappings and the tyres of the sites (specification 12.10)', async () => {
    const pairs = await Promise.all([
      server.addSource({ site: 'a.ru', title: 'А' }),
      server.addSource({ site: 'b.ru', title: 'Б' }),
      server.addSource({
        site: 'c.ru',
        title: 'В',
        mapping: { ...CSV_MAPPING, fields: { article: 'x', retail: 'y' } },
      }),
    ])
    const tyres = [0, 1].map((n) => [
      { article: `X${n}`, brand: 'Arktika', name: `Шина ${n}` },
      { wholesale: 4000 },
    ]) as never
    await savePrices(server.database.db, 'b.ru', '2026-04-17', tyres)
    const whose = async (content: string) =>
      (await server.post(`${FILES}/${await server.upload(content)}/sources`, {})).body.sources
    expect(await whose(tyresCsv(4))).toEqual([
      { id: pairs[1], title: 'Б', site: 'b.ru', known: 50 },
      { id: pairs[0], title: 'А', site: 'a.ru', known: 0 },
    ])
    expect(await whose('a;b\n1;2\n')).toEqual([])
    expect(await whose(csvOf('X0,Arktika,Шина,Томск,,нет,нет,3'))).toEqual([])
  })

  it('the dry run says what would come in, compared with the last day, and writes nothing', async () => {
    const { db } = server.database
    await savePrices(db, 'a.ru', '2026-04-17', [
      [
        { article: 'X0', name: 'Шина 0' },
        { wholesale: 2000, retail: 5000 },
      ],
      [{ article: 'GONE' }, { wholesale: 4001 }],
    ])
    const before = await db.all('SELECT * FROM price_state')
    const file = await server.upload(
      csvOf(
        'X0,Arktika,Шина 0,Томск,,5000,4000,3',
        'X1,Arktika,Шина 1,Томск,,5001,4001,3',
        'X2,Arktika,Шина 2,Томск,,,,',
      ),
    )
    const { body } = await server.post(`${FILES}/${file}/trial`, {
      mapping: { ...CSV_MAPPING, fields: { ...CSV_MAPPING.fields, code: 'article' } },
      site: 'a.ru',
      day: DAY,
      max_bad: 20,
    })
    expect(body).toMatchObject({
      error: null,
      records: 3,
      tyres: 2,
      offers: 2,
      bad: 1,
      reasons: [{ reason: 'нет цены', count: 1, examples: [{ line: 4 }] }],
      first: [{ line: 2, code: 'X0', barcode: '', offers: [{ opt: 4000, retail: 5000 }] }, { line: 3 }],
      compared: {
        day: '2026-04-17',
        tyres: 2,
        offers: 2,
        new_tyres: 1,
        gone_tyres: 1,
        changed: 1,
        median_move: 100,
        beyond: [
          { article: 'X0', city: 'Томск', price_type: 'wholesale', before: 2000, after: 4000, percent: 100 },
        ],
        beyond_count: 1,
      },
      held: [
        expect.stringContaining('Плохих записей 33,3 %'),
        expect.stringContaining('Медиана оптовых цен'),
      ],
    })
    expect(await db.all('SELECT * FROM price_state')).toEqual(before)
    const photo = await server.upload(PHOTO)
    const refused = await server.post(`${FILES}/${photo}/trial`, {
      mapping: CSV_MAPPING,
      site: 'a.ru',
      day: DAY,
      max_bad: 20,
    })
    expect(refused.body.error).toMatch(/[а-я]/)
    const document = await server.upload('[{"a":"X0","p":5000},{"a":"X1"}]')
    const mapping = { fields: { article: 'a', retail: 'p', city: { value: 'Томск' } } }
    const counted = { mapping, site: 'a.ru', day: DAY, max_bad: 20 }
    expect((await server.post(`${FILES}/${document}/trial`, counted)).body).toMatchObject({
      numbered: 'records',
      first: [{ line: 1 }],
      reasons: [{ examples: [{ line: 2 }] }],
    })
    const far = { mapping: CSV_MAPPING, site: 'a.ru', day: '2126-04-18', max_bad: 20 }
    expect(await server.post(`${FILES}/${file}/trial`, far)).toMatchObject({ status: 400 })
  })

  it('the server fetches a file to look at, with the secrets of a source alone for its own origin', async () => {
    feed.feeds.set('/list/a.csv', serving(tyresCsv(2)))
    const other = await startFeedServer()
    const source = await server.addSource({
      kind: 'address',
      address: `${feed.origin}/list/a.csv`,
      secrets: { headers: [{ name: 'X-Api-Key', value: 'secret-key' }], basic: null },
    })
    const fetched = await server.post(SOURCE_FILE_CALLS.fetch.path, {
      address: `${feed.origin}/list/a.csv`,
      source,
    })
    expect(fetched.body).toMatchObject({ name: 'a.csv', size: Buffer.byteLength(tyresCsv(2)) })
    expect(feed.asked[0]?.headers['x-api-key']).toBe('secret-key')
    const named = feed.origin.replace('://', '://anna:geheim@')
    await server.post(SOURCE_FILE_CALLS.fetch.path, { address: `${named}/list/a.csv` })
    expect(feed.asked[1]?.headers.authorization).toBe(`Basic ${btoa('anna:geheim')}`)
    expect(await server.post(SOURCE_FILE_CALLS.fetch.path, { address: 'http://127.0.0.1/' })).toMatchObject({
      status: 400,
    })
    expect(await server.post(SOURCE_FILE_CALLS.fetch.path, { address: `${feed.origin}/none` })).toMatchObject(
      {
        status: 400,
        body: { error: expect.stringContaining('404') },
      },
    )
    await other.close()
  })
})

describe("a source's own key", () => {
  const push = (id: string, token: string, content: string, query = '') =>
    server.app.inject({
      method: 'PUT',
      url: `${sourcePricesPath(id)}${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: content,
    })
  const newToken = async (id: string) =>
    (await server.post(`${SOURCE_PATHS.sources}/${id}/token`)).body.token as unknown as string

  it('delivers a price list, as curl -T does', async () => {
    const id = await server.addSource()
    const token = await newToken(id)
    expect(((await server.page(id)) as SourceHistory).source.has_token).toBe(true)
    const content = tyresCsv(2)
    // curl sends no content type.
    const answer = await answerOf(
      begin(
        [bearer(token), `Content-Length: ${Buffer.byteLength(content)}`],
        content,
        `${sourcePricesPath(id)}?day=${DAY}`,
      ),
    )
    expect(statusOf(answer)).toBe(202)
    const run = JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '').run
    expect(await ended(id, run)).toMatchObject({ state: 'imported', trigger: 'push', day: DAY, tyres: 2 })
    expect(await server.database.db.all("SELECT details FROM audit_log WHERE event = 'source run'")).toEqual(
      [],
    )
  })

  it('is no key of another source, nor a former one, nor a session', async () => {
    const [one, two] = [await server.addSource(), await server.addSource({ site: 'b.ru' })]
    const token = await newToken(one)
    expect((await push(two, token, 'x')).statusCode).toBe(401)
    expect((await push(one, 'x', 'x')).statusCode).toBe(401)
    expect((await push(one, server.token, 'x')).statusCode).toBe(401)
    expect((await push('none', token, 'x')).statusCode).toBe(401)
    const newer = await newToken(one)
    expect((await push(one, token, 'x')).statusCode).toBe(401)
    expect((await push(one, newer, 'x', '?day=2126-01-01')).statusCode).toBe(400)
    expect((await push(one, newer, '')).statusCode).toBe(400)
    expect((await push(one, newer, tyresCsv(1))).statusCode).toBe(202)
    await server.post(`${SOURCE_PATHS.sources}/${one}/token/remove`)
    expect((await push(one, newer, tyresCsv(1))).statusCode).toBe(401)
    const asSession = await server.app.inject({
      url: SOURCE_PATHS.sources,
      headers: { authorization: `Bearer ${newer}` },
    })
    expect(asSession.statusCode).toBe(401)
  })

  it('delivers no more than can be imported', async () => {
    const id = await server.addSource()
    const token = await newToken(id)
    for (let n = 0; n < 3; n++) {
      await server.database.db.run(
        `INSERT INTO source_runs (source_id, day, started_by, state, due_at, file, server, created_at)
         VALUES (?, '2026-04-18', 'push', 'waiting', 0, 'x', 'another server', 0)`,
        id,
      )
    }
    expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 429 })
    await server.database.db.run("UPDATE source_runs SET state = 'failed' WHERE id > 1")
    expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 202 })
    await server.database.db.run('UPDATE source_runs SET bytes = 1073741824 WHERE id = 1')
    expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 429 })
  })

  it('delivers thirty price lists an hour', async () => {
    const id = await server.addSource()
    const token = await newToken(id)
    const hourAgo = Date.now() - 60 * 60_000
    const columns = ['source_id', 'day', 'started_by', 'state', 'due_at', 'created_at']
    const delivered = (created: number) => [id, DAY, 'push', 'failed', 0, created]
    await server.database.db.insertMany('source_runs', columns, [
      delivered(hourAgo + 600_000),
      ...Array.from({ length: 28 }, () => delivered(Date.now())),
    ])
    expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 202 })
    const refused = await push(id, token, tyresCsv(1))
    expect(refused).toMatchObject({ statusCode: 429 })
    expect(refused.json().error).toContain('повторите через 10 мин')
    await server.database.db.run(
      'UPDATE source_runs SET created_at = ? WHERE created_at < ?',
      0,
      hourAgo + 600_001,
    )
    expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 202 })
  })

  it('that is withdrawn, or whose source is switched off, during a delivery imports nothing', async () => {
    const id = await server.addSource()
    const deliver = async (meanwhile: () => Promise<unknown>) => {
      const token = await newToken(id)
      const content = tyresCsv(2)
      const socket = begin(
        [bearer(token), `Content-Length: ${Buffer.byteLength(content)}`],
        content.slice(0, 10),
        sourcePricesPath(id),
      )
      await expect.poll(incoming).toHaveLength(1)
      await meanwhile()
      socket.write(content.slice(10))
      return answerOf(socket)
    }
    const withdrawn = await deliver(() => server.post(`${SOURCE_PATHS.sources}/${id}/token/remove`))
    expect(statusOf(withdrawn)).toBe(401)
    const off = await deliver(() =>
      server.post(`${SOURCE_PATHS.sources}/${id}`, sourceInput({ enabled: false })),
    )
    expect(statusOf(off)).toBe(409)
    expect(off).toContain('{"error":"Источник выключен"}')
    expect(((await server.page(id)) as SourceHistory).runs).toEqual([])
    expect(incoming()).toEqual([])
    expect(await push(id, await newToken(id), tyresCsv(1))).toMatchObject({ statusCode: 409 })
  })

  it('holds one place, and none of those of administrators', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await server.addSource({ site: `s${n}.ru` })
      const token = await newToken(id)
      begin([bearer(token), 'Content-Length: 100000'], 'article', sourcePricesPath(id))
      await expect.poll(incoming).toHaveLength(n + 1)
      if (n === 0) expect(await push(id, token, tyresCsv(1))).toMatchObject({ statusCode: 429 })
    }
    expect(await server.upload(tyresCsv(1))).toBeTruthy()
  })

  it('delivers at some pace, and in a time', async () => {
    const id = await server.addSource()
    const token = await newToken(id)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const slow = begin([bearer(token), 'Content-Length: 1000000'], 'x'.repeat(1_000), sourcePricesPath(id))
      await expect.poll(incoming).toHaveLength(1)
      vi.advanceTimersByTime(60_000)
      expect(statusOf(await answerOf(slow))).toBe(408)
    } finally {
      vi.useRealTimers()
    }
    await server.close()
    server = await sourcesServer({ UPLOAD_MAX_SECONDS: '1' })
    const upload = begin([bearer(), 'Transfer-Encoding: chunked'], '')
    const trickle = setInterval(() => upload.write('1\r\nx\r\n'), 50)
    expect(statusOf(await answerOf(upload))).toBe(408)
    clearInterval(trickle)
    await expect.poll(incoming).toEqual([])
  })

  it('delivers no day that is not kept, nor does an upload', async () => {
    await server.close()
    server = await sourcesServer({ KEEP_DAYS: '30' })
    const id = await server.addSource()
    const token = await newToken(id)
    const old = isoToday(new Date(Date.now() - 31 * 86_400_000))
    const refused = await push(id, token, tyresCsv(1), `?day=${old}`)
    expect(refused).toMatchObject({ statusCode: 400 })
    expect(refused.json().error).toMatch(/^Дни раньше \d\d\.\d\d\.\d{4} не хранятся$/)
    const file = await server.upload(tyresCsv(1))
    expect(await server.post(`${SOURCE_PATHS.sources}/${id}/run`, { file, day: old })).toMatchObject({
      status: 400,
    })
    expect(incoming()).toEqual([file])
    const kept = isoToday(new Date(Date.now() - 28 * 86_400_000))
    expect(await push(id, token, tyresCsv(1), `?day=${kept}`)).toMatchObject({ statusCode: 202 })
  })

  it('delivers a file whatever type it is said to be', async () => {
    const id = await server.addSource()
    const headers = { authorization: `Bearer ${await newToken(id)}`, 'content-type': 'csv; ;=' }
    const answer = await server.app.inject({
      method: 'PUT',
      url: sourcePricesPath(id),
      headers,
      payload: tyresCsv(1),
    })
    expect(answer.statusCode).toBe(202)
    const uploaded = await server.send('PUT', FILES, tyresCsv(1), { 'content-type': 'csv; ;=' })
    expect(uploaded.status).toBe(200)
  })

  it('is not tried often', async () => {
    const id = await server.addSource()
    const tried = []
    for (let n = 0; n < 31; n++) tried.push((await push(id, `wrong${n}`, 'x')).statusCode)
    expect(tried.slice(0, 30)).toEqual(Array(30).fill(401))
    expect(tried.at(-1)).toBe(429)
  })
})
