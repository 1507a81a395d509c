// Specification 21.4

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import { decidePair, detachListing, excludeListing } from './decide-pairs.ts'
import { undoDecisions } from './undo.ts'

const DAYS = ['2026-04-15', '2026-04-16', '2026-04-17'] as const
const DECIDER = { userId: null, batch: '' }

/** Tyre of the own site, and the names under which two other sites list it. */
const POLAR = { article: 'A1', name: '205/55R16 94V Arktika Polar' }
const SAME_NAME = { article: '', name: 'Arktika Polar 205/55 R16 94V' }
const OTHER_NAME = { article: '', name: 'Arktika Winter Snowy 205/55 R16 94V' }

/** Prices of three days, of which some change, disappear or are in another city. */
function linesOf(day: number, names: { b: Line[0]; c?: Line[0] }): Record<string, Line[]> {
  return {
    'a.ru': [
      [POLAR, { retail: 5000 + day, wholesale: 4000, stock: 4 }],
      [{ article: 'A2', name: 'Arktika Solar 205/55R16 94V', season: 'Летняя' }, { retail: 3000 }],
    ],
    'b.ru': [
      [{ article: 'B9', name: 'Zorki Nord 205/55R16 94V', brand: 'Zorki' }, { retail: 100 + day }],
      ...(day === 1
        ? []
        : [
            [names.b, { retail: 5100, stock: 8 }] as const,
            [names.b, { city: 'Омск', warehouse: 'Склад', retail: 5200 - day * 10 }] as const,
          ]),
    ],
    'c.ru': [[names.c ?? SAME_NAME, { city: 'Омск', wholesale: 4500 + (day === 2 ? 100 : 0) }]],
  }
}

async function importDays(db: Db, names: { b: Line[0]; c?: Line[0] }, days: readonly number[] = [0, 1, 2]) {
  for (const day of days) {
    for (const [site, lines] of Object.entries(linesOf(day, names)))
      await savePrices(db, site, DAYS[day] as string, lines)
  }
}

/** Everything that reports, the history and the figures are made of, by tyre names and sites instead of ids. */
async function figures(db: Db) {
  const tyre = `(SELECT CASE WHEN t.article = '' THEN t.name ELSE t.article END FROM tyres t WHERE t.id = tyre_id) AS tyre`
  const offers = await db.all(
    `SELECT day, host, ${tyre}, offers FROM site_offers o JOIN sites s ON s.id = o.site_id ORDER BY day, host, tyre`,
  )
  const changes = await db.all(
    `SELECT day, host, ${tyre}, changes FROM price_history o JOIN sites s ON s.id = o.site_id ORDER BY day, host, tyre`,
  )
  const names = new Map(
    (
      await db.all<{ id: number; name: string }>(
        "SELECT id, CASE WHEN article = '' THEN name ELSE article END AS name FROM tyres",
      )
    ).map(({ id, name }) => [id, name]),
  )
  const lists = (bytes: unknown) =>
    [...new Uint32Array(new Uint8Array(bytes as Uint8Array).buffer)].map((id) => names.get(id)).sort()
  const cities = (
    await db.all(
      'SELECT day, host, city, retail, opt, cost, changed FROM site_cities c JOIN sites s ON s.id = c.site_id ORDER BY day, host, city',
    )
  )
    .map(({ day, host, city, retail, opt, cost, changed }) => ({
      day,
      host,
      city,
      retail: lists(retail),
      opt: lists(opt),
      cost: lists(cost),
      changed: lists(changed),
    }))
    .filter(({ retail, opt, cost, changed }) => [retail, opt, cost, changed].some((list) => list.length > 0))
  return { offers, changes: changes.map(withoutOrder), cities }
}

/** Changes of several places are a set. */
const withoutOrder = (row: Record<string, unknown>) => ({
  ...row,
  changes: (String(row.changes).match(/[^,]+(?:,[^,]+){4}/g) ?? []).sort(),
})

