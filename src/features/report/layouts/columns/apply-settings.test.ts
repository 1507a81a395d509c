import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleColumns, sampleRow } from '../../../../../tests/support/report-page.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { placeTitle } from '../../../grid/header-spans.ts'
import { gridLayout } from '../../../grid/layout.ts'
import { applyColumnSettings } from './apply-settings.ts'
import { writeColumns } from './column-settings.ts'
import { sectionsOf } from './facets.ts'
import { widerBy, withWidth } from './widths.ts'

const columns: readonly GridColumn[] = sampleColumns().map((column) => ({
  ...column,
  own: column.group.site === 'shina.ru',
}))
const rows = Array.from({ length: 20 }, (_, index) => sampleRow(index))
const page = { layout: 'table', columns, rows } as const
const IDENTIFYING = ['article', 'brand', 'name']

const shown = (...texts: string[]) => applyColumnSettings(page, texts).columns
const ids = (list: readonly GridColumn[]) => list.map(({ id }) => id)
/** Returns the columns' places (city, site, warehouse) from left to right. */
const places = (list: readonly GridColumn[]) => [
  ...new Set(list.filter(({ group }) => group.city).map(({ group }) => placeTitle(group))),
]
const facets = (order: readonly string[] = []) =>
  Object.fromEntries(
    sectionsOf(columns, 'table', order).map(({ name, facets }) => [name, facets.map((one) => one.name)]),
  )

describe('arrange (specification 17.8)', () => {
  it('returns the layout’s columns until a person arranges them', () => {
    expect(ids(shown())).toEqual(ids(columns))
  })

  it('hides by site, city and kind of value, with the names of places left without columns', () => {
    expect(shown('-site.4tochki.ru').some(({ group }) => group.site === '4tochki.ru')).toBe(false)
    expect(shown('-city.Москва').some(({ group }) => group.city === 'Москва')).toBe(false)
    expect(shown('-value.Остаток').some(({ label }) => label === 'Остаток')).toBe(false)
    expect(shown('-diameter').some(({ id }) => id === 'diameter')).toBe(false)
    const sites = ['-site.4tochki.ru', '-site.shina.ru']
    expect(shown(...sites).some(({ group }) => group.city)).toBe(false)
  })

  it('moves a facet within its place', () => {
    expect(places(columns)[0]).toBe('Казань')
    expect(places(shown('*city.Москва'))[0]).toBe('Москва')
    const ofKazan = places(shown('*site.shina.ru')).filter((place) => place.startsWith('Казань · '))
    expect(ofKazan).toEqual([
      'Казань · shina.ru',
      'Казань · 4tochki.ru',
      'Казань · 4tochki.ru · Склад 1',
      'Казань · 4tochki.ru · Склад 2',
    ])
  })

  it('puts own sites first, behind the columns that identify the tyre', () => {
    const list = shown('own')
    const own = list.filter((column) => column.own)
    expect(own.length).toBeGreaterThan(0)
    expect(list.slice(3, 3 + own.length)).toEqual(own)
    expect(ids(list)).toHaveLength(columns.length)
  })

  it('keeps places together and identifying columns first, in any order', () => {
    const all = sectionsOf(columns, 'table', []).flatMap((section) => section.facets.map(({ key }) => key))
    const keys = fc.subarray([...all, ...IDENTIFYING, 'site.elsewhere.ru'])
    const settings = fc.record({
      folded: fc.boolean(),
      ownFirst: fc.boolean(),
      hidden: keys,
      widths: fc.constant(new Map()),
      order: keys.chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
    })
    fc.assert(
      fc.property(settings, (given) => {
        const list = shown(...writeColumns(given))
        expect(ids(list).slice(0, 3)).toEqual(IDENTIFYING)
        expect(new Set(ids(list)).size).toBe(list.length)
        expect(columns).toEqual(expect.arrayContaining([...list]))
        // The columns of a place are adjacent, so each place begins once.
        const begins = list.filter(
          ({ group }, index) =>
            group.city && placeTitle(group) !== placeTitle(list[index - 1]?.group ?? group),
        )
        expect(begins.length).toBeLessThanOrEqual(places(list).length)
      }),
    )
  })
})

