// Specification 13.5

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answering,
  FAULTS,
  type FeedServer,
  serving,
  servingWithEtag,
  startFeedServer,
} from '../../../tests/support/feed-server.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { localCertificate, trust } from '../../../tests/support/push-certificate.ts'
import type { ResolveName } from '../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { fetchFile } from './fetch.ts'
import type { FetchLimits, FetchRequest } from './fetch-request.ts'
import { NO_SECRETS, type SourceSecrets } from './source.ts'

let feed: FeedServer
let secure: FeedServer
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  const certificate = localCertificate()
  trust(certificate)
  feed = await startFeedServer()
  secure = await startFeedServer(certificate)
})
afterAll(async () => {
  await feed.close()
  await secure.close()
})
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  for (const server of [feed, secure]) {
    server.feeds.clear()
    server.asked.length = 0
  }
})

const CSV = 'article,brand\nX1,Arktika\n'
const SECRETS: SourceSecrets = {
  headers: [{ name: 'X-Api-Key', value: 'secret-key' }],
  basic: { username: 'anna', password: 'пароль' },
}

const limits = (over: Partial<FetchLimits> = {}): FetchLimits => ({
  userAgent: 'tyre-price-monitor (+https://prices.example.ru)',
  allowedHosts: new Set([feed.host, secure.host]),
  fetchMegabytes: 5,
  fetchSeconds: 60,
  stallSeconds: 30,
  fetchMinKilobytes: 0,
  ...over,
})

const path = () => join(folder.path, 'file')

function get(address: string, over: Partial<FetchRequest> = {}, limited = limits(), resolve?: ResolveName) {
  const signal = new AbortController().signal
  return fetchFile({ address, secrets: NO_SECRETS, path: path(), signal, ...over }, limited, resolve)
}

