// Specification 10.16

import { describe, expect, it } from 'vitest'
import { specs } from '../../../tests/support/prices.ts'
import type { PriceMove } from '../../prices/price-change.ts'
import { composeNotification, sortMoves } from './compose.ts'

let number = 0
const move = (before: number, after: number): PriceMove => ({
  specs: specs({
    name: `Шина ${++number}`,
    vehicleType: 'Легковая',
    brand: 'Arktika',
    width: '205',
    height: '55',
    diameter: '16',
    speedIndex: 'T',
    loadIndex: '91',
  }),
  city: 'Томск',
  priceType: 'wholesale',
  before,
  after,
  percent: Math.round(((after - before) / before) * 1000) / 10,
})

const compose = (moves: PriceMove[], threshold = 5, factor = 5) =>
  composeNotification(sortMoves(moves, factor), threshold)
/** Normalises the narrow spaces of Russian number formats. */
const plain = (text = '') => text.replace(/\s/g, ' ')

describe('what a notification says about the moved prices', () => {
  it('counts rises and falls, and names tyre, old and new price and percent', () => {
    const notification = compose([move(1000, 1100), move(4000, 3500), move(2000, 2200)])
    const [counts, ...named] = (notification?.body ?? '').split('\n')
    expect(counts).toBe('Подорожало: 2, подешевело: 1.')
    expect(named).toHaveLength(3)
    expect(plain(named[0])).toMatch(/^Шина \d+ \(Томск, опт\): 4 000 ₽ → 3 500 ₽ \(−12,5 %\)$/)
    expect(plain(named[1])).toMatch(/1 000 ₽ → 1 100 ₽ \(\+10,0 %\)$/)
  })

  it('names city and price type of each move, and the tyre of each line', () => {
    const notification = compose([move(1000, 1100), { ...move(4000, 3000), city: '', priceType: 'retail' }])
    const lines = (notification?.body ?? '').split('\n')
    expect(lines[1]).toMatch(/^Шина \d+ \(розница\): /)
    expect(lines[2]).toMatch(/^Шина \d+ \(Томск, опт\): /)
    const size = {
      brand: 'Arktika',
      width: '205',
      height: '55',
      diameter: '16',
      season: 'Зимняя',
      speed: 'T',
      load: '91',
    }
    expect(JSON.parse(notification?.tyres ?? '')).toEqual([
      { line: 1, key: expect.any(String), filters: size },
      { line: 2, key: expect.any(String), filters: { ...size, city: 'Томск' } },
    ])
  })

  it('keeps a name containing line breaks on one line', () => {
    const odd = move(1000, 1100)
    const notification = compose([{ ...odd, specs: { ...odd.specs, name: 'Две\nстроки' } }])
    expect(notification?.body.split('\n')[1]).toMatch(/^Две строки \(/)
  })

  it('has the percent of the largest move, whether fall or rise', () => {
    expect(compose([move(1000, 1100), move(1000, 800)])?.percent).toBe(-20)
    expect(compose([move(1000, 1300), move(1000, 800)])?.percent).toBe(30)
  })

  it('names the five largest and counts the others', () => {
    const body =
      compose(Array.from({ length: 1_205 }, (_, n) => move(100_000, 110_000 + n * 100)))?.body ?? ''
    const lines = body.split('\n')
    expect(lines).toHaveLength(7)
    expect(plain(lines[1])).toContain('→ 230 400 ₽')
    expect(plain(lines.at(-1))).toBe('И ещё 1 200: все в таблице.')
  })

  it("includes what moved by at least the user's percent, up or down", () => {
    const moves = [move(1000, 1050), move(1000, 950), move(1000, 1049), move(1000, 951)]
    expect(compose(moves, 5)?.body).toContain('Подорожало: 1, подешевело: 1.')
    expect(compose(moves, 4.9)?.body).toContain('Подорожало: 2, подешевело: 2.')
    expect(compose(moves, 5.1)).toBeNull()
    expect(compose([], 5)).toBeNull()
  })
})

describe('outliers', () => {
  it.each([
    [1000, 5001],
    [1000, 199],
    [1000, 0],
  ])('from %d to %d is counted and neither named nor the percent', (before, after) => {
    const notification = compose([move(before, after), move(1000, 1100)])
    expect(notification?.percent).toBe(10)
    expect(notification?.body).toContain('Подорожало: 1, подешевело: 0.')
    expect(notification?.body).toContain('Не учтено как похожее на ошибку источника: 1.')
  })

  it('exclude moves by exactly the factor, and depend on the configured factor', () => {
    expect(compose([move(1000, 5000), move(1000, 200)])?.body).toContain('Подорожало: 1, подешевело: 1.')
    expect(compose([move(1000, 9000)], 5, 10)?.percent).toBe(800)
    expect(compose([move(1000, 2100)], 5, 2)).toBeNull()
  })

  it('alone notify nobody', () => {
    expect(compose([move(1000, 9000), move(1000, 0)])).toBeNull()
  })
})
