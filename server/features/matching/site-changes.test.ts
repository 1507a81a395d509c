// Specification 21.3, 21.4

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices, specs } from '../../../tests/support/prices.ts'
import { dropOldestDay } from '../../prices/remove-snapshot.ts'
import { createTyreKeys } from '../../prices/tyre-catalog.ts'
import { decidePair, detachListing, excludeListing, reportListing } from './decide-pairs.ts'
import { undoDecisions } from './undo.ts'

const DAYS = ['2026-04-15', '2026-04-16', '2026-04-17'] as const
const DECIDER = { userId: null, batch: '' }
const POLAR = { article: '', name: 'Arktika Polar 205/55 R16 94V' }
const SOLAR = { article: '', name: 'Arktika Solar 205/55 R16 94V', season: 'Летняя' }

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`listings whose site or tyre changes on ${engine}`, () => {
    let opened: TestDatabase
    beforeEach(async () => {
      opened = await (open as () => Promise<TestDatabase>)()
    })
    afterEach(() => opened.remove())

    const save = (site: string, day: number, lines: Line[]) =>
      savePrices(opened.db, site, DAYS[day] as string, lines)
    const listings = (site: string) =>
      opened.db.all<{ id: number; key: string; tyre: number; how: string }>(
        `SELECT l.id, key, tyre_id AS tyre, how FROM listings l JOIN sites s ON s.id = l.site_id
         WHERE host = ? ORDER BY l.id`,
        site,
      )
    const listing = async (site: string) => (await listings(site))[0] as { id: number; tyre: number }
    /** Days and prices of a site, by tyre. */
    const prices = async (site: string) => ({
      offers: await opened.db.all(
        `SELECT day, tyre_id, offers FROM site_offers o JOIN sites s ON s.id = o.site_id
         WHERE host = ? ORDER BY day, tyre_id`,
        site,
      ),
      history: await opened.db.all(
        `SELECT day, tyre_id, changes FROM price_history o JOIN sites s ON s.id = o.site_id
         WHERE host = ? ORDER BY day, tyre_id`,
        site,
      ),
      apart: await opened.db.all('SELECT listing_id, day, offers FROM listing_prices ORDER BY 1, 2'),
    })

    it('stay one listing when the site changes its codes', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: 'A1' }, { retail: 900 }]])
      await save('b.ru', 0, [[POLAR, { retail: 1000 }, { code: 'C1' }]])
      const before = await listing('b.ru')
      await save('b.ru', 1, [[POLAR, { retail: 1100 }, { code: 'NEW1' }]])
      await save('b.ru', 2, [[POLAR, { retail: 1200 }, { code: 'NEW1' }]])
      expect(await listings('b.ru')).toMatchObject([{ ...before, key: '#NEW1' }])
      const figures = await prices('b.ru')
      expect(figures.offers).toHaveLength(3)
      const decision = await detachListing(opened.db, before.id, DECIDER)
      const moved = await prices('b.ru')
      expect(new Set(moved.offers.map(({ tyre_id: tyre }) => tyre)).size).toBe(1)
      expect(moved.apart).toEqual([])
      await undoDecisions(opened.db, { id: decision }, 'u1')
      expect(await prices('b.ru')).toEqual(figures)
    })

    it('keep their tyres when the site swaps their codes', async () => {
      const lines = (polar: string, solar: string): Line[] => [
        [POLAR, { retail: 1000 }, { code: polar }],
        [{ ...SOLAR, brand: 'Zorki' }, { retail: 2000 }, { code: solar }],
      ]
      await save('b.ru', 0, lines('1', '2'))
      const [one, two] = await listings('b.ru')
      await save('b.ru', 1, lines('2', '1'))
      expect(await listings('b.ru')).toMatchObject([
        { id: one?.id, key: '#2', tyre: one?.tyre },
        { id: two?.id, key: '#1', tyre: two?.tyre },
      ])
      await save('b.ru', 2, lines('2', '1'))
      expect(await listings('b.ru')).toHaveLength(2)
    })

    it('move no prices of another listing if they have none themselves', async () => {
      await save('b.ru', 0, [[POLAR, { retail: 1000 }, { code: 'C1' }]])
      const extra: Line = [
        { ...POLAR, name: 'Arktika Nova Grip 205/55 R16 94V' },
        { retail: 777 },
        { code: 'C9' },
      ]
      await save('b.ru', 1, [[POLAR, { retail: 1100 }, { code: 'C1' }], extra])
      // The corrected list of the day lacks it.
      await save('b.ru', 1, [[POLAR, { retail: 1100 }, { code: 'C1' }]])
      const [one, nine] = await listings('b.ru')
      const before = await prices('b.ru')
      const pair = { listing: nine?.id ?? 0, tyre: one?.tyre ?? 0, decision: 'same' as const, shared: true }
      const decision = await decidePair(opened.db, pair, DECIDER)
      expect((await prices('b.ru')).offers).toEqual(before.offers)
      await undoDecisions(opened.db, { id: decision }, 'u1')
      expect(await prices('b.ru')).toEqual(before)
    })

    it('keep the price changes of the first stored day after older ones were dropped', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: 'A1' }, { retail: 900 }]])
      for (const [day, retail] of [1000, 1100, 1250].entries()) await save('b.ru', day, [[POLAR, { retail }]])
      const { site } = (await opened.db.get<{ site: number }>(
        "SELECT id AS site FROM sites WHERE host = 'b.ru'",
      )) ?? {
        site: 0,
      }
      await opened.db.transaction((sql) => dropOldestDay(sql, site, DAYS[0]))
      const before = await prices('b.ru')
      const decision = await detachListing(opened.db, (await listing('b.ru')).id, DECIDER)
      await undoDecisions(opened.db, { id: decision }, 'u1')
      expect(await prices('b.ru')).toEqual(before)
    })

    it('follow only the listing that their tyre was added for', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: 'A1' }, { retail: 900 }]])
      await save('b.ru', 0, [[POLAR, { retail: 1000 }]])
      await save('c.ru', 0, [[POLAR, { retail: 1100 }]])
      await save('d.ru', 0, [[{ ...SOLAR, article: 'A2' }, { retail: 500 }]])
      const target = (await listing('d.ru')).tyre
      const { id, tyre } = await listing('b.ru')
      await decidePair(opened.db, { listing: id, tyre: target, decision: 'same', shared: false }, DECIDER)
      expect(await listing('b.ru')).toMatchObject({ tyre: target, how: 'person' })
      expect(await listing('c.ru')).toMatchObject({ tyre, how: 'description' })
    })

    it('are not returned by an undo behind a later decision that took them along', async () => {
      await save('b.ru', 0, [[POLAR, { retail: 1000 }]])
      await save('c.ru', 0, [[{ ...POLAR, name: 'Arktika Nova Grip 205/55 R16 94V' }, { retail: 1100 }]])
      await save('d.ru', 0, [[SOLAR, { retail: 500 }]])
      const [b, c, d] = [await listing('b.ru'), await listing('c.ru'), await listing('d.ru')]
      const join = (one: { id: number }, tyre: number) =>
        decidePair(opened.db, { listing: one.id, tyre, decision: 'same', shared: false }, DECIDER)
      const first = await join(b, c.tyre)
      const second = await join(c, d.tyre)
      expect(await listing('b.ru')).toMatchObject({ tyre: d.tyre })
      await expect(undoDecisions(opened.db, { id: first }, 'u1')).rejects.toThrow('потом решили иначе')
      await undoDecisions(opened.db, { id: second }, 'u1')
      await undoDecisions(opened.db, { id: first }, 'u1')
      expect([await listing('b.ru'), await listing('c.ru')]).toMatchObject([
        { tyre: b.tyre, how: 'own' },
        { tyre: c.tyre, how: 'own' },
      ])
    })

    it('keep their tyre and its article if no other site has it', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: 'A1' }, { retail: 900 }]])
      const { id, tyre } = await listing('a.ru')
      const words = 'На этой шине нет других сайтов.'
      await expect(reportListing(opened.db, id, 'u1')).rejects.toThrow(words)
      const pair = { listing: id, tyre, decision: 'different' as const, shared: false }
      await expect(decidePair(opened.db, pair, DECIDER)).rejects.toThrow(words)
      await expect(excludeListing(opened.db, id, '', DECIDER)).rejects.toThrow('и так сравнивается')
      await expect(undoDecisions(opened.db, { id: 99 }, 'u1')).rejects.toThrow('Такого решения нет.')
    })

    it('have a card under their own article and description, whichever tyre they belong to', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: '357951' }, { retail: 900 }]])
      await save('b.ru', 0, [[{ ...POLAR, article: '0357951' }, { retail: 1000 }]])
      await save('c.ru', 0, [[POLAR, { retail: 1100 }]])
      const keys = createTyreKeys(opened.db)
      const [a, c] = [await listing('a.ru'), await listing('c.ru')]
      expect(c.tyre).toBe(a.tyre)
      expect(await keys('0357951')).toBe((await listing('b.ru')).tyre)
      await detachListing(opened.db, c.id, DECIDER)
      expect(await createTyreKeys(opened.db)(tyreKey(specs(POLAR)))).toBe((await listing('c.ru')).tyre)
    })

    it('leave no more than one empty tyre behind, however often they are detached', async () => {
      await save('a.ru', 0, [[{ ...POLAR, article: 'A1' }, { retail: 900 }]])
      await save('b.ru', 0, [[POLAR, { retail: 1000 }]])
      const { id } = await listing('b.ru')
      const count = async () =>
        Number((await opened.db.get<{ n: number }>('SELECT count(*) AS n FROM tyres'))?.n)
      const before = await count()
      for (let times = 0; times < 3; times++) {
        const decision = await detachListing(opened.db, id, DECIDER)
        await undoDecisions(opened.db, { id: decision }, 'u1')
      }
      expect(await count()).toBeLessThanOrEqual(before + 1)
    })
  })
}
