// Specification 4.17

import { describe, expect, it } from 'vitest'
import { indexOf, sampleColumns } from '../../../tests/support/report-page.ts'
import { type HeaderSpan, linesBefore, placeTitle, splitSpans, upperRows } from './header-spans.ts'

const columns = sampleColumns()
const [cities, places] = upperRows(columns).map((spans) => splitSpans(spans, [0, 3])) as [
  HeaderSpan[],
  HeaderSpan[],
]
const names = (spans: HeaderSpan[]) => spans.map(({ parts }) => parts.join(' · '))

describe('headerSpans, upperRows and linesBefore', () => {
  it('build a row for the city, across all its sites', () => {
    expect(names(cities)).toEqual(['Товар', 'Товар', 'Наша цена', 'Казань', 'Москва'])
    const covered = cities.flatMap(({ first, last }) => columns.slice(first, last + 1))
    expect(covered).toEqual(columns)
  })

  it('name site and warehouse below the city, and leave the cell empty without a site', () => {
    const ofCity = ['4tochki.ru', '4tochki.ru · Склад 1', '4tochki.ru · Склад 2', 'shina.ru']
    expect(names(places)).toEqual([...ofCity, ...ofCity])
    expect(places[0]?.first).toBe(indexOf(columns, 'Казань', '4tochki.ru'))
  })

  it('name the currency beside the city', () => {
    const only = columns.filter(({ group }) => group.site === 'shina.ru')
    const inRoubles = only.map((column) => ({ ...column, currency: '₽' }))
    expect(upperRows(inRoubles)[0]?.flatMap(({ parts }) => parts)).toEqual(['Казань, ₽', 'Москва, ₽'])
  })

  it('split spans after the sticky columns and mark the second part as continued', () => {
    expect(cities.map(({ continued }) => continued)).toEqual([false, true, false, false, false])
    expect(cities[1]?.first).toBe(3)
  })

  it('keep sites of the same name in two cities apart', () => {
    const only = columns.filter(({ group }) => group.site === 'shina.ru' && group.warehouse === '')
    expect(upperRows(only)[1]).toHaveLength(2)
  })

  it('are empty without columns', () => {
    expect(upperRows([])).toEqual([[], []])
  })
})

it('draw a stronger line before a higher level, and none inside a warehouse', () => {
  const lines = linesBefore(columns)
  const at = (...key: string[]) => lines[indexOf(columns, ...key)]
  expect(lines[0]).toBeNull()
  expect(at('width')).toBeNull()
  expect(at('own.price')).toBe('city')
  expect(lines[columns.findIndex(({ id }) => id === JSON.stringify(['Казань']))]).toBe('city')
  expect(at('Казань', '4tochki.ru')).toBe('site')
  expect(at('Казань', '4tochki.ru', 'Склад 1')).toBe('warehouse')
  expect(at('Казань', 'shina.ru')).toBe('site')
})

it('placeTitle joins city, site and warehouse', () => {
  expect(placeTitle({ city: 'Казань', site: 'a.ru', warehouse: 'Склад 1' })).toBe('Казань · a.ru · Склад 1')
  expect(placeTitle({ city: '', site: '', warehouse: '' })).toBe('')
})