describe('column widths', () => {
  const widthsOf = (container: number, ...texts: string[]) => {
    const list = shown(...texts)
    const { boxes } = gridLayout(list, container)
    return new Map(list.map(({ id }, index) => [id, boxes[index]?.width ?? 0]))
  }
  const prices = columns.filter(({ label }) => label === 'Опт. цена')

  it('apply to all columns of a kind', () => {
    const before = widthsOf(1440)
    const after = widthsOf(1440, '200.value.Опт. цена')
    for (const { id, group } of prices) if (group.city) expect(after.get(id)).toBe(200)
    expect(after.get('diameter')).toBe(before.get('diameter'))
  })

  it('of sticky columns leave room for the others', () => {
    const name = shown('480.name').find(({ id }) => id === 'name')
    expect(name?.width?.(1440)).toBe(360)
    expect(name?.width?.(390)).toBe(234)
  })

  it('change by steps up to their limits', () => {
    const name = columns.find(({ id }) => id === 'name') as GridColumn
    const narrow = withWidth(name, 56, true)
    expect(widerBy(16, narrow, true, 1440)).toBe(72)
    expect(widerBy(-16, narrow, true, 1440)).toBe(48)
    expect(widerBy(-16, withWidth(name, 48, true), true, 1440)).toBe(48)
    expect(widerBy(16, withWidth(name, 480, false), false, 1440)).toBe(480)
  })
})

describe('nearly empty columns', () => {
  const withStock = (count: number): typeof page => ({
    ...page,
    columns: columns.map((column) =>
      column.group.city === 'Москва'
        ? { ...column, cell: (row) => (rows.indexOf(row) < count ? column.cell(row) : null) }
        : column,
    ),
  })

  it('have a value in less than one row of ten, and do not belong to an own site', () => {
    const { columns: list, sparse } = applyColumnSettings(withStock(1), ['fold'])
    const left = list.filter(({ group }) => group.city === 'Москва')
    expect(left.every(({ group, place }) => group.site === 'shina.ru' || (place && group.site === ''))).toBe(
      true,
    )
    expect(sparse).toBe(columns.length - list.length)
    expect(applyColumnSettings(withStock(1), []).sparse).toBe(sparse)
    expect(applyColumnSettings(withStock(2), ['fold']).sparse).toBe(0)
  })
})

describe('sectionsOf', () => {
  it('lists the cities, sites and kinds of values of the page, and the facts of a tyre', () => {
    expect(facets()).toMatchObject({
      Города: ['Казань', 'Москва'],
      Сайты: ['4tochki.ru', 'shina.ru'],
    })
    const fixed = sectionsOf(columns, 'table', []).flatMap((section) =>
      section.facets.filter((one) => one.fixed),
    )
    expect(fixed.map(({ key }) => key)).toEqual(IDENTIFYING)
    expect(facets(['site.shina.ru']).Сайты).toEqual(['shina.ru', '4tochki.ru'])
  })

  it('keeps each city’s order although no city has all sites', () => {
    const of = (city: string, site: string): GridColumn => ({
      id: `${city} ${site}`,
      label: 'Розн. цена',
      kind: 'price',
      group: { city, site, warehouse: '' },
      cell: () => null,
    })
    const some = [
      of('Казань', 'b.ru'),
      of('Казань', 'd.ru'),
      of('Москва', 'a.ru'),
      of('Москва', 'b.ru'),
      of('Москва', 'c.ru'),
      of('Москва', 'd.ru'),
    ]
    const sites = sectionsOf(some, 'table', []).find(({ name }) => name === 'Сайты')
    expect(sites?.facets.map(({ name }) => name)).toEqual(['a.ru', 'b.ru', 'c.ru', 'd.ru'])
  })
})