/** Returns the failure's message and whether a retry can help; no file may remain. */
async function failure(fetched: Promise<unknown>): Promise<[message: string, again: boolean]> {
  const error = await fetched.then(
    () => new Error('it did not fail'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(FetchFailure)
  expect(readdirSync(folder.path)).toEqual([])
  return [error.message, error.again]
}

describe('fetching a price list', () => {
  it('streams it into a file that only its owner reads, and tells what to recognise it by', async () => {
    feed.feeds.set('/a.csv', serving(CSV, { etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT' }))
    const fetched = await get(`${feed.origin}/a.csv`)
    expect(fetched).toMatchObject({
      kind: 'file',
      bytes: CSV.length,
      etag: '"1"',
      modified: 'Sat, 21 Nov 2026 06:00:00 GMT',
    })
    expect(readFileSync(path(), 'utf8')).toBe(CSV)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('over HTTPS, too, with secrets', async () => {
    secure.feeds.set('/a.csv', serving(CSV))
    await get(`${secure.origin}/a.csv`, { secrets: SECRETS })
    expect(secure.asked[0]?.headers).toMatchObject({
      'x-api-key': 'secret-key',
      authorization: `Basic ${Buffer.from('anna:пароль').toString('base64')}`,
    })
  })

  it('unpacks what the server has packed for the way', async () => {
    feed.feeds.set('/a.csv', serving(gzipSync(CSV), { 'content-encoding': 'gzip' }))
    await get(`${feed.origin}/a.csv`)
    expect(readFileSync(path(), 'utf8')).toBe(CSV)
  })

  it('asks for what is new alone', async () => {
    feed.feeds.set('/a.csv', servingWithEtag(CSV, '"7"'))
    expect(await get(`${feed.origin}/a.csv`, { known: { etag: '"7"', modified: '' } })).toEqual({
      kind: 'not modified',
    })
    expect(existsSync(path())).toBe(false)
    expect(await get(`${feed.origin}/a.csv`, { known: { etag: '"6"', modified: '' } })).toMatchObject({
      kind: 'file',
    })
  })

  it('a 304 that nobody asked for is an error', async () => {
    feed.feeds.set('/a.csv', answering(304))
    expect(await failure(get(`${feed.origin}/a.csv`))).toEqual([expect.stringContaining('304'), true])
  })

  it.each([
    ['401', answering(401), 'не принял ключи', false],
    ['403', answering(403), 'не даёт этот файл', false],
    ['404', answering(404), 'такого файла не нашёл', false],
    ['429', answering(429), 'ошибкой 429', true],
    ['500', answering(500), 'ошибкой 500', true],
    ['503', answering(503), 'ошибкой 503', true],
    ['cut off in the middle', FAULTS.cutOff, 'не целиком', true],
    ['reset in the middle, of unknown length', FAULTS.reset, 'не целиком', true],
    ['that changes the protocol', FAULTS.upgrading, 'не по правилам HTTP', true],
    ['of a wrong length', FAULTS.wrongLength, 'не целиком', true],
    ['packed and cut off', FAULTS.cutGzip, 'не целиком', true],
    ['that never ends', FAULTS.endless, 'больше 5 МБ', false],
    ['packed a thousandfold', FAULTS.bomb, 'больше 5 МБ', false],
    ['that redirects in a loop', FAULTS.loop, 'больше 5 раз', true],
    ['that is a page', FAULTS.page, 'страницу (HTML)', true],
    ['that is empty', FAULTS.empty, 'пустой файл', true],
  ])('a feed %s fails with a word for it, and leaves nothing', async (_, handler, words, again) => {
    feed.feeds.set('/a.csv', handler)
    expect(await failure(get(`${feed.origin}/a.csv`))).toEqual([expect.stringContaining(words), again])
  })

  it('a page that is a table saved as XLS comes in', async () => {
    const cells = '<tr><td>Артикул</td><td>Название</td><td>Цена</td></tr>'
    const page = `<html><head><style>${' '.repeat(5_000)}</style></head><table>${cells.repeat(3)}</table></html>`
    feed.feeds.set('/a.xls', serving(page))
    expect(await get(`${feed.origin}/a.xls`)).toMatchObject({ kind: 'file' })
    expect(readFileSync(path(), 'utf8')).toBe(page)
  })

  it('a server that is not there', async () => {
    const gone = await startFeedServer()
    await gone.close()
    const allowed = limits({ allowedHosts: new Set([gone.host]) })
    expect(await failure(get(`${gone.origin}/a.csv`, {}, allowed))).toEqual([
      'Сервер не принимает соединения',
      true,
    ])
  })

  it('a certificate that nobody trusts', async () => {
    const stranger = await startFeedServer(localCertificate())
    const allowed = limits({ allowedHosts: new Set([stranger.host]) })
    const [message] = await failure(get(`${stranger.origin}/a.csv`, {}, allowed))
    expect(message).toBe('Сертификату сервера нельзя доверять')
    await stranger.close()
  })

  it.each([
    ['that says nothing', FAULTS.hanging],
    ['that stops in the middle', FAULTS.stalling],
  ])('a server %s is given up', async (_, handler) => {
    feed.feeds.set('/a.csv', handler)
    const stalled = get(`${feed.origin}/a.csv`, {}, limits({ stallSeconds: 0.05 }))
    expect(await failure(stalled)).toEqual([expect.stringContaining('молчал'), true])
    const slow = get(`${feed.origin}/a.csv`, {}, limits({ fetchSeconds: 0.1 }))
    expect(await failure(slow)).toEqual([expect.stringContaining('дольше'), true])
  })

  it('a server that sends less than the pace in a minute is given up', async () => {
    const enough = 256 * 1_024
    feed.feeds.set(
      '/a.csv',
      (_request, response) => void response.writeHead(200).write(Buffer.alloc(enough, 'x')),
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const slow = failure(get(`${feed.origin}/a.csv`, {}, limits({ fetchMinKilobytes: 256 })))
      await expect.poll(() => existsSync(path()) && statSync(path()).size).toBe(enough)
      vi.advanceTimersByTime(60_000)
      expect(existsSync(path())).toBe(true)
      vi.advanceTimersByTime(60_000)
      expect(await slow).toEqual([
        `Сервер ${feed.host} отдаёт файл слишком медленно: меньше 256 КБ за минуту`,
        true,
      ])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('one of unknown length that takes too long is not taken for a whole one', async () => {
    feed.feeds.set('/a.csv', FAULTS.trickling)
    const slow = get(`${feed.origin}/a.csv`, {}, limits({ fetchSeconds: 0.1, fetchMegabytes: 1_000 }))
    expect(await failure(slow)).toEqual([expect.stringContaining('дольше'), true])
  })

  it.each([
    ['that stops', FAULTS.stalling],
    ['of unknown length', FAULTS.trickling],
  ])('ends when it is told to: a feed %s', async (_, handler) => {
    feed.feeds.set('/a.csv', handler)
    const stop = new AbortController()
    const fetched = get(`${feed.origin}/a.csv`, { signal: stop.signal })
    await feed.askedFor('/a.csv')
    stop.abort(new Error('stopped'))
    await expect(fetched).rejects.toThrow('stopped')
    expect(readdirSync(folder.path)).toEqual([])
  })
})

describe('addresses that are called', () => {
  it('secrets stay with the origin that they were given for', async () => {
    feed.feeds.set('/a.csv', answering(302, { location: '/b.csv' }))
    feed.feeds.set('/b.csv', answering(307, { location: `${secure.origin}/c.csv` }))
    secure.feeds.set('/c.csv', serving(CSV))
    await get(`${feed.origin}/a.csv`, { secrets: SECRETS, typed: [feed.origin, secure.origin] })
    expect(feed.asked.map(({ headers }) => headers['x-api-key'])).toEqual(['secret-key', 'secret-key'])
    expect(secure.asked[0]?.headers).not.toHaveProperty('x-api-key')
    expect(secure.asked[0]?.headers).not.toHaveProperty('authorization')
  })

  it('a redirect inward is not followed, whichever way it is written', async () => {
    for (const location of [
      'http://127.0.0.1/x',
      'http://[::ffff:7f00:1]/',
      'http://2130706433/',
      '//169.254.169.254/latest',
    ]) {
      feed.feeds.set('/a.csv', answering(302, { location }))
      expect(await failure(get(`${feed.origin}/a.csv`)), location).toEqual([
        expect.stringContaining('внутреннюю сеть'),
        false,
      ])
    }
    feed.feeds.set('/a.csv', answering(302, { location: 'file:///etc/passwd' }))
    expect((await failure(get(`${feed.origin}/a.csv`)))[0]).toContain('https://')
    feed.feeds.set('/a.csv', answering(302, { location: 'http://prices.test:6379/' }))
    expect((await failure(get(`${feed.origin}/a.csv`)))[0]).toContain('порту')
  })

  it('inside are those that a person has typed: no other server leads to them', async () => {
    const inside = `${secure.origin}/admin?delete=1`
    secure.feeds.set('/admin', serving(CSV))
    feed.feeds.set('/a.csv', answering(302, { location: inside }))
    expect(await failure(get(`${feed.origin}/a.csv`))).toEqual([expect.stringContaining('настройка'), false])
    expect(await failure(get(inside, { typed: [] }))).toEqual([expect.stringContaining('настройка'), false])
    // The typed host itself may move its file.
    feed.feeds.set('/a.csv', answering(302, { location: '/b.csv' }))
    feed.feeds.set('/b.csv', serving(CSV))
    await get(`${feed.origin}/a.csv`)
    expect(secure.asked).toEqual([])
  })

  it('a name that resolves inward is not connected to, and is resolved once', async () => {
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]
    }
    const fetched = get('http://prices.test/a.csv', {}, limits(), resolve)
    expect(await failure(fetched)).toEqual([expect.stringContaining('внутреннюю сеть'), false])
    expect(asked).toEqual(['prices.test'])
  })

  it('words say nothing of keys in an address', async () => {
    feed.feeds.set('/a.csv?key=secret', answering(500))
    const [message] = await failure(get(`${feed.origin}/a.csv?key=secret`))
    expect(message).not.toContain('secret')
  })
})
