// Specification 27.1, 27.2, 27.3, 27.4, 27.6

import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { TotalsAnswer, type TotalsReport } from '../../../contract/totals/totals.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { removeDay } from '../sources/days/remove-day.ts'
import { dropOldDays } from '../sources/site-days.ts'

const TOTALS = '/api/companion/totals'
/** Monday of the tested week. */
const MONDAY = '2026-04-13'
const [TUESDAY, WEDNESDAY, THURSDAY] = ['2026-04-14', '2026-04-15', '2026-04-16']

const tyre = (n: number, retail: number | null, over: object = {}, brand = 'Arktika'): Line => [
  { article: `A${n}`, name: `Шина ${n}`, brand },
  { retail, ...over },
]

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`totals on ${engine}`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({ OWN_SITE: 'own.ru' }, open as () => Promise<TestDatabase>)
    })
    afterEach(() => wire?.close())

    const save = (site: string, day: string, lines: readonly Line[]) =>
      savePrices(wire.database.db, site, day, lines)
    const ask = async (query: string) => {
      const { statusCode, body } = await wire.as('anna', { url: `${TOTALS}?${query}` })
      expect(statusCode, body).toBe(200)
      return readAnswer(TotalsAnswer, body)
    }
    /** Returns the report once the days are summed up. */
    const totals = async (query = `day=${MONDAY}`): Promise<TotalsReport> => {
      let report: TotalsReport | null = null
      await expect
        .poll(async () => {
          report = (await ask(query)).report
          return report
        })
        .not.toBeNull()
      return report as never
    }

    it('weighs each comparison by the own stock of its city, and compares with the median without us', async () => {
      await save('own.ru', MONDAY, [
        tyre(1, 110, { stock: 3 }),
        // Unknown stock weighs 1, no stock nothing.
        tyre(2, 90),
        tyre(3, 500, { stock: 0 }),
        // Only the lowest own price counts, and the stock of both warehouses.
        tyre(4, 200, { stock: 1, warehouse: 'А' }),
        tyre(4, 190, { stock: 5, warehouse: 'Б' }),
        // No competitor has it in this city.
        tyre(1, 70, { city: 'Омск' }),
      ])
      await save('a.ru', MONDAY, [tyre(1, 100), tyre(2, 100), tyre(3, 100), tyre(4, 200)])
      await save('b.ru', MONDAY, [tyre(1, 90), tyre(4, 400)])
      const { now, before } = await totals()
      // Medians: 95, 100, 100, 300. (3 × 110/95 + 1 × 90/100 + 6 × 190/300) / 10
      expect(now).toMatchObject({ index: 81.7, weight: 10, pairs: 4, first: 2 })
      expect(before).toMatchObject({ index: null, pairs: 0, first: 0, reaction: null })
      const ofA = await totals(`day=${MONDAY}&site=a.ru`)
      // (3 × 1.1 + 0.9 + 6 × 0.95) / 10
      expect(ofA.now).toMatchObject({ index: 99, pairs: 4, first: 2 })
      expect(ofA.sites.map(({ name }) => name).sort()).toEqual(['a.ru', 'own.ru'])
      const omsk = await totals(`day=${MONDAY}&city=Омск`)
      expect(omsk.now).toMatchObject({ index: null, pairs: 0 })
      expect(omsk.choices.cities).toEqual(['Омск', 'Томск'])
    })

    it('leaves days without own or competitors’ prices as gaps, and compares with the period before', async () => {
      await save('own.ru', '2026-04-08', [tyre(1, 100, { stock: 1 })])
      await save('a.ru', '2026-04-08', [tyre(1, 100)])
      await save('own.ru', MONDAY, [tyre(1, 100, { stock: 1 })])
      await save('a.ru', MONDAY, [tyre(1, 100)])
      await save('a.ru', TUESDAY, [tyre(1, 100)])
      await save('own.ru', THURSDAY, [tyre(1, 130, { stock: 2 })])
      await save('a.ru', THURSDAY, [tyre(1, 100)])
      const report = await totals()
      expect(report.period).toEqual({ from: MONDAY, to: '2026-04-19' })
      expect(report.former).toEqual({ from: '2026-04-06', to: '2026-04-12' })
      expect(report.days.map(({ figures }) => figures?.index ?? null)).toEqual([
        100,
        null,
        null,
        130,
        null,
        null,
        null,
      ])
      expect(report.days.map(({ figures }) => figures !== null)).toEqual([
        true,
        false,
        false,
        true,
        false,
        false,
        false,
      ])
      expect(report.former_days).toBe(1)
      // (1 × 100 + 2 × 130) / 3
      expect(report).toMatchObject({ now: { index: 120, weight: 3 }, before: { index: 100 } })
      expect((await totals(`period=month&day=${MONDAY}`)).now).toMatchObject({ index: 115, pairs: 3 })
    })

    it('has the days without the chosen site’s prices as its gaps', async () => {
      for (const day of [MONDAY, TUESDAY]) {
        await save('own.ru', day, [tyre(1, 100)])
        await save('b.ru', day, [tyre(1, 100)])
      }
      await save('a.ru', MONDAY, [tyre(1, 100)])
      const gaps = ({ days }: TotalsReport) =>
        days.filter(({ figures }) => figures === null).map(({ day }) => day)
      expect(gaps(await totals())).not.toContain(TUESDAY)
      const ofA = await totals(`day=${MONDAY}&site=a.ru`)
      expect(gaps(ofA)).toContain(TUESDAY)
      expect(gaps(ofA)).not.toContain(MONDAY)
      expect(ofA).toMatchObject({ absent: [], filters: { site: 'a.ru', brand: '', city: '' } })
      expect(gaps(await totals(`day=${MONDAY}&site=own.ru`))).not.toContain(MONDAY)
    })

    it('names competitors without prices in either period, the largest first, and counts own days', async () => {
      await save('own.ru', '2026-04-08', [tyre(1, 100), tyre(2, 100)])
      await save('a.ru', '2026-04-08', [tyre(1, 100), tyre(2, 100)])
      for (const day of [MONDAY, TUESDAY]) await save('own.ru', day, [tyre(1, 100)])
      await save('b.ru', MONDAY, [tyre(1, 100)])
      await save('c.ru', TUESDAY, [tyre(1, 100)])
      // A gap: nobody is named.
      await save('c.ru', WEDNESDAY, [tyre(1, 100)])
      expect(await totals()).toMatchObject({
        absent: [
          { site: 'a.ru', days: [MONDAY, TUESDAY] },
          { site: 'b.ru', days: [TUESDAY] },
          { site: 'c.ru', days: [MONDAY] },
        ],
        former_absent: [
          { site: 'b.ru', days: ['2026-04-08'] },
          { site: 'c.ru', days: ['2026-04-08'] },
        ],
        own_days: 2,
        former_own_days: 1,
      })
    })

    it('counts changes of lowest prices since the site’s day before', async () => {
      const two = (first: number, second: number) => [
        tyre(1, first, { warehouse: 'А' }),
        tyre(1, second, { warehouse: 'Б' }),
      ]
      await save('own.ru', MONDAY, [tyre(1, 100), tyre(2, 100)])
      await save('a.ru', MONDAY, [...two(100, 120), tyre(2, 50), tyre(3, 50)])
      await save('own.ru', TUESDAY, [tyre(1, 90), tyre(2, 110)])
      // Not the lowest price, none, a new tyre.
      await save('a.ru', WEDNESDAY, [...two(100, 110), tyre(4, 50), tyre(2, 60, {}, 'Arktika')])
      const { now, sites } = await totals()
      expect(now).toMatchObject({ own_up: 1, own_down: 1, up: 1, down: 0 })
      expect(sites).toMatchObject([
        { name: 'a.ru', own: false, now: { up: 1, down: 0 } },
        { name: 'own.ru', own: true, now: { own_up: 1, own_down: 1, pairs: 0 } },
      ])
    })

    it('measures the days from an undercut to the next own change, and names open ones', async () => {
      const own = (day: string, ...prices: number[]) =>
        save(
          'own.ru',
          day,
          prices.map((price, n) => tyre(n + 1, price)),
        )
      const theirs = (day: string, ...prices: number[]) =>
        save(
          'a.ru',
          day,
          prices.map((price, n) => tyre(n + 1, price)),
        )
      await own(MONDAY, 100, 100, 100)
      await theirs(MONDAY, 100, 100, 90)
      // Undercuts 1 and 2; 3 was below already.
      await own(TUESDAY, 100, 100, 100)
      await theirs(TUESDAY, 95, 95, 80)
      await own(THURSDAY, 94, 100, 100)
      await theirs(THURSDAY, 95, 95, 80)
      expect((await totals()).now).toMatchObject({ reaction: 2, answered: 1, open: 1 })
      await own('2026-04-17', 94, 120, 100)
      expect((await totals()).now).toMatchObject({ reaction: 2.5, answered: 2, open: 0 })
      // Undercuts of the period alone, with answers of the period alone.
      await own('2026-04-20', 94, 120, 99)
      expect((await totals()).now).toMatchObject({ answered: 2, open: 0 })
      expect((await totals('day=2026-04-20')).now).toMatchObject({ reaction: null, answered: 0, open: 0 })
    })

    it('has the same figures by brand and city, the dearest first, and narrows them', async () => {
      const lines = (price: number) => [
        tyre(1, price, { stock: 1 }),
        tyre(2, price * 2, { stock: 1 }, 'Zorki'),
        tyre(2, price * 2, { stock: 1, city: 'Омск' }, 'Zorki'),
      ]
      await save('own.ru', MONDAY, lines(100))
      await save('a.ru', MONDAY, [
        tyre(1, 50),
        tyre(2, 100, {}, 'Zorki'),
        tyre(2, 200, { city: 'Омск' }, 'Zorki'),
      ])
      const { brands, cities } = await totals()
      const figures = (groups: typeof brands) => groups.map(({ name, now }) => [name, now.index, now.pairs])
      expect(figures(brands)).toEqual([
        ['Arktika', 200, 1],
        ['Zorki', 150, 2],
      ])
      expect(figures(cities)).toEqual([
        ['Томск', 200, 2],
        ['Омск', 100, 1],
      ])
      const zorki = await totals(`day=${MONDAY}&brand=Zorki`)
      expect(zorki.now).toMatchObject({ index: 150, pairs: 2 })
      expect(figures(zorki.cities)).toEqual([
        ['Томск', 200, 1],
        ['Омск', 100, 1],
      ])
    })

    it('follows every import and removal, also of the day before', async () => {
      await save('own.ru', MONDAY, [tyre(1, 100)])
      await save('own.ru', TUESDAY, [tyre(1, 110)])
      await save('a.ru', TUESDAY, [tyre(1, 100)])
      expect((await totals()).now).toMatchObject({ index: 110, own_up: 1 })
      const stored = () =>
        wire.database.db.all<{ day: string; state: string }>(
          'SELECT day, state FROM totals_days ORDER BY day',
        )
      const before = await stored()
      await totals()
      expect(await stored()).toEqual(before)
      await save('own.ru', MONDAY, [tyre(1, 120)])
      expect((await totals()).now).toMatchObject({ own_up: 0, own_down: 1 })
      await save('a.ru', TUESDAY, [tyre(1, 200)])
      expect((await totals()).now).toMatchObject({ index: 55 })
      await wire.database.db.transaction((sql) => removeDay(sql, { site: 'a.ru', day: TUESDAY }))
      expect((await totals()).now).toMatchObject({ index: null, pairs: 0 })
    })

    it('keep what they had when prices expire', async () => {
      await save('own.ru', MONDAY, [tyre(1, 100)])
      await save('a.ru', MONDAY, [tyre(1, 50)])
      await save('own.ru', TUESDAY, [tyre(1, 110)])
      await save('a.ru', TUESDAY, [tyre(1, 50)])
      const whole = await totals()
      expect(whole.now).toMatchObject({ index: 210, own_up: 1 })
      const now = new Date(2026, 3, 14, 12).getTime()
      expect(await dropOldDays(wire.database.db, 1, now)).toBe(2)
      expect((await totals()).now).toEqual(whole.now)
    })

    it('say how far the summing up is, and the file waits for its end', async () => {
      await save('own.ru', MONDAY, [tyre(1, 100)])
      const { counting, report } = await ask(`day=${MONDAY}`)
      expect({ counting, report }).toEqual({ counting: { done: 0, of: 1 }, report: null })
      await totals()
      const file = await wire.as('anna', { url: `${TOTALS}/file?day=${MONDAY}` })
      expect(file.headers['content-disposition']).toBe(
        'attachment; filename="itogi_2026-04-13_2026-04-19.xlsx"',
      )
      const { SheetNames, Sheets } = read(file.rawPayload)
      expect(SheetNames).toEqual(['Итоги', 'По сайтам', 'По брендам', 'По городам', 'По дням', 'Определения'])
      const rows = utils.sheet_to_json<unknown[]>(Sheets['По дням'] as never, { header: 1 })
      expect(rows[0]).toEqual([
        expect.stringMatching(/^Итоги: 13\s?–\s?19 апреля 2026\sг\. Цены за 0 из 7 дней\./),
      ])
      expect(rows[2]?.slice(1, 2)).toEqual(['нет'])
    })

    it('the file names its filters and missing sites, has one decimal, and columns that sentences fit in', async () => {
      await save('own.ru', MONDAY, [tyre(1, 100), tyre(2, 100), tyre(3, 300)])
      await save('own.ru', TUESDAY, [tyre(1, 110), tyre(2, 100), tyre(3, 300)])
      for (const day of [MONDAY, TUESDAY]) await save('a.ru', day, [tyre(1, 100), tyre(2, 200), tyre(3, 300)])
      await save('b.ru', MONDAY, [tyre(1, 100)])
      const query = `day=${MONDAY}&brand=Arktika&city=Томск`
      await totals(query)
      const file = await wire.as('anna', { url: `${TOTALS}/file?${query}` })
      expect(decodeURIComponent(String(file.headers['content-disposition']))).toBe(
        'attachment; filename="itogi_2026-04-13_2026-04-19.xlsx"; filename*=UTF-8\'\'itogi_2026-04-13_2026-04-19_Arktika_Томск.xlsx',
      )
      const { Sheets } = read(file.rawPayload, { cellStyles: true, cellNF: true })
      const sheet = Sheets.Итоги as WorkSheet
      expect((sheet.A1 as CellObject).v).toMatch(/бренд Arktika, город Томск\. .*Без цен b\.ru: 14 апр\./)
      const rows = utils.sheet_to_json<Record<string, unknown>>(sheet, { range: 1 })
      expect(rows.map((row) => row.Показатель)).toEqual([
        'Индекс цен',
        'Первые места, %',
        'Реакция, дней',
        'Наши изменения',
        'Сопоставление, %',
      ])
      expect(rows[0]?.Оговорка).toBeUndefined()
      // 5 of 6 comparisons, and one change.
      expect(['B4', 'B6'].map((at) => (sheet[at] as CellObject).w)).toEqual(['83.3', '1'])
      const widths = (name: string) =>
        (Sheets[name] as WorkSheet)['!cols']?.map(({ width }) => width ?? 0) ?? []
      expect(widths('Определения')[1]).toBeGreaterThan(100)
      expect(widths('Итоги')[5]).toBeGreaterThan(50)
      const days = utils.sheet_to_json<Record<string, unknown>>(Sheets['По дням'] as WorkSheet, { range: 1 })
      expect(days.slice(0, 2).map((row) => row['Без цен'])).toEqual([undefined, 'b.ru'])
    })

    it('refuse days that do not exist, unknown filters and people without a session', async () => {
      for (const query of ['day=2026-02-30', 'day=2999-01-01', 'period=year', `brand=${'x'.repeat(201)}`])
        expect((await wire.as('anna', { url: `${TOTALS}?${query}` })).statusCode, query).toBe(400)
      for (const url of [TOTALS, `${TOTALS}/file`, `${TOTALS}/mail`])
        expect((await wire.app.inject({ url })).statusCode).toBe(401)
      expect(await ask('')).toEqual({ version: 1, counting: null, report: null })
      expect((await wire.as('anna', { url: `${TOTALS}/file` })).statusCode).toBe(404)
    })
  })
}
