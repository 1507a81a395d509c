// Specification 26.1, 26.4, 26.5
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../../contract/lib/answer.ts'
import {
  KEPT_RECOMMENDED,
  RecommendedLists,
  RecommendedPreview,
} from '../../../../contract/recommended/recommended.ts'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { savePrices } from '../../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'
import { recommendedByTyre } from '../../../prices/recommended-prices.ts'

const DAY = '2026-04-17'
const LISTS = '/api/companion/recommended'
const FIRST = `Артикул;Бренд;РРЦ
A1;Arktika;5000
A2;Arktika;6000
B1;Borealis;7000
Z9;Arktika;9000`

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`lists of recommended prices on ${engine}`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('anna', { role: 'analyst' })
      const tyres = ['A1', 'A2'].map((article) => [{ article }, { retail: 5000 }] as const)
      await savePrices(wire.database.db, 'a.ru', DAY, [
        ...tyres,
        [{ article: 'B1', brand: 'Borealis' }, { retail: 2000 }],
      ])
    })
    afterEach(() => wire.close())

    const send = (path: string, file: string, query: Record<string, string> = {}, user = 'anna') =>
      wire.as(user, {
        method: 'POST',
        url: `${LISTS}/${path}?${new URLSearchParams(query)}`,
        headers: { 'content-type': 'text/csv' },
        payload: Buffer.from(file),
      })
    const preview = async (file: string) => readAnswer(RecommendedPreview, (await send('preview', file)).body)
    const lists = async (user = 'anna') =>
      readAnswer(RecommendedLists, (await wire.as(user, { url: LISTS })).body)
    const base = async () => String((await lists()).lists[0]?.id ?? 0)
    const accept = async (file: string, scope = 'brands', over: Record<string, string> = {}) =>
      send('accept', file, { scope, base: await base(), name: 'РРЦ апрель.csv', ...over })
    const restore = (list: number, of: number, user = 'anna') =>
      wire.as(user, { method: 'POST', url: `${LISTS}/restore`, payload: { list, base: of } })
    const prices = async () => [...(await recommendedByTyre(wire.database.db)).values()].sort()
    const audited = () =>
      wire.database.db.all("SELECT event, details FROM audit_log WHERE event LIKE 'recommended%' ORDER BY id")

    it('show what a file would change before it is accepted', async () => {
      expect(await preview(FIRST)).toMatchObject({
        prices: 4,
        brands: 2,
        matched: 3,
        tyres: 3,
        unmatched: [{ article: 'Z9', brand: 'Arktika', price: 9000, from: '' }],
        changes: { brands: { added: 4, changed: 0, removed: 0, same: 0, largest: null } },
        warnings: [
          {
            text: 'РРЦ втрое и больше отличается от медианы рынка',
            count: 1,
            examples: [expect.stringMatching(/^Borealis B1: РРЦ 7.000, медиана 2.000$/)],
          },
        ],
        base: 0,
      })
      expect((await lists()).lists).toEqual([])
      await accept(FIRST)
      const second = await preview('Артикул;Бренд;РРЦ\nA1;Arktika;5500\nA1;Arktika;5400')
      expect(second.changes).toMatchObject({
        brands: {
          added: 0,
          changed: 1,
          removed: 2,
          same: 1,
          largest: { before: 5000, after: 5400, percent: 8 },
        },
        all: { added: 0, changed: 1, removed: 3, same: 0 },
      })
      expect(second.warnings).toMatchObject([
        { text: 'Артикул повторяется с разными ценами: взята последняя', count: 1 },
      ])
    })

    it('replace the rows of the file’s brands, or all', async () => {
      expect((await accept(FIRST)).json()).toEqual({ message: 'Список РРЦ принят' })
      expect(await prices()).toEqual([5000, 6000, 7000])
      await accept('Артикул;РРЦ\nA1;5500')
      expect(await prices()).toEqual([5500, 7000])
      await accept('Артикул;РРЦ\nB1;7500', 'all')
      expect(await prices()).toEqual([7500])
      expect((await lists()).lists).toMatchObject([
        { prices: 1, added: 0, changed: 1, removed: 1, largest: 7.1, by: 'anna', file: 'РРЦ апрель.csv' },
        { prices: 2, added: 0, changed: 1, removed: 2, largest: 10 },
        { prices: 4, added: 4, changed: 0, removed: 0, largest: null },
      ])
    })

    it('bring a former list back, and can be removed', async () => {
      await accept(FIRST)
      await accept('Артикул;РРЦ\nA1;5500', 'all')
      const [present, former] = (await lists()).lists
      expect((await restore(former?.id ?? 0, present?.id ?? 0)).json()).toEqual({
        message: 'Прежний список РРЦ возвращён',
      })
      expect(await prices()).toEqual([5000, 6000, 7000])
      const restored = (await lists()).lists[0]
      expect(restored).toMatchObject({ restored: former?.id, prices: 4, added: 3, changed: 1, removed: 0 })
      await restore(0, restored?.id ?? 0)
      expect(await prices()).toEqual([])
      expect((await lists()).lists[0]).toMatchObject({ file: '', prices: 0, removed: 4 })
      expect(await audited()).toEqual([
        { event: 'recommended accepted', details: 'РРЦ апрель.csv: цен 4' },
        { event: 'recommended accepted', details: 'РРЦ апрель.csv: цен 1' },
        { event: 'recommended restored', details: 'РРЦ апрель.csv: цен 4' },
        { event: 'recommended restored', details: 'список убран' },
      ])
    })

    it('refuse what was compared with another list, so that nothing is accepted twice', async () => {
      await accept(FIRST)
      const again = await accept(FIRST, 'brands', { base: '0' })
      expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('Посмотрите ещё раз')])
      expect((await restore(1, 999)).statusCode).toBe(409)
      const seen = await base()
      const both = await Promise.all([1, 2].map(() => accept(FIRST, 'all', { base: seen })))
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      expect((await restore(999, Number(await base()))).statusCode).toBe(404)
    })

    it('keep a limited number of lists, and their rows alone', async () => {
      for (let i = 0; i < KEPT_RECOMMENDED + 2; i++) {
        await wire.database.db.run(
          `INSERT INTO recommended_lists (content, file, prices, added, changed, removed, accepted_at) VALUES (?, '', 0, 0, 0, 0, 0)`,
          `old ${i}`,
        )
        await wire.database.db.insertMany(
          'recommended_rows',
          ['content', 'place', 'prices'],
          [[`old ${i}`, 0, '[]']],
        )
      }
      await accept(FIRST)
      expect((await lists()).lists).toHaveLength(KEPT_RECOMMENDED)
      const rows = await wire.database.db.all('SELECT DISTINCT content FROM recommended_rows')
      expect(rows).toHaveLength(KEPT_RECOMMENDED)
    })

    it('are changed by analysts and administrators alone, and seen by everybody', async () => {
      for (const path of ['preview', 'accept']) {
        const { statusCode } = await send(
          path,
          FIRST,
          { ...(path === 'accept' && { scope: 'all', base: '0' }) },
          'seller',
        )
        expect(statusCode).toBe(403)
      }
      expect((await restore(0, 0, 'seller')).statusCode).toBe(403)
      expect(await lists('seller')).toEqual({ lists: [], editable: false })
      expect((await lists()).editable).toBe(true)
      expect((await wire.app.inject({ url: LISTS })).statusCode).toBe(401)
    })

    it('refuse files that are no lists', async () => {
      for (const [file, message] of [
        ['', 'Файл пуст'],
        ['Артикул;РРЦ\nA1;нет', 'В файле нет ни одной цены'],
      ] as const) {
        const answer = await accept(file)
        expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(message)])
      }
      expect((await send('preview', '%PDF-1.7')).statusCode).toBe(400)
      expect((await accept(FIRST, 'some')).statusCode).toBe(400)
    })
  })
}
