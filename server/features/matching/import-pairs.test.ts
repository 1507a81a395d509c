// Specification 21.9

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { offer, specs } from '../../../tests/support/prices.ts'
import { addUser } from '../../../tests/support/users.ts'
import { readSmallTable } from '../../import/small-table.ts'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { createMonthPartitions } from '../../platform/db/price-months.ts'
import { csvStream } from '../../prices/export/report-csv.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { createDraft } from '../../prices/snapshot-draft.ts'
import { importDay } from '../sources/days/import-day.ts'
import { detachListing } from './decide-pairs.ts'
import { importPairs } from './import-pairs.ts'
import { PAIRS_FILE, pairsOf, pairsTable } from './pairs-table.ts'
import { undoDecisionBatch, undoDecisions } from './undo.ts'

const DAY = '2026-04-17'
const HEADER = 'Наш артикул;Сайт;Код у сайта;Название у сайта;Решение'
const BATCH = '0123456789abcdef0123456789abcdef'
const DECIDER = { userId: null, batch: BATCH }
const isOwnSite = (host: string) => host === 'own.ru'

const POLAR = 'Arktika Polar 205/55R16 94V'
const OTHER = 'Arktika Winter Snowy 205/55 R16 94V'

/** Counts the statements of a database and its transactions. */
function counting(db: Db): { db: Db; count(): number; transactions(): number } {
  let [count, transactions] = [0, 0]
  const counted = <Of extends Db | Transaction>(sql: Of): Of =>
    new Proxy(sql, {
      get(target, name) {
        if (name === 'transaction') {
          transactions++
          return (work: (sql: Transaction) => unknown) =>
            db.transaction(async (inner) => work(counted(inner)))
        }
        if (['all', 'get', 'run', 'insertMany'].includes(String(name))) count++
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return { db: counted(db), count: () => count, transactions: () => transactions }
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`import of pairs on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let user: string
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
      await addUser(db, 'lena')
      user = (await db.get<{ id: string }>('SELECT id FROM users'))?.id as string
    })
    afterEach(() => database.remove())

    const save = async (site: string, ...tyres: (Partial<TyreSpecs> & { code?: string })[]) => {
      await createMonthPartitions(db, DAY)
      const draft = createDraft()
      for (const { code = '', ...tyre } of tyres)
        draft.add(specs(tyre), offer({ retail: 5000 }), 0, { code, gtin: '' })
      await db.transaction((sql) => importDay(sql, { site, day: DAY }, draft))
    }
    const importFile = async (to: Db, file: Uint8Array) =>
      importPairs(to, pairsOf(await readSmallTable({ ...PAIRS_FILE, file })), isOwnSite, DECIDER)
    const importLines = (...lines: string[]) => importFile(db, Buffer.from([HEADER, ...lines].join('\r\n')))
    const exported = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of csvStream(pairsTable(db, 'pairs', isOwnSite))) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    }
    /** Listings that belong to the same tyre as the own one with an article, by site and name. */
    const onTyreOf = async (article: string) => {
      const rows = await db.all<{ host: string; specs: string }>(
        `SELECT host, specs FROM listings l JOIN sites s ON s.id = site_id
         WHERE tyre_id IN (SELECT tyre_id FROM listings o JOIN sites t ON t.id = o.site_id WHERE o.article = ? AND t.host = 'own.ru')
         ORDER BY host, l.id`,
        article,
      )
      return rows.map((row) => `${row.host} ${(JSON.parse(row.specs) as TyreSpecs).name}`)
    }

    it('finds a listing by the site’s code although the site gives articles too', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      await save(
        'b.ru',
        { article: 'B-9', code: 'c 77', name: OTHER },
        { article: 'B8', code: '78', name: 'X' },
      )
      expect(await importLines('A1;b.ru;C77;;та же', 'A1;b.ru;79;;та же')).toEqual({
        applied: 1,
        already: 0,
        batch: BATCH,
        problems: [{ line: 3, text: 'На сайте b.ru нет предложения «79»' }],
      })
      expect(await onTyreOf('A1')).toEqual([`b.ru ${OTHER}`, `own.ru ${POLAR}`])
    })

    it('tells listings with one name apart by the code', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      await save(
        'b.ru',
        { article: 'B1', code: '1', name: 'Snowy', width: '185' },
        { article: 'B2', code: '2', name: 'Snowy', width: '195' },
      )
      expect(await importLines('A1;b.ru;;Snowy;та же', 'A1;b.ru;2;Snowy;та же')).toMatchObject({
        applied: 1,
        problems: [{ line: 2, text: 'На сайте b.ru таких предложений 2: укажите код' }],
      })
      const [row] = await db.all("SELECT code FROM listings WHERE how = 'person'")
      expect(row).toEqual({ code: '2' })
    })

    it('takes the own site’s tyre of an article that another brand has too', async () => {
      await save('b.ru', { article: '2736', brand: 'Zorki', name: 'Zorki Nord 205/55R16 94V' })
      await save('own.ru', { article: '2736', name: POLAR })
      await save('c.ru', { article: '', name: OTHER })
      expect(await importLines(`2736;c.ru;;${OTHER};та же`)).toMatchObject({ applied: 1, problems: [] })
      expect(await onTyreOf('2736')).toEqual([`c.ru ${OTHER}`, `own.ru ${POLAR}`])
    })

    it('names the brands of an ambiguous article that the own site does not have', async () => {
      await save('b.ru', { article: '2736', brand: 'Zorki', name: 'Zorki Nord 205/55R16 94V' })
      await save('d.ru', { article: '2736', name: POLAR })
      await save('c.ru', { article: '', name: OTHER })
      expect(await importLines(`2736;c.ru;;${OTHER};та же`)).toEqual({
        applied: 0,
        already: 0,
        problems: [{ line: 2, text: 'Артикул 2736 есть у шин разных марок: Zorki, Arktika' }],
      })
    })

    it('applies every line of its own export, and finds it already so the second time', async () => {
      await save(
        'own.ru',
        { article: 'A-1', name: POLAR },
        { article: 'A2', name: 'Arktika Solar 215/60R17 96V', width: '215', height: '60', diameter: '17' },
        { article: '2736', name: 'Arktika Luna 225/45R17 91T', width: '225', height: '45', diameter: '17' },
      )
      await save(
        'b.ru',
        { article: 'A1', code: '501', name: POLAR },
        {
          article: 'A2',
          code: '502',
          name: 'Arktika Solar 215/60R17 96V',
          width: '215',
          height: '60',
          diameter: '17',
        },
        { article: '2736', code: '503', brand: 'Zorki', name: '=Zorki; -Nord 205/55R16 94V' },
        { article: '', code: '504', name: 'Vesta Ice 205/55R16 94V', brand: 'Vesta' },
      )
      await save(
        'c.ru',
        { article: '', name: 'Arktika Polar 205/55 R16 94V' },
        { article: '2736', brand: 'Zorki', name: '=Zorki; -Nord 205/55R16 94V' },
        { article: '', name: '205/55 R16 94V VESTA ICE', brand: 'Vesta' },
      )
      await importLines(`2736;c.ru;;'=Zorki; -Nord 205/55R16 94V;`)
      const file = await exported()
      const lines = file.toString().trim().split('\r\n').length - 1
      expect(lines).toBeGreaterThanOrEqual(4)
      const before = await db.all('SELECT id, tyre_id FROM listings ORDER BY id')
      const first = await importFile(db, file)
      expect(first).toMatchObject({ problems: [] })
      expect(first.applied + (first.already ?? 0)).toBe(lines)
      expect(await db.all('SELECT id, tyre_id FROM listings ORDER BY id')).toEqual(before)
      const { version } = (await db.get('SELECT version FROM price_state')) ?? {}
      expect(await importFile(db, await exported())).toEqual({
        applied: 0,
        already: lines,
        problems: [],
      })
      expect(await db.get('SELECT version FROM price_state')).toEqual({ version })
    })

    it('counts a pair that is already different as already so', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      await save('b.ru', { article: 'B9', name: OTHER })
      const line = 'A1;b.ru;B9;;другая'
      expect(await importLines(line, line)).toMatchObject({ applied: 1, already: 1, problems: [] })
      expect(await importLines(line)).toMatchObject({ applied: 0, already: 1, problems: [] })
      expect(await importLines('A1;b.ru;B9;;та же')).toMatchObject({
        applied: 0,
        already: 0,
        problems: [{ line: 2, text: 'Уже решено: другая шина.' }],
      })
    })

    it('reads the tyre of each line anew, because lines before may have moved it', async () => {
      await save(
        'own.ru',
        { article: 'A1', name: POLAR },
        { article: 'A2', name: 'Arktika Solar 205/55R16 94V' },
      )
      await save('b.ru', { article: 'B9', name: OTHER })
      await save('c.ru', { article: 'C9', name: 'Zorki Nord 205/55R16 94V', brand: 'Zorki' })
      const answer = await importLines('B9;own.ru;A2;;та же', 'A2;c.ru;C9;;та же')
      expect(answer).toMatchObject({ applied: 2, problems: [] })
      expect(await onTyreOf('A2')).toHaveLength(3)
    })

    it('applies no lines that contradict each other, and names them', async () => {
      await save('own.ru', { article: 'A1', name: POLAR }, { article: 'A2', name: 'Arktika Solar' })
      await save('b.ru', { article: '', code: '1', name: OTHER }, { article: '', code: '2', name: 'Snowy' })
      const lines = [
        'A1;b.ru;1;;та же',
        'A2;b.ru;1;;',
        'A1;b.ru;2;;та же',
        'A1;b.ru;2;;другая',
        'A2;b.ru;1;;другая',
      ]
      expect(await importLines(...lines)).toEqual({
        applied: 0,
        already: 0,
        problems: [
          { line: 2, text: 'Противоречит строкам: 3' },
          { line: 3, text: 'Противоречит строкам: 2, 6' },
          { line: 4, text: 'Противоречит строкам: 5' },
          { line: 5, text: 'Противоречит строкам: 4' },
          { line: 6, text: 'Противоречит строкам: 3' },
        ],
      })
      expect(await onTyreOf('A1')).toEqual([`own.ru ${POLAR}`])
    })

    it('names the column of a value that is too long', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      const answer = await importLines(`A1;own.ru;;${'%a'.repeat(30_000)};`, `A1;${'b'.repeat(60_000)};1;;`)
      expect(answer.problems).toEqual([
        { line: 2, text: 'Слишком длинное значение в столбце «Название у сайта»' },
        { line: 3, text: 'Слишком длинное значение в столбце «Сайт»' },
      ])
    })

    it('needs few statements for 20,000 lines that repeat', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      await save(
        'b.ru',
        { article: 'B9', name: OTHER },
        { article: 'B8', name: 'Zorki Nord', brand: 'Zorki' },
      )
      const lines = Array.from(
        { length: 20_000 },
        (_, at) =>
          [`A1;b.ru;;${OTHER};та же`, 'A1;b.ru;B8;;другая', `A1;b.ru;;Неизвестная ${at};`, 'A7;b.ru;B8;;'][
            at % 4
          ],
      )
      const counted = counting(db)
      const file = Buffer.from([HEADER, ...lines].join('\r\n'))
      const answer = await importFile(counted.db, file)
      expect([answer.applied, answer.already, answer.problems.length]).toEqual([2, 9_998, 1_000])
      expect(answer.problems[0]).toEqual({ line: 4, text: 'На сайте b.ru нет предложения «Неизвестная 2»' })
      expect(counted.count()).toBeLessThan(1_000)
    })

    it('is undone as a whole by its batch', async () => {
      await save('own.ru', { article: 'A1', name: POLAR })
      await save('b.ru', { article: 'B9', name: OTHER })
      await save('c.ru', { article: 'C9', name: 'Zorki Nord', brand: 'Zorki' })
      const { batch } = await importLines('A1;b.ru;B9;;', 'A1;c.ru;C9;;')
      expect(await onTyreOf('A1')).toHaveLength(3)
      expect(await undoDecisionBatch(db, batch as string, user)).toBe(2)
      expect(await onTyreOf('A1')).toEqual([`own.ru ${POLAR}`])
      await expect(undoDecisionBatch(db, batch as string, user)).rejects.toMatchObject({
        message: 'Это решение уже отменено.',
      })
    })

    it('is undone in many transactions if it has many decisions, all or none', async () => {
      await save('own.ru', { article: 'A1', name: POLAR }, { article: 'A2', name: 'Arktika Luna' })
      const others = Array.from({ length: 250 }, (_, n) => ({ article: `B${n}`, name: `${OTHER} ${n}` }))
      await save('b.ru', ...others)
      const { applied } = await importLines(
        'A1;b.ru;B7;;',
        ...others.map(({ article }) => `A2;b.ru;${article};;другая`),
      )
      expect(applied).toBe(251)
      const [listing] = await db.all<{ id: number }>("SELECT id FROM listings WHERE article = 'B7'")
      const later = await detachListing(db, listing?.id as number, { userId: user, batch: '' })
      await expect(undoDecisionBatch(db, BATCH, user)).rejects.toThrow('потом решили иначе')
      expect(await db.all('SELECT id FROM pair_decisions WHERE undone <> 0')).toEqual([])
      await undoDecisions(db, { id: later }, user)
      const counted = counting(db)
      expect(await undoDecisionBatch(counted.db, BATCH, user)).toBe(251)
      expect(counted.transactions()).toBeGreaterThan(250)
      expect(await onTyreOf('A1')).toEqual([`own.ru ${POLAR}`])
    })
  })
}
