// Specification 2.15, 2.17

import { expect, test } from 'vitest'
import { deviationsPath, fallsPath, movesPath, standingPath } from './tile-links.ts'

const standing = { city: 'Нижний Новгород', above: 1, at: 2, below: 3, cheapest: 4 }

test('standingPath leads from a number of own tyres to the market of its city with these tyres alone', () => {
  const path = standingPath('2026-04-18', { ...standing, kind: 'retail' }, 'above', false)
  expect(path).toMatch(/^\/export\/retail\?/)
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
    date: '2026-04-18',
    city: 'Нижний Новгород',
    view: 'market',
    in: 'Нижний Новгород',
    only: 'dearer',
    sort: '-market.percent',
  })
  expect(standingPath('2026-04-18', { ...standing, city: '', kind: 'wholesale' }, 'cheapest', false)).toBe(
    '/export/wholesale?date=2026-04-18&view=market&only=cheapest&sort=market.rank',
  )
})

test('standingPath leads to the list on a phone, with the same tyres and order', () => {
  expect(standingPath('2026-04-18', { ...standing, city: '', kind: 'retail' }, 'above', true)).toBe(
    '/export/retail?date=2026-04-18&view=list&only=dearer&sort=-market.percent',
  )
})

test('movesPath leads to the list of a site’s price changes, compared where the server compares', () => {
  const site = { site: 'шины.рф', before: '2026-04-15', up: 1, down: 2 }
  const plain = `/export/price-changes?date=2026-04-18&site=${encodeURIComponent('шины.рф')}`
  expect(movesPath('2026-04-18', site, null)).toBe(`${plain}&view=list`)
  expect(movesPath('2026-04-18', site, 'down')).toBe(`${plain}&compare=2026-04-15&moved=down&view=list`)
})

test('fallsPath leads to the price falls of all sites but the own ones', () => {
  expect(fallsPath('2026-04-18', '2026-04-15', ['a.ru', 'шины.рф'])).toBe(
    `/export/price-changes?date=2026-04-18&not.site=a.ru&not.site=${encodeURIComponent('шины.рф')}&compare=2026-04-15&moved=down&view=list`,
  )
})

test('deviationsPath leads to the price changes sorted by deviation', () => {
  expect(deviationsPath('2026-04-18', 'above')).toBe(
    '/export/price-changes?date=2026-04-18&view=table&sort=-own.diffPercent',
  )
  expect(deviationsPath('2026-04-18', 'below')).toMatch(/sort=own\.diffPercent$/)
})
