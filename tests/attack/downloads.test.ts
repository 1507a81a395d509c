import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MATCHING_CALLS } from '../../contract/matching/matching-calls.ts'
import { PAGE_CALLS } from '../../contract/pages/page-calls.ts'
import { NOTHING_KNOWN } from '../../contract/reports/download-progress.ts'
import { DownloadSlots } from '../../server/features/auth/http/download-slots.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { type SqlHole, type SqlText, statementOf } from '../../server/platform/db/statement.ts'
import { ENGINES, type TestDatabase } from '../support/database.ts'
import { savePrices } from '../support/prices.ts'
import { listenAlone } from './support/listening.ts'

const DAY = '2026-04-18'
const TYRES = 200
/** Number of tyres that are read at once. */
const CHUNK = 10

it('a download whose client disconnected before the start takes no slot', () => {
  const slots = new DownloadSlots()
  // The client's 'close' event was emitted before the download started.
  const take = (gone: boolean) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: gone })
    const session = { id: 'session', user: { id: 'anna' } }
    const request = { session, raw: { socket: { destroyed: gone } }, url: '/' }
    return slots.take(request as never, { raw, header: () => undefined } as never)
  }
  for (let n = 0; n < 5; n++) expect(() => take(true)).toThrow('client has gone')
  expect(take(false).aborted).toBe(false)
  expect(take(false).aborted).toBe(false)
  expect(() => take(false)).toThrow('Уже готовятся два файла')
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`downloads, on ${engine}`, () => {
    let server: Awaited<ReturnType<typeof listenAlone>>
    let gate: Gate
    beforeEach(async () => {
      gate = new Gate()
      const gated = async () => withGate(await (open as () => Promise<TestDatabase>)(), gate)
      server = await listenAlone({}, gated)
      const lines = (price: number) =>
        Array.from({ length: TYRES }, (_, n) => [{ article: `A${n}` }, { retail: price + n }] as const)
      await savePrices(server.database.db, 'a.ru', '2026-04-17', lines(1000))
      await savePrices(server.database.db, 'a.ru', DAY, lines(2000))
      for (const name of ['anna', 'boris']) await server.addUser(name, { role: 'analyst' })
    })
    afterEach(() => server.close())

    // Requests a CSV, because this thread reads its prices and the gate can therefore stop it.
    const download = (token: string, signal?: AbortSignal, name?: string) =>
      fetch(`${server.origin}/api/analytics/rprices-threshold`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(name && { 'x-download': name }),
        },
        body: JSON.stringify({ date: DAY }),
        ...(signal ? { signal } : {}),
      })

    it('accept a request with a compressed body', async () => {
      const { token } = await server.signIn('anna')
      const answer = await fetch(`${server.origin}/api/analytics/rprices-threshold`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: gzipSync(JSON.stringify({ date: DAY })),
      })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('A199')
    })

    it('end when their client disconnects', async () => {
      const { token } = await server.signIn('anna')
      await (await download(token)).arrayBuffer()
      const reads = gate.passed
      expect(reads).toBeGreaterThanOrEqual((2 * TYRES) / CHUNK)

      gate.close()
      const gone = clientsGone(server.app.server)
      const client = new AbortController()
      const abandoned = download(token, client.signal).catch(() => 'gone')
      await gate.someWait(1)
      client.abort()
      expect(await abandoned).toBe('gone')
      await gone
      gate.open()
      // Reading continues between two turns of the event loop; it would have continued by the end of another complete
      // download.
      await (await download(token)).arrayBuffer()
      expect(gate.passed).toBeLessThanOrEqual(2 * reads + 1)
    })

    it('report the number of written rows to their user only, until they are sent', async () => {
      const [anna, boris] = [await server.signIn('anna'), await server.signIn('boris')]
      const name = '0123456789abcdef'.repeat(2)
      const progress = async (token: string, asked = name) => {
        const path = `/api/companion/downloads/${asked}`
        const answer = await fetch(`${server.origin}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        return answer.status === 200 ? answer.json() : answer.status
      }
      expect(await progress(anna.token)).toEqual(NOTHING_KNOWN)
      // The first reading finds the columns; then five chunks are written.
      gate.close(TYRES / CHUNK + 5)
      const coming = download(anna.token, undefined, name)
      await gate.someWait(1)
      expect(await progress(anna.token)).toEqual({ rows: 5 * CHUNK, total: TYRES })
      expect(await progress(boris.token)).toEqual(NOTHING_KNOWN)
      expect(await progress(anna.token, 'f'.repeat(32))).toEqual(NOTHING_KNOWN)
      expect(await progress(anna.token, '../x')).toBe(404)
      expect(await progress(anna.token, 'short')).toBe(400)
      expect(await progress('')).toBe(401)
      gate.open()
      await (await coming).arrayBuffer()
      await expect.poll(() => progress(anna.token)).toEqual(NOTHING_KNOWN)
      expect((await download(anna.token, undefined, 'short')).status).toBe(400)
    })

    it('are limited to two at a time per user', async () => {
      const [anna, boris] = [await server.signIn('anna'), await server.signIn('boris')]
      gate.close()
      const under = [download(anna.token), download(anna.token)]
      await gate.someWait(2)
      const third = await download(anna.token)
      expect(third.status).toBe(429)
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await third.json()).toEqual({
        error: 'Уже готовятся два файла. Дождитесь, пока один из них скачается',
      })
      for (const path of [
        `${MATCHING_CALLS.file.path}?kind=pairs&format=csv`,
        `${PAGE_CALLS.file.path}?format=csv`,
      ]) {
        const headers = { authorization: `Bearer ${anna.token}` }
        expect((await fetch(`${server.origin}${path}`, { headers })).status).toBe(429)
      }
      const other = download(boris.token)
      await gate.someWait(3)
      gate.open()
      for (const answer of await Promise.all([...under, other])) {
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
      expect((await download(anna.token)).status).toBe(200)
    })
  })
}

/** Resolves when the client of the next request has disconnected. */
function clientsGone(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.once('request', (_request, response) => response.once('close', resolve))
  })
}

/** Blocks the reading of prices while it is closed. */
class Gate {
  passed = 0
  #left = 0
  #waiting: (() => void)[] = []
  #watchers: (() => void)[] = []
  #isClosed = false

  /**
   * Closes the gate.
   * @param left number of readings that may still pass
   */
  close(left = 0): void {
    this.#isClosed = true
    this.#left = left
  }

  open(): void {
    this.#isClosed = false
    for (const go of this.#waiting.splice(0)) go()
  }

  async pass(): Promise<void> {
    if (this.#isClosed && --this.#left < 0) {
      const turn = new Promise<void>((resolve) => this.#waiting.push(resolve))
      for (const look of this.#watchers) look()
      await turn
    }
    this.passed += 1
  }

  /** Resolves when `count` readings are waiting. */
  someWait(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => this.#waiting.length >= count && resolve()
      this.#watchers.push(look)
      look()
    })
  }
}

function withGate(database: TestDatabase, gate: Gate): TestDatabase {
  const { all } = database.db
  const db: Db = {
    ...database.db,
    async all<Row>(sql: SqlText, ...holes: SqlHole[]) {
      const [text] = statementOf(sql, holes)
      if (/^\s*SELECT site_id, tyre_id, offers FROM site_offers/.test(text)) await gate.pass()
      return all<Row>(sql, ...holes)
    },
  }
  return { ...database, db }
}
