// Specification 23.10

import { describe, expect, it } from 'vitest'
import type { CrawlCities } from '../../../../contract/sources/crawl.ts'
import { beginsAt, isReadingTime } from './crawl-settings.ts'
import { cityPasses, cityRequest, withoutCity } from './shop-addresses.ts'

const pass = { city: 'Омск', value: 'omsk' }
const cities = (by: CrawlCities['by'], name = ''): CrawlCities => ({ by, name, values: [pass] })
const ADDRESS = 'https://www.shop.ru/shiny/?page=2'

describe('a city of a shop', () => {
  it.each<[CrawlCities['by'], string, string, string]>([
    ['cookie', 'city', ADDRESS, 'city=omsk'],
    ['query', 'city', 'https://www.shop.ru/shiny/?page=2&city=omsk', ''],
    ['subdomain', '', 'https://omsk.shop.ru/shiny/?page=2', ''],
    ['path', '', 'https://www.shop.ru/omsk/shiny/?page=2', ''],
  ])('is chosen by its %s, and taken off the links', (by, name, address, cookie) => {
    expect(cityRequest(ADDRESS, cities(by, name), pass)).toEqual({ address, cookie })
    expect(withoutCity(address, cities(by, name), pass)).toBe(
      by === 'subdomain' ? 'https://shop.ru/shiny/?page=2' : ADDRESS,
    )
  })

  it('is one pass without a name where prices do not depend on it', () => {
    expect(cityPasses(null)).toEqual([{ city: '', value: '' }])
    expect(cityRequest(ADDRESS, null, { city: '', value: '' })).toEqual({ address: ADDRESS, cookie: '' })
  })

  it('cannot smuggle another cookie in', () => {
    expect(
      cityRequest(ADDRESS, cities('cookie', 'city'), { city: 'x', value: 'a; b=c\r\nX: y' }).cookie,
    ).toBe('city=a%3B%20b%3Dc%0D%0AX%3A%20y')
  })
})

describe('hours of reading', () => {
  const ZONE = 'Europe/Moscow'
  const moment = (time: string) => Date.parse(`2026-11-21T${time}:00+03:00`)

  it.each([
    ['01:00', '06:00', '03:00', true],
    ['01:00', '06:00', '06:00', false],
    ['22:00', '06:00', '23:30', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '12:00', false],
  ])('from %s to %s have %s: %s', (from, to, time, within) => {
    expect(isReadingTime({ from, to }, ZONE, moment(time))).toBe(within)
  })

  it('begin next today or tomorrow', () => {
    expect(beginsAt({ from: '22:00', to: '06:00' }, ZONE, moment('12:30'))).toBe(moment('22:00'))
    expect(beginsAt({ from: '01:00', to: '06:00' }, ZONE, moment('12:30'))).toBe(
      moment('01:00') + 24 * 3_600_000,
    )
  })
})
