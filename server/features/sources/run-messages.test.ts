// Specification 13.19

import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { FAULTS, type FeedServer, serving, startFeedServer } from '../../../tests/support/feed-server.ts'
import { type SourcesAt, sourcesAt } from '../../../tests/support/source-runs.ts'
import { CSV_MAPPING, csvOf, sourcesServer, tyresCsv } from '../../../tests/support/sources.ts'

const DAY = '2026-11-21'
/** Beginning of a workbook and of an archive. */
const ZIP = Buffer.from([0x50, 0x4b, 3, 4])
const JUNK = Buffer.from('\u0000\u0001tyres'.repeat(200))
const UNUSABLE = csvOf('X1,Arktika,Шина,Томск,,,,3')

/** Price lists that fail, each in its own way. */
const FAILING: Readonly<Record<string, string | Buffer>> = {
  'no usable record': UNUSABLE,
  'no record': csvOf(),
  'other columns': 'a,b\n1,2\n',
  'a quote without its end': csvOf('"X1,Arktika'),
  'no text': JUNK,
  'a cut gzip': gzipSync(tyresCsv(500)).subarray(0, 200),
  'an empty gzip': gzipSync(''),
  'a damaged archive': Buffer.concat([ZIP, JUNK]),
  'an old workbook that is damaged': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), JUNK]),
}
/** Lists that are read by another format than their own. */
const FORMATS = ['csv', 'json', 'jsonl', 'xml', 'xlsx', 'xls'] as const
const mappingOf = (format: string) => ({
  ...CSV_MAPPING,
  format,
  ...(format === 'xml' && { records: { element: 'offer' } }),
})

describe('the messages about price lists', () => {
  let database: TestDatabase
  let at: SourcesAt
  let feed: FeedServer
  beforeEach(async () => {
    feed = await startFeedServer()
    database = await sqliteDatabase()
    at = await sourcesAt(database, feed.host, `${DAY}T03:00:00Z`)
    await at.addAdmin('admin')
  })
  afterEach(async () => {
    await feed.close()
    await database.remove()
  })

  /** Expects no path of this machine in what people are shown. */
  const expectNoPath = (shown: unknown) => {
    const text = JSON.stringify(shown)
    for (const path of [database.location.dataDir, tmpdir(), 'incoming/', 'rejects/', '.jsonl'])
      expect(text).not.toContain(path)
  }
  /** Returns all that anybody learns of a source's runs: messages, logs, notices. */
  const shownOf = async (id: string) => [
    await at.page(id),
    await at.db.all('SELECT * FROM notifications'),
    await at.db.all('SELECT log, message, step FROM source_runs'),
  ]

  it('name no path of the server, whatever is wrong with a list', async () => {
    for (const [name, content] of Object.entries(FAILING)) {
      for (const format of FORMATS) {
        const id = await at.addSource({ site: 'a.ru', title: name, mapping: mappingOf(format) })
        await at.deliver(id, DAY, content as string)
        await at.work()
        expect([name, format, (await at.last(id))?.state]).toEqual([name, format, 'failed'])
        expectNoPath(await shownOf(id))
        await at.db.run('DELETE FROM source_runs')
        await at.db.run('DELETE FROM sources')
      }
    }
    expect((await at.told()).length).toBeGreaterThan(Object.keys(FAILING).length)
  })

  it('name none if the server loses a file or cannot write one', async () => {
    const { dataDir } = database.location
    const id = await at.addSource({ max_bad: 0 })
    await at.deliver(id, DAY, UNUSABLE)
    rmSync(join(dataDir, 'incoming'), { recursive: true })
    await at.work()
    expect(await at.last(id)).toMatchObject({ state: 'failed' })
    writeFileSync(join(dataDir, 'rejects'), '')
    await at.deliver(id, DAY, UNUSABLE)
    await at.work()
    expect(await at.last(id)).toMatchObject({ state: 'waiting' })
    expectNoPath(await shownOf(id))
  })

  it('name none if a list is not fetched, or is held', async () => {
    for (const [name, fault] of Object.entries({
      ...FAULTS,
      bad: serving(`${tyresCsv(3)}X9,A,Ш,Т,,,,1\n`),
    })) {
      if (name === 'hanging' || name === 'stalling' || name === 'trickling') continue
      feed.feeds.set('/a.csv', fault)
      const id = await at.addSource({ kind: 'address', address: `${feed.origin}/a.csv`, times: ['06:01'] })
      at.pass(1)
      await at.work()
      expectNoPath(await shownOf(id))
      await at.db.run('DELETE FROM source_runs')
      await at.db.run('DELETE FROM sources')
      at.pass(24 * 60 - 1)
    }
  })
})

describe('the answers about an uploaded file', () => {
  it('name no path of the server', async () => {
    const server = await sourcesServer()
    const texts: string[] = []
    for (const content of Object.values(FAILING)) {
      const path = `${SOURCE_PATHS.files}/${await server.upload(content)}`
      const asked = { site: 'a.ru', day: DAY, max_bad: 20, mapping: CSV_MAPPING }
      texts.push(JSON.stringify((await server.post(`${path}/guess`)).body))
      texts.push(JSON.stringify((await server.post(`${path}/sample`, { mapping: CSV_MAPPING })).body))
      texts.push(JSON.stringify((await server.post(`${path}/trial`, asked)).body))
    }
    await server.close()
    expect(texts.filter((text) => text.includes('"error":"')).length).toBeGreaterThan(15)
    for (const hidden of [tmpdir(), 'incoming/', 'rejects/', '.jsonl'])
      expect(texts.filter((text) => text.includes(hidden))).toEqual([])
  })
})
