// Specification 3.19, 11.9

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Notification } from '../../../contract/legacy/notifications.ts'
import { grouped } from './group.ts'

const notification = (id: string, day: string | null, site: string): Notification => ({
  id,
  day,
  site,
  vehicle: '',
  title: '',
  body: '',
  time: 'на днях',
  type: 'info',
  unread: true,
  percent: null,
  tyres: [],
})

it('grouped groups by day, then by site, with a heading above the first of each', () => {
  const { items, heads } = grouped([
    notification('1', '2026-04-18', 'a.ru'),
    notification('2', '2026-04-18', 'b.ru'),
    notification('3', '2026-04-17', 'a.ru'),
    notification('4', '2026-04-18', 'a.ru'),
    notification('5', null, ''),
  ])
  expect(items.map(({ id }) => id)).toEqual(['1', '4', '2', '3', '5'])
  expect([...heads]).toEqual([
    ['1', { day: '2026-04-18', site: 'a.ru' }],
    ['2', { site: 'b.ru' }],
    ['3', { day: '2026-04-17', site: 'a.ru' }],
    ['5', { day: 'на днях' }],
  ])
})

it('grouped puts notices first in their day, without a site heading', () => {
  const notice = (id: string, day: string) => ({ ...notification(id, day, ''), vehicle: 'Безопасность' })
  const { items, heads } = grouped([
    notification('1', '2026-04-18', 'a.ru'),
    notice('2', '2026-04-18'),
    notification('3', '2026-04-17', 'a.ru'),
    notice('4', '2026-04-17'),
  ])
  expect(items.map(({ id }) => id)).toEqual(['2', '1', '4', '3'])
  expect([...heads]).toEqual([
    ['2', { day: '2026-04-18' }],
    ['1', { site: 'a.ru' }],
    ['4', { day: '2026-04-17' }],
    ['3', { site: 'a.ru' }],
  ])
})

it("has a notice under the reader's day, and prices under theirs", () => {
  const time = new Date(2026, 3, 19, 2, 57).toISOString()
  const { items, heads } = grouped([
    { ...notification('1', '2026-04-18', ''), vehicle: 'Безопасность', time },
    { ...notification('2', '2026-04-18', 'a.ru'), time },
  ])
  expect(items.map(({ id }) => id)).toEqual(['1', '2'])
  expect([...heads]).toEqual([
    ['1', { day: '2026-04-19' }],
    ['2', { day: '2026-04-18', site: 'a.ru' }],
  ])
})

it("puts a notice of today above yesterday's prices that arrive after it, and above what arrived before", () => {
  const at = (day: number, hour: number) => new Date(2026, 3, day, hour).toISOString()
  const { items } = grouped([
    { ...notification('5', '2026-04-18', 'a.ru'), time: at(19, 3) },
    { ...notification('4', '2026-04-18', ''), vehicle: 'Правила', time: at(19, 3) },
    { ...notification('2', '2026-04-18', 'b.ru'), time: at(18, 12) },
    { ...notification('1', '2026-04-17', 'b.ru'), time: at(17, 12) },
  ])
  expect(items.map(({ id }) => id)).toEqual(['4', '5', '2', '1'])
})

it('leaves prices of an old day that arrive last at the top', () => {
  const at = (hour: number) => new Date(2026, 3, 19, hour).toISOString()
  const { items } = grouped([
    { ...notification('4', '2026-03-02', 'old.ru'), time: at(4) },
    { ...notification('3', '2026-04-18', 'a.ru'), time: at(3) },
    { ...notification('2', '2026-04-18', ''), vehicle: 'Правила', time: at(3) },
    { ...notification('1', '2026-03-01', 'old.ru'), time: at(2) },
  ])
  expect(items.map(({ id }) => id)).toEqual(['4', '2', '3', '1'])
})

it('grouped loses no item, and keeps groups together', () => {
  const pair = fc.record({ day: fc.constantFrom('d1', 'd2', 'd3'), site: fc.constantFrom('', 'a', 'b') })
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const list = pairs.map(({ day, site }, id) => notification(String(id), day, site))
      const { items } = grouped(list)
      expect([...items].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(list)
      for (const keyOf of [
        ({ day }: Notification) => day,
        ({ day, site }: Notification) => `${day} ${site}`,
      ]) {
        const runs = items.map(keyOf).filter((key, index, all) => key !== all[index - 1])
        expect(new Set(runs).size).toBe(runs.length)
      }
    }),
  )
})