async function idsOf(db: Db) {
  const rows = await db.all<{ id: number; host: string; tyre_id: number; name: string; how: string }>(
    `SELECT l.id, host, tyre_id, l.specs AS name, how FROM listings l JOIN sites s ON s.id = l.site_id ORDER BY l.id`,
  )
  const find = (host: string, name: string) => {
    const row = rows.find((one) => one.host === host && one.name.includes(name))
    if (!row) throw new Error(`No listing ${name} of ${host}`)
    return row
  }
  return {
    find,
    /** id of the own tyre */
    get polar() {
      return find('a.ru', 'Polar').tyre_id
    },
  }
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`decisions about listings on ${engine}`, () => {
    let databases: TestDatabase[] = []
    const database = async (): Promise<Db> => {
      const opened = await (open as () => Promise<TestDatabase>)()
      databases.push(opened)
      return opened.db
    }
    let db: Db
    beforeEach(async () => {
      db = await database()
    })
    afterEach(async () => {
      for (const opened of databases) await opened.remove()
      databases = []
    })

    it('leave the figures as if the listing had always been the tyre', async () => {
      await importDays(db, { b: OTHER_NAME })
      const before = await figures(db)
      const { find, polar } = await idsOf(db)
      const listing = find('b.ru', 'Snowy')
      expect(listing).toMatchObject({ how: 'own' })
      const decision = await decidePair(
        db,
        { listing: listing.id, tyre: polar, decision: 'same', shared: false },
        DECIDER,
      )
      const matched = await database()
      await importDays(matched, { b: SAME_NAME })
      expect(await figures(db)).toEqual(await figures(matched))
      await undoDecisions(db, { id: decision }, 'u1')
      expect(await figures(db)).toEqual(before)
      expect((await idsOf(db)).find('b.ru', 'Snowy')).toMatchObject({ how: 'own', tyre_id: listing.tyre_id })
    })

    it('hold for later imports, with history and price changes', async () => {
      await importDays(db, { b: OTHER_NAME }, [0])
      const { find, polar } = await idsOf(db)
      await decidePair(
        db,
        { listing: find('b.ru', 'Snowy').id, tyre: polar, decision: 'same', shared: false },
        DECIDER,
      )
      await importDays(db, { b: OTHER_NAME }, [1, 2])
      const matched = await database()
      await importDays(matched, { b: SAME_NAME })
      expect(await figures(db)).toEqual(await figures(matched))
      expect((await idsOf(db)).find('b.ru', 'Snowy')).toMatchObject({ how: 'person', tyre_id: polar })
    })

    it('move all sites that were the same tyre as the listing', async () => {
      await importDays(db, { b: OTHER_NAME, c: OTHER_NAME })
      const { find, polar } = await idsOf(db)
      expect(find('c.ru', 'Snowy')).toMatchObject({
        how: 'description',
        tyre_id: find('b.ru', 'Snowy').tyre_id,
      })
      await decidePair(
        db,
        { listing: find('b.ru', 'Snowy').id, tyre: polar, decision: 'same', shared: false },
        DECIDER,
      )
      const matched = await database()
      await importDays(matched, { b: SAME_NAME, c: SAME_NAME })
      expect(await figures(db)).toEqual(await figures(matched))
    })

    it('need no person for a listing that came before its tyre, whose days follow', async () => {
      const early = { article: '', name: 'Zorki Vega 205/55R16 94V', brand: 'Zorki' }
      const late = { article: 'V1', name: '205/55R16 94V Zorki Vega', brand: 'Zorki' }
      const [first, second] = DAYS
      for (const day of [first, second]) await savePrices(db, 'b.ru', day, [[early, { retail: 100 }]])
      // Two tyres of one brand and size, until the other one of them is known.
      await savePrices(db, 'c.ru', first, [[{ ...early, name: 'Vega New 205/55R16 94V' }, { retail: 90 }]])
      await savePrices(db, 'a.ru', second, [[late, { retail: 120 }]])
      const { find } = await idsOf(db)
      expect(find('b.ru', 'Vega')).toMatchObject({ tyre_id: find('a.ru', 'Vega').tyre_id })
      const rows = await db.all<{ day: string }>(
        "SELECT day FROM site_offers o JOIN sites s ON s.id = o.site_id WHERE host = 'b.ru' AND tyre_id = ? ORDER BY day",
        find('a.ru', 'Vega').tyre_id,
      )
      expect(rows.map(({ day }) => day)).toEqual([first, second])
    })

    it('detach a listing, and attach it again by undoing', async () => {
      await importDays(db, { b: SAME_NAME })
      const before = await figures(db)
      const { find, polar } = await idsOf(db)
      const listing = find('b.ru', 'Polar')
      expect(listing).toMatchObject({ how: 'description', tyre_id: polar })
      const decision = await detachListing(db, listing.id, DECIDER)
      const detached = await idsOf(db)
      expect(detached.find('b.ru', 'Polar').tyre_id).not.toBe(polar)
      expect((await figures(db)).offers).toHaveLength(before.offers.length)
      await importDays(db, { b: SAME_NAME }, [2])
      expect((await idsOf(db)).find('b.ru', 'Polar').tyre_id).toBe(detached.find('b.ru', 'Polar').tyre_id)
      await undoDecisions(db, { id: decision }, 'u1')
      expect(await figures(db)).toEqual(before)
    })

    it('share a tyre between two listings of a site only if asked to, and merge their prices', async () => {
      const second = { article: '', name: 'Arktika Snowy Extra 205/55 R16 94V' }
      const days = async (target: Db) => {
        await importDays(target, { b: SAME_NAME })
        for (const [at, day] of DAYS.entries()) {
          const lines = linesOf(at, { b: SAME_NAME })['b.ru'] as Line[]
          await savePrices(target, 'b.ru', day, [
            ...lines,
            [second, { city: 'Омск', warehouse: 'Склад', retail: at === 2 ? 4000 : 9000 }],
            [second, { city: 'Томск', warehouse: 'Центр', retail: 7000, stock: 1 }],
          ])
        }
      }
      await days(db)
      const before = await figures(db)
      const { find, polar } = await idsOf(db)
      const pair = { listing: find('b.ru', 'Extra').id, tyre: polar, decision: 'same' as const }
      await expect(decidePair(db, { ...pair, shared: false }, DECIDER)).rejects.toThrow(
        'На этой шине уже есть предложение сайта b.ru.',
      )
      const decision = await decidePair(db, { ...pair, shared: true }, DECIDER)
      const merged = await database()
      await importDays(merged, { b: SAME_NAME })
      for (const [at, day] of DAYS.entries()) {
        const lines = linesOf(at, { b: SAME_NAME })['b.ru'] as Line[]
        await savePrices(merged, 'b.ru', day, [
          ...lines,
          [SAME_NAME, { city: 'Омск', warehouse: 'Склад', retail: at === 2 ? 4000 : 9000 }],
          [SAME_NAME, { city: 'Томск', warehouse: 'Центр', retail: 7000, stock: 1 }],
        ])
      }
      expect(await figures(db)).toEqual(await figures(merged))
      // A day imported again while the tyre is shared changes nothing.
      await days(db)
      expect(await figures(db)).toEqual(await figures(merged))
      await undoDecisions(db, { id: decision }, 'u1')
      expect(await figures(db)).toEqual(before)
    })

    it('leave a listing out of all figures, and take it in again', async () => {
      await importDays(db, { b: SAME_NAME })
      const before = await figures(db)
      const { find } = await idsOf(db)
      const { id } = find('b.ru', 'Polar')
      await excludeListing(db, id, 'шина 2019 года', DECIDER)
      const without = await figures(db)
      expect(without.offers).toHaveLength(before.offers.length - 2)
      await importDays(db, { b: SAME_NAME }, [2])
      expect(await figures(db)).toEqual(without)
      await excludeListing(db, id, '', DECIDER)
      expect(await figures(db)).toEqual(before)
    })

    it('refuse a pair that another person has decided meanwhile, and an undo behind a later decision', async () => {
      await importDays(db, { b: OTHER_NAME })
      const { find, polar } = await idsOf(db)
      const pair = { listing: find('b.ru', 'Snowy').id, tyre: polar, shared: false }
      const first = await decidePair(db, { ...pair, decision: 'different' }, DECIDER)
      await expect(decidePair(db, { ...pair, decision: 'same' }, DECIDER)).rejects.toThrow(
        'Уже решено: другая шина.',
      )
      await undoDecisions(db, { id: first }, 'u1')
      await expect(undoDecisions(db, { id: first }, 'u1')).rejects.toThrow('уже отменено')
      const second = await decidePair(db, { ...pair, decision: 'same' }, DECIDER)
      await detachListing(db, pair.listing, DECIDER)
      await expect(undoDecisions(db, { id: second }, 'u1')).rejects.toThrow('потом решили иначе')
    })
  })
}
