// Specification 5.5, 10.12

import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { SHEET_PART } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { type TestDatabase, USUAL_ENGINES } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { reportQuery } from '../../../tests/support/report-query.ts'
import { createReplicas } from '../../platform/db/replicas.ts'
import { statementOf } from '../../platform/db/statement.ts'
import { createPriceReader, type PriceReader, type ReportQuery } from '../report-query.ts'
import { createPriceThreads, type PriceThreads } from '../threads/price-threads.ts'
import type { RunTask } from '../threads/tasks.ts'
import { OutdatedFileError } from './file-table.ts'
import { reportCsv, reportTable } from './report-csv.ts'
import { reportXlsx } from './report-xlsx.ts'

const DAY = '2026-04-18'
/** Day on which the tyres are a single part. */
const NEXT = '2026-04-19'
/** Number of tyres: enough for several parts of the sheet, the last of which is small. */
const TYRES = 1_010
const CITIES = ['Томск', 'Омск', 'Ухта']

/** Lines with warehouses and fields that only some parts have. */
const lines = (site: number): Line[] =>
  Array.from(
    { length: TYRES },
    (_, n): Line => [
      {
        article: `A${n}`,
        name: `Шина ${String((n * 7) % TYRES).padStart(4, '0')}`,
        brand: n % 3 ? 'Ikon' : 'Зима',
      },
      {
        city: CITIES[(n + site) % 3] as string,
        warehouse: n < 400 ? '' : `Склад ${n % 5}`,
        retail: n % 11 === 0 ? null : 5000 + n,
        wholesale: n > 700 ? 4000 + n : null,
        cost: n % 5 === 3 ? 3000 : null,
        stock: n % 2 ? 4 : null,
      },
    ],
  )

