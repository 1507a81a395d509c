import { describe, expect, it } from 'vitest'
import { freshnessText } from './texts.ts'

const year = new Date().getFullYear()
const day = (text: string) => `${year}-${text}`
const sites = (count: number) => Array.from({ length: count }, (_, i) => `s${i}.ru`)
const stale = (...days: string[]) => days.map((text, i) => ({ site: `old${i}.ru`, day: day(text) }))

describe('freshnessText (specification 10.25)', () => {
  it.each([
    [sites(0), [], ''],
    [sites(1), [], 'Цены 1 сайта за 21 ноя'],
    [sites(2), [], 'Цены обоих сайтов за 21 ноя'],
    [sites(3), [], 'Цены всех 3 сайтов за 21 ноя'],
    [sites(10), [], 'Цены всех 10 сайтов за 21 ноя'],
    [sites(21), [], 'Цены всех 21 сайта за 21 ноя'],
    [sites(9), stale('11-20'), 'Цены 9 из 10 сайтов за 21 ноя; old0.ru — за 20 ноя'],
    [
      sites(6),
      stale('11-02', '11-03', '11-19', '11-20'),
      'Цены 6 из 10 сайтов за 21 ноя; old3.ru — за 20 ноя, old2.ru — за 19 ноя, ещё 2',
    ],
    [sites(0), stale('11-02', '11-20'), 'За 21 ноя цен нет, последние — за 20 ноя'],
  ])('formats %j and %j', (fresh, old, words) => {
    expect(freshnessText({ fresh, stale: old }, day('11-21'))).toBe(words)
  })

  it('names the year of other years', () => {
    expect(freshnessText({ fresh: ['a.ru'], stale: [] }, '2020-05-09')).toBe('Цены 1 сайта за 9 мая 2020')
  })
})
