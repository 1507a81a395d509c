// Specification 4.29

import { expect, test } from 'vitest'
import { sparkOf, sparkText } from './Sparkline.tsx'

const box = { width: 30, height: 10 }

test.each([
  ['a rise', [100, 200, 150, 200], 'M0 10L0 10L10 0L20 5L30 0'],
  ['a price that never moved', [5, 5, 5, 5], 'M0 5L0 5L10 5L20 5L30 5'],
  ['gaps, and a day between two', [null, 100, null, 200], 'M10 10L10 10M30 0L30 0'],
  ['zero', [0, 10, 10, 0], 'M0 10L0 10L10 0L20 0L30 10'],
  ['nothing', [null, null], ''],
])('%s', (_, prices, path) => {
  expect(sparkOf(prices, box).path).toBe(path)
})

test('draws the last price as a point', () => {
  expect(sparkOf([100, 200, 150], box).end).toEqual({ x: 30, y: 5 })
  expect(sparkOf([null, 200, null], box).end).toEqual({ x: 15, y: 5 })
  expect(sparkOf([null], box).end).toBeNull()
})

test.each([
  [[null, 5000, 5500, null], '5 000 → 5 500 (+10,0 %)'],
  [[5000, 4900, 5000], '5 000, от 4 900 до 5 000'],
  [[5500, 5000], '5 500 → 5 000 (−9,1 %)'],
  [[0, 10], '0 → 10'],
  [[null, 7000], '7 000'],
  [[null, null], null],
])('the words of %j are %j', (prices, words) => {
  expect(sparkText({ prices, mixed: false })?.replace(/\s/gu, ' ') ?? null).toBe(words)
})

test('gives no change in percent where the set of sites changed', () => {
  const words = sparkText({ prices: [5000, 5500], mixed: true })
  expect(words?.replace(/\s/gu, ' ')).toBe('5 000 → 5 500, набор сайтов изменился')
  const same = sparkText({ prices: [5000, 4900, 5000], mixed: true })
  expect(same?.replace(/\s/gu, ' ')).toBe('5 000, от 4 900 до 5 000, набор сайтов изменился')
})