for (const { engine, open } of USUAL_ENGINES) {
  describe.skipIf(!open)(`a report's xlsx on ${engine}`, () => {
    let database: TestDatabase
    let reader: PriceReader
    /** creates a reader with empty caches */
    let newReader: () => PriceReader
    let threads: PriceThreads

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      const { db, location } = database
      await savePrices(db, 'daikon.ru', DAY, lines(0))
      await savePrices(db, 'b.ru', DAY, lines(1))
      await savePrices(db, 'b.ru', NEXT, lines(2).slice(0, 40))
      const matching = async () => {
        throw new Error('nothing is searched')
      }
      newReader = () => createPriceReader(db, { isOwnSite: (host) => host === 'daikon.ru', matching })
      reader = newReader()
      const log = { info: () => undefined, warn: () => undefined }
      threads = createPriceThreads(createReplicas({ primary: db, urls: [], log }), location, {
        maxThreads: 2,
        lowPriority: true,
      })
    })
    afterAll(async () => {
      await threads?.stop()
      await database?.remove()
    })

    const query = (id: ReportId, over: Partial<ReportQuery> = {}) =>
      reportQuery(id, { day: DAY, multiplier: 1, ...over })
    /** Query of a report whose columns the import does not store. */
    const proposals = (over: Partial<ReportQuery> = {}) =>
      query('proposals', { priceType: 'retail', multiplier: 1.1, ...over })
    const never = new AbortController().signal
    const fileOf = async (id: ReportId, asked: ReportQuery, run: RunTask = threads.run, from = reader) => {
      const file = await reportXlsx(from, id, asked, never, run)
      let rows = 0
      const bytes = await buffer(
        (file as NonNullable<typeof file>).write((more) => {
          rows += more
        }),
      )
      return { total: file?.total, rows, bytes, sheet: strFromU8(unzipSync(bytes)[SHEET_PART] as Uint8Array) }
    }

    it.each([
      ['all-prices', {}],
      ['retail-stats', { priceType: 'retail' }],
      ['all-prices', { filters: { city: { values: ['Омск'], except: false } } }],
      ['all-prices', { filters: { site: { values: ['b.ru'], except: false } } }],
      ['all-prices', { filters: { city: { values: ['Омск', 'Ухта'], except: true } } }],
      ['proposals', { priceType: 'retail', multiplier: 1.1 }],
    ] as const)('has the rows of the table, whoever makes them: %s %j', async (id, over) => {
      const asked = query(id, over)
      const alone = await fileOf(id, asked)
      threads.start()
      const other = query('retail-stats', { priceType: 'retail', day: NEXT })
      const [inThreads] = await Promise.all([
        fileOf(id, asked, threads.run, newReader()),
        fileOf('retail-stats', other),
      ])
      await threads.stop()
      expect(inThreads.sheet).toBe(alone.sheet)

      const found = await reportTable(reader, REPORTS[id], asked, never)
      const { columns, chunks } = (found as NonNullable<typeof found>).table
      const expected: unknown[][] = []
      for await (const chunk of chunks)
        expected.push(...chunk.map((row) => row.map((value) => value ?? null)))
      const [sheet] = (await readXlsx(inThreads.bytes)).sheets
      const [, labels, ...rows] = sheet?.rows ?? []
      expect(labels).toEqual(columns.map(({ label }) => label))
      // All columns but the day, which is a date in the sheet.
      expect(rows.map((row) => row.slice(1))).toEqual(expected.map((row) => row.slice(1)))
      expect([inThreads.total, inThreads.rows]).toEqual([expected.length, expected.length])
      expect(sheet?.autoFilter?.range).toMatch(new RegExp(`:[A-Z]+${expected.length + 2}$`))
    })

    it('searches only once per import for columns that the import did not store', async () => {
      const { db } = database
      const day = '2026-04-20'
      await savePrices(db, 'b.ru', day, lines(0).slice(0, 40))
      let looked = 0
      const counting: RunTask = (name, request) => {
        if (name === 'filled') looked++
        return threads.run(name, request)
      }
      const asked = proposals({ day })
      const first = await fileOf('proposals', asked, counting)
      expect(looked).toBe(1)
      expect((await fileOf('proposals', asked, counting)).sheet).toBe(first.sheet)
      expect(looked).toBe(1)
      const omsk = { city: { values: ['Омск'], except: false } }
      const narrowed = await fileOf('proposals', { ...asked, filters: omsk }, counting)
      expect(looked).toBe(2)
      expect(narrowed.sheet).not.toContain('Томск')
      await savePrices(db, 'c.ru', day, [[{ article: 'A1' }, { city: 'Бийск', retail: 1 }]])
      expect((await fileOf('proposals', asked, counting)).sheet).toContain('Бийск')
      expect(looked).toBe(3)
    })

    it('takes its columns from what the imports stored, if they did', async () => {
      const { db } = database
      const day = '2026-04-24'
      await savePrices(db, 'daikon.ru', day, lines(0))
      await savePrices(db, 'b.ru', day, lines(1))
      const asked: [ReportId, Partial<ReportQuery>?][] = [
        ['all-prices'],
        ['all-prices', { filters: { city: { values: ['Омск'], except: false } } }],
        ['all-prices', { filters: { site: { values: ['b.ru'], except: true } } }],
        ['retail', { priceType: 'retail' }],
        ['wholesale-stats', { priceType: 'opt' }],
      ]
      let looked = 0
      const counting: RunTask = (name, request) => {
        if (name === 'filled') looked++
        return threads.run(name, request)
      }
      const sheets = async () => {
        const from = newReader()
        const made: string[] = []
        for (const [id, over] of asked)
          made.push((await fileOf(id, query(id, { day, ...over }), counting, from)).sheet)
        return made
      }
      const noted = await sheets()
      expect(looked).toBe(0)
      // Simulates a former version that runs beside this one during an update.
      await db.run("UPDATE site_cities SET shapes = NULL WHERE day = ? AND city <> 'Омск'", day)
      const found = await sheets()
      expect(looked).toBeGreaterThan(0)
      expect(found).toEqual(noted)
    })

    it.each(['filled', 'sheet'] as const)(
      'is broken off when its day is imported while it is made: %s',
      async (part) => {
        const { db } = database
        const day = '2026-04-21'
        await savePrices(db, 'b.ru', day, lines(0))
        let asked = 0
        const importing: RunTask = (name, request) => {
          const isDue = name === part && ++asked === 3
          const imported = isDue ? savePrices(db, 'b.ru', day, lines(1)) : Promise.resolve()
          return imported.then(() => threads.run(name, request))
        }
        await expect(fileOf('proposals', proposals({ day }), importing)).rejects.toThrow(OutdatedFileError)
        // Running look-ups of the old state are not used for the new one.
        const { sheet } = await fileOf('proposals', proposals({ day }))
        expect(sheet).toBe((await fileOf('proposals', proposals({ day }), threads.run, newReader())).sheet)
      },
    )

    it('as CSV restarts after an import while no row was sent, and is aborted later', async () => {
      const { db } = database
      const [before, day] = ['2026-04-22', '2026-04-23']
      const moved = (by: number): Line[] =>
        Array.from({ length: TYRES }, (_, n) => [
          { article: `A${n}` },
          { city: 'Томск', wholesale: 1_000 + by },
        ])
      await savePrices(db, 'b.ru', before, moved(0))
      await savePrices(db, 'b.ru', day, moved(100))
      let left = 1
      const { sql } = reader
      const all: typeof sql.all = async (text, ...values) => {
        const isOffers = statementOf(text, values)[0].includes('FROM site_offers')
        if (isOffers && left-- > 0) await savePrices(db, 'b.ru', day, moved(200))
        return sql.all(text, ...values)
      }
      const asked = query('price-changes', { day })
      const csv = async (from: PriceReader, whenSent: () => Promise<void>) => {
        const file = await reportCsv(from, REPORTS['price-changes'], asked, never)
        let text = ''
        for await (const piece of (file as NonNullable<typeof file>).write(() => undefined)) {
          text += piece
          await whenSent()
        }
        return text
      }
      const whole = await csv({ ...reader, sql: { ...sql, all } }, async () => undefined)
      expect(whole.match(/;1200/g)).toHaveLength(TYRES)
      expect(whole).not.toContain(';1100')

      let isImported = false
      const importOnce = async () => {
        if (!isImported) await savePrices(db, 'b.ru', day, moved(300))
        isImported = true
      }
      await expect(csv(reader, importOnce)).rejects.toThrow(OutdatedFileError)
    })

    it('is none where there are no rows', async () => {
      expect(
        await reportXlsx(
          reader,
          'all-prices',
          query('all-prices', { day: '2026-01-01' }),
          never,
          threads.run,
        ),
      ).toBe(undefined)
    })

    it('requests few parts in advance, and none after its reader has disconnected', async () => {
      const gone = new AbortController()
      let asked = 0
      const counting: RunTask = (name, request) => {
        if (name === 'sheet') asked++
        return threads.run(name, request)
      }
      const file = await reportXlsx(reader, 'all-prices', query('all-prices'), gone.signal, counting)
      expect(asked).toBe(0)
      const stream = file?.write(() => undefined)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      while (asked === 0) await stream.next()
      expect(asked).toBeLessThanOrEqual(4)
      gone.abort(new Error('gone'))
      const rest = async () => {
        while (!(await stream.next()).done);
      }
      await expect(rest()).rejects.toThrow('gone')
      expect(asked).toBeLessThanOrEqual(4)
    })

    it.each(['filled', 'sheet'])('ends with its reader in its only part too: %s', async (at) => {
      const gone = new AbortController()
      const leaving: RunTask = (name, request) =>
        threads.run(name, request).finally(() => {
          if (name === at) gone.abort(new Error('gone'))
        })
      const asked = proposals({ day: NEXT })
      const sent = async () => {
        const file = await reportXlsx(reader, 'proposals', asked, gone.signal, leaving)
        return buffer((file as NonNullable<typeof file>).write(() => undefined))
      }
      await expect(sent()).rejects.toThrow('gone')
    })

    it.each(['filled', 'sheet'])('breaks off where a part cannot be made: %s', async (what) => {
      const failing: RunTask = (name, request) =>
        name === what ? Promise.reject(new Error(`no ${what}`)) : threads.run(name, request)
      const asked = proposals({ filters: { city: { values: ['Ухта'], except: false } } })
      await expect(fileOf('proposals', asked, failing)).rejects.toThrow(`no ${what}`)
    })

    it('begins before its columns are known', async () => {
      let looked = 0
      const counting: RunTask = (name, request) => {
        if (name === 'filled') looked++
        return threads.run(name, request)
      }
      const file = await reportXlsx(newReader(), 'proposals', proposals(), never, counting)
      const stream = file?.write(() => undefined)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      expect((await stream.next()).value?.subarray(0, 2).toString()).toBe('PK')
      expect(looked).toBe(0)
      while (!(await stream.next()).done);
      expect(looked).toBeGreaterThan(0)
    })
  })
}
