// Specification 21.3

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { decodeOffers } from '../../prices/stored-offers.ts'
import { waitingLines } from './model-lines.ts'
import { describePairs, openPairs } from './open-pairs.ts'

const DAY = '2026-04-17'
const POLAR = { article: 'AP20555', name: 'Arktika Polar 205/55 R16 94V' }
const named = (words: string, article = '') => ({ article, name: `${POLAR.name} ${words}` })

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`tyres that are not new or old on ${engine}`, () => {
    let opened: TestDatabase
    beforeEach(async () => {
      opened = await (open as () => Promise<TestDatabase>)()
      await save('own.ru', [[POLAR, { retail: 6000 }]])
    })
    afterEach(() => opened.remove())

    const save = (site: string, lines: Line[], day = DAY) => savePrices(opened.db, site, day, lines)
    /** Returns the listings of a site: tyre, and reason for which it is left out. */
    const listings = async (site: string) => {
      const rows = await opened.db.all<{ tyre: number; excluded: string; how: string }>(
        `SELECT tyre_id AS tyre, excluded, how FROM listings l JOIN sites s ON s.id = l.site_id
         WHERE host = ? ORDER BY l.id`,
        site,
      )
      return rows.map(({ tyre, excluded, how }) => [tyre, excluded, how])
    }
    /** Returns the prices of a site that count, by tyre. */
    const counted = async (site: string) => {
      const rows = await opened.db.all<{ tyre_id: number; offers: string }>(
        'SELECT tyre_id, offers FROM site_offers o JOIN sites s ON s.id = o.site_id WHERE host = ?',
        site,
      )
      return rows.map(({ tyre_id: tyre, offers }) => [
        tyre,
        ...decodeOffers(offers).map(({ retail }) => retail),
      ])
    }
    const waiting = () =>
      opened.db.all<{ tyre_id: number; conflict: string }>('SELECT tyre_id, conflict FROM possible_pairs')
    /** Returns the years that the queue states for its pairs. */
    const years = async () =>
      (await describePairs(opened.db, (host) => host === 'own.ru', await openPairs(opened.db))).map(
        (pair) => pair.years,
      )
    const OWN = 1

    it.each([
      ['б/у', 'б/у'],
      ['износ 20 %', 'б/у'],
      ['(уценка)', 'уценка'],
      ['с витрины', 'витринный образец'],
    ])('are listings of their own beside the new one, and count for no figure: %s', async (words, reason) => {
      await save('b.ru', [
        [POLAR, { retail: 5500 }],
        [named(words, POLAR.article), { retail: 2100 }],
        [named(words), { retail: 2000 }, { code: 'U7' }],
      ])
      expect(await listings('b.ru')).toEqual([
        [OWN, '', 'article'],
        [OWN, reason, 'article'],
        [OWN, reason, 'description'],
      ])
      expect(await counted('b.ru')).toEqual([[OWN, 5500]])
    })

    it('are told by a column of the list, too', async () => {
      await save('b.ru', [
        [POLAR, { retail: 5500 }],
        [POLAR, { retail: 2100 }, { condition: 'used' }],
      ])
      expect((await listings('b.ru')).map(([, excluded]) => excluded)).toEqual(['', 'б/у'])
      expect(await counted('b.ru')).toEqual([[OWN, 5500]])
    })

    it('are never a new tyre if they are retreaded', async () => {
      await save('b.ru', [[named('восстановленная', POLAR.article), { retail: 3000 }]])
      expect((await listings('b.ru'))[0]).not.toContain(OWN)
      expect(await waiting()).toEqual([])
    })

    it.each([
      ['2018 г.в.', {}],
      ['(DOT 3519)', {}],
      ['', { year: '2019' }],
    ])(
      'wait for a person if they are older than three years, whatever their article: %s',
      async (words, state) => {
        await save('b.ru', [[named(words, POLAR.article), { retail: 3000 }, state]])
        const [[tyre] = []] = await listings('b.ru')
        expect(tyre).not.toBe(OWN)
        expect(await waiting()).toMatchObject([{ tyre_id: OWN, conflict: 'year' }])
        expect(await waitingLines(opened.db)).toEqual([])
      },
    )

    it('wait with both years, of which the tyre’s is that of its first listing', async () => {
      const solar = (year: string) => ({ article: 'X9', name: `Arktika Solar 205/55 R16 94V ${year} г.в.` })
      await save('own.ru', [
        [POLAR, { retail: 6000 }],
        [solar('2024'), { retail: 6000 }],
      ])
      await save('b.ru', [[solar('2021'), { retail: 3000 }]])
      await save('c.ru', [[named('2018 г.в.', POLAR.article), { retail: 3000 }]])
      expect((await waiting()).map(({ conflict }) => conflict)).toEqual(['year', 'year'])
      expect(new Set(await years())).toEqual(
        new Set([
          { listing: '2021', tyre: '2024' },
          { listing: '2018', tyre: '' },
        ]),
      )
    })

    it('are the tyre if their year is recent, or that of the tyre', async () => {
      await save('b.ru', [[named('2024 г.в.', POLAR.article), { retail: 5400 }]])
      expect(await listings('b.ru')).toMatchObject([[OWN, '', 'article']])
      await save('old.ru', [
        [{ article: 'X9', name: 'Arktika Solar 205/55 R16 94V 2018 г.в.' }, { retail: 1 }],
      ])
      await save('c.ru', [[{ article: 'X9', name: 'Arktika Solar 205/55 R16 94V 2019 г.в.' }, { retail: 1 }]])
      expect(await listings('c.ru')).toEqual(
        await listings('old.ru').then(([one]) => [[one?.[0], '', 'article']]),
      )
    })

    it('wait, too, if the tyre comes after them', async () => {
      const old = { article: '', name: 'Arktika Solar 205/55 R16 94V 2018 г.в.' }
      await save('b.ru', [[old, { retail: 3000 }]])
      await save('c.ru', [[{ article: '', name: 'Arktika Solar 205/55 R16 94V' }, { retail: 5000 }]])
      const [[first] = [], [second] = []] = [await listings('b.ru'), await listings('c.ru')].flat(1)
      expect(first).not.toBe(second)
      expect(await waiting()).toMatchObject([{ conflict: 'year' }])
    })

    it('keep the day’s cheapest price of the others', async () => {
      await save('b.ru', [
        [named('2023 г.в.', POLAR.article), { retail: 5100 }],
        [named('2025 г.в.', POLAR.article), { retail: 5500 }],
        [named('2016 г.в.', POLAR.article), { retail: 2500 }],
      ])
      expect(await counted('b.ru')).toContainEqual([OWN, 5100])
    })
  })
}
