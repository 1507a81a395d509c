// Specification 10.27

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilterSet, FilterSets } from '../../contract/reports/filter-sets.ts'
import type { FilterName, FilterValues } from '../../contract/reports/filters.ts'
import { SPEC_OF_FILTER } from '../../contract/reports/filters.ts'
import { ofEachSpec } from '../../contract/tyre/tyre-specs.ts'
import { sqliteDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { singles } from '../../tests/support/filters.ts'
import { finish } from '../../tests/support/finish.ts'
import { savePrices, specs } from '../../tests/support/prices.ts'
import {
  type DayCity,
  type DayIndex,
  indexInSteps,
  loadDayIndex,
  placesWithin,
  selectTyres,
} from './day-index.ts'
import type { TyreSpecs } from './offer.ts'
import { createOrderedTyres } from './ordered-tyres.ts'
import { PositionSet } from './positions.ts'
import { PRESENCE_KINDS, type PresenceKind } from './site-cities.ts'
import { numberValues } from './tyre-values.ts'

type Place = [site: string, city: string, present: Partial<Record<PresenceKind, number[]>>]

function indexOf(tyres: Partial<TyreSpecs>[], places: Place[]): DayIndex {
  const siteCities = places.map(([site, city, present], siteId): DayCity => {
    const presence = {} as Record<PresenceKind, PositionSet>
    for (const kind of PRESENCE_KINDS) {
      presence[kind] = new PositionSet(tyres.length, Uint32Array.from(present[kind] ?? []))
    }
    return { siteId, site, city, warehouses: [''], shapes: undefined, presence }
  })
  const inOrder = tyres.map((over, id) => ({ id, specs: specs(over) }))
  const catalog = { tyres: inOrder, values: finish(numberValues(inOrder)) }
  const ordinals = Uint32Array.from(inOrder.keys())
  return finish(indexInSteps(PRESENCE_KINDS, { catalog, ordinals }, siteCities))
}

const select = (index: DayIndex, filters: FilterValues, ...kinds: PresenceKind[]) =>
  selectSets(index, singles(filters), ...kinds)
const selectSets = (index: DayIndex, filters: FilterSets, ...kinds: PresenceKind[]) => [
  ...selectTyres(index, filters, kinds),
]

describe('specification 4.4: filters by site and city', () => {
  const index = indexOf(
    [{}, {}, {}, {}],
    [
      ['a.ru', 'Томск', { retail: [0], opt: [1] }],
      ['a.ru', 'Омск', { retail: [1] }],
      ['b.ru', 'Томск', { retail: [2], changed: [2] }],
    ],
  )

  it.each<[FilterValues, number[]]>([
    [{}, [0, 1, 2]],
    [{ site: 'a.ru' }, [0, 1]],
    [{ city: 'Томск' }, [0, 2]],
    [{ site: 'a.ru', city: 'Томск' }, [0]],
    [{ site: 'b.ru', city: 'Омск' }, []],
    [{ site: 'c.ru' }, []],
    [{ site: '', city: '' }, [0, 1, 2]],
  ])('%j leave the tyres that have a price there', (filters, positions) => {
    expect(select(index, filters, 'retail')).toEqual(positions)
  })

  it('select tyres by the kinds of prices that a page displays', () => {
    expect(select(index, {}, 'opt')).toEqual([1])
    expect(select(index, {}, 'retail', 'opt', 'cost')).toEqual([0, 1, 2])
    expect(select(index, { site: 'a.ru', city: 'Томск' }, 'retail', 'opt')).toEqual([0, 1])
    expect(select(index, {}, 'changed')).toEqual([2])
    expect(select(index, {})).toEqual([])
  })

  it('select the matching sites and cities', () => {
    const names = (filters: FilterValues) =>
      placesWithin(index, singles(filters)).map(({ site, city }) => `${site} ${city}`)
    expect(names({ city: 'Томск' })).toEqual(['a.ru Томск', 'b.ru Томск'])
    expect(names({ site: 'a.ru' })).toEqual(['a.ru Томск', 'a.ru Омск'])
    expect(names({ brand: 'X' })).toHaveLength(3)
  })
})

describe('specification 4.4: filters by what the tyre is', () => {
  const fields: [FilterName, keyof TyreSpecs][] = [
    ['brand', 'brand'],
    ['vehicle', 'vehicleType'],
    ['season', 'season'],
    ['diameter', 'diameter'],
    ['width', 'width'],
    ['height', 'height'],
    ['speed', 'speedIndex'],
    ['load', 'loadIndex'],
  ]

  it.each(fields)('%s compares %s', (filter, spec) => {
    const index = indexOf(
      [{ [spec]: 'X' }, { [spec]: 'Y' }, { [spec]: 'XY' }],
      [['a.ru', 'Томск', { opt: [0, 1, 2] }]],
    )
    expect(select(index, { [filter]: 'X' }, 'opt')).toEqual([0])
    expect(select(index, { [filter]: 'Z' }, 'opt')).toEqual([])
    expect(select(index, { [filter]: '' }, 'opt')).toEqual([0, 1, 2])
  })

  it('cover every filter except site and city', () => {
    expect(Object.keys(SPEC_OF_FILTER).sort()).toEqual(fields.map(([filter]) => filter).sort())
  })

  it('select the same tyres as a linear scan, combined with sites and cities', () => {
    const one = (...values: string[]) => fc.constantFrom(...values)
    // Filter with one value, several values, or all but some; including values that no tyre has.
    const set = (...values: string[]): fc.Arbitrary<FilterSet> =>
      fc.record({
        values: fc.uniqueArray(one(...values, 'none'), { minLength: 1 }),
        except: fc.boolean(),
      })
    const filters = fc.record(
      {
        brand: set('A', 'B', ''),
        width: set('205', ''),
        site: set('a.ru', 'b.ru'),
        city: set('Томск', 'Омск'),
      },
      { requiredKeys: [] },
    )
    const present = fc.record({
      retail: fc.uniqueArray(fc.nat(39)),
      opt: fc.uniqueArray(fc.nat(39)),
    })
    const place: fc.Arbitrary<Place> = fc.tuple(one('a.ru', 'b.ru'), one('Томск', 'Омск'), present)
    const tyres = fc.array(fc.record({ brand: one('A', 'B', 'C', ''), width: one('205', '195', '') }), {
      minLength: 40,
      maxLength: 40,
    })
    fc.assert(
      fc.property(tyres, fc.array(place, { maxLength: 4 }), filters, (given, places, asked) => {
        const fits = (value: string, wanted?: FilterSet) =>
          !wanted || wanted.values.some((one) => one === value) === !wanted.except
        const expected = given.flatMap(({ brand, width }, position) => {
          const offered = places.some(
            ([site, city, { opt = [] }]) =>
              fits(site, asked.site) && fits(city, asked.city) && opt.includes(position),
          )
          return offered && fits(brand, asked.brand) && fits(width, asked.width) ? [position] : []
        })
        expect(selectSets(indexOf(given, places), asked, 'opt')).toEqual(expected)
      }),
    )
  })
})

describe('a price list that names something else in every line', () => {
  it('takes memory in proportion to its lines, not to lines times distinct values', () => {
    const LINES = 25_000
    const before = process.memoryUsage().arrayBuffers
    const tyres = Array.from({ length: LINES }, (_, n) => ofEachSpec((name) => `${name} ${n}`))
    const index = indexOf(
      tyres,
      tyres.map((_, n): Place => ['a.ru', `Город ${n}`, { retail: [n], opt: [n] }]),
    )
    // Bits would take 78 MB for each of ten fields.
    expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(20)
    expect(select(index, { city: 'Город 7' }, 'opt')).toEqual([7])
    expect(select(index, { brand: 'brand 24999', vehicle: 'vehicleType 24999' }, 'retail')).toEqual([24_999])
    expect(select(index, { brand: 'brand 1', width: 'width 2' }, 'retail')).toEqual([])
  })
})

describe('a day as it was imported', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await sqliteDatabase()
    const tyre = (brand: string, name: string, article: string) => ({ brand, name, article })
    await savePrices(database.db, 'a.ru', '2026-03-01', [
      [tyre('Nokian', 'Hakka', 'N2'), { city: 'Томск', retail: 100, wholesale: 90 }],
      [tyre('nokian', 'Hakka', 'N1'), { city: 'Томск', retail: 100 }],
      [tyre('Arktika', 'Zima', 'Z1'), { city: 'Омск', warehouse: 'Склад', wholesale: 80 }],
    ])
    await savePrices(database.db, 'b.ru', '2026-03-01', [
      [tyre('Arktika', 'Polar', 'P1'), { city: 'Томск', retail: 100, cost: 50 }],
      [tyre('', '', 'Z1'), { city: 'Томск', retail: 100 }],
    ])
    await savePrices(database.db, 'a.ru', '2026-03-02', [
      [tyre('Nokian', 'Hakka', 'N2'), { city: 'Томск', retail: 110, wholesale: 90 }],
    ])
  })
  afterAll(() => database.remove())

  const load = (day: string) => loadDayIndex(database.db, day, createOrderedTyres(database.db))
  const articles = (index: DayIndex) => index.tyres.map((tyre) => tyre.specs.article)

  it('has each tyre once, ordered by brand, name and article, ignoring case', async () => {
    expect(articles(await load('2026-03-01'))).toEqual(['P1', 'Z1', 'N1', 'N2'])
  })

  it('has only the tyres of that day', async () => {
    expect(articles(await load('2026-03-02'))).toEqual(['N2'])
    expect(await load('2026-02-28')).toMatchObject({ tyres: [], siteCities: [] })
  })

  it('knows which kinds of prices each tyre has where', async () => {
    const index = await load('2026-03-01')
    const found = (filters: FilterValues, kind: PresenceKind) =>
      select(index, filters, kind).map((position) => index.tyres[position]?.specs.article)
    expect(found({}, 'retail')).toEqual(['P1', 'Z1', 'N1', 'N2'])
    expect(found({}, 'opt')).toEqual(['Z1', 'N2'])
    expect(found({ city: 'Омск' }, 'opt')).toEqual(['Z1'])
    expect(found({ site: 'b.ru' }, 'cost')).toEqual(['P1'])
    expect(found({ site: 'a.ru', brand: 'Nokian' }, 'retail')).toEqual(['N2'])
    expect(found({}, 'changed')).toEqual([])
    expect(index.siteCities.map(({ site, city, warehouses }) => [site, city, warehouses])).toEqual([
      ['a.ru', 'Омск', ['Склад']],
      ['a.ru', 'Томск', ['']],
      ['b.ru', 'Томск', ['']],
    ])
  })

  it('knows what changed since the day before', async () => {
    expect(select(await load('2026-03-02'), {}, 'changed')).toEqual([0])
  })
})
