// Specification 4.3, 5.2, 16.7

import { describe, expect, it } from 'vitest'
import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { listPath } from '../../data/report-queries.ts'
import {
  defaultChoice,
  downloadRequest,
  listRequest,
  readAddress,
  readListPath,
  readPageNumber,
  writeAddress,
} from './report-address.ts'

const read = (query: string, report: keyof typeof REPORTS = 'retail') =>
  readAddress(REPORTS[report], new URLSearchParams(query))

describe("a report's address", () => {
  it('applies nothing if it is bare or has only unknown parameters', () => {
    expect(read('')).toBeNull()
    expect(read('utm_source=mail')).toBeNull()
  })

  it.each([
    ['retail', { date: '2026-04-18', filters: { brand: 'Ёлка & Co', city: 'Томск' }, percent: null }],
    ['retail', { date: '2026-04-18', filters: { width: '205' }, search: '205/55 R16 & шип', percent: null }],
    ['proposals', { date: '2026-04-18', filters: {}, priceType: 'opt', percent: null }],
    ['proposals', { date: '2026-04-18', filters: { width: '205' }, percent: 12.5 }],
    [
      'price-changes',
      { date: '2026-04-18', filters: { city: 'Омск' }, compare: '2026-04-10', moved: 'gone' },
    ],
  ] as const)('of %s gives back what was written into it', (report, choice) => {
    const whole = { ...defaultChoice(REPORTS[report]), ...choice }
    expect(readAddress(REPORTS[report], writeAddress(REPORTS[report], whole, 3))).toEqual(whole)
  })

  it.each([
    ['brand=A&brand=B', {}, { brand: { values: ['A', 'B'], except: false } }],
    ['not.city=Омск', {}, { city: { values: ['Омск'], except: true } }],
    [
      'not.brand=A&not.brand=Ё%26Ко&width=205',
      { width: '205' },
      { brand: { values: ['A', 'Ё&Ко'], except: true } },
    ],
    // A repeated value counts once; empty values are ignored.
    ['brand=A&brand=A&brand=', { brand: 'A' }, {}],
    ['brand=&not.brand=', {}, {}],
    // Selected values take precedence over excluded values.
    ['brand=A&not.brand=B', { brand: 'A' }, {}],
    ['brand=A&brand=B&not.brand=C', {}, { brand: { values: ['A', 'B'], except: false } }],
  ])('reads several values of a filter from %s (specification 4.31)', (query, filters, sets) => {
    const choice = read(`date=2026-04-18&${query}`)
    expect(choice).toMatchObject({ filters, sets })
    expect(Object.keys({ ...choice?.filters, ...choice?.sets })).toHaveLength(
      Object.keys({ ...filters, ...sets }).length,
    )
    if (choice) expect(readAddress(REPORTS.retail, writeAddress(REPORTS.retail, choice))).toEqual(choice)
  })

  it('applies excluded values, even without other filters', () => {
    expect(read('not.brand=A')?.sets).toEqual({ brand: { values: ['A'], except: true } })
  })

  it('truncates the search to 200 characters', () => {
    expect(read(`q=${'a'.repeat(300)}`)?.search).toHaveLength(200)
    expect(read('q=%20')?.search).toBe('')
  })

  it('has a comparison day only for price changes, and only a valid one (specification 4.30)', () => {
    const compared = (query: string, report: keyof typeof REPORTS = 'price-changes') => {
      const { compare, moved } = read(`date=2026-04-18&${query}`, report) ?? {}
      return [compare, moved]
    }
    expect(compared('compare=2026-04-10')).toEqual(['2026-04-10', ''])
    expect(compared('compare=2026-04-10&moved=up')).toEqual(['2026-04-10', 'up'])
    expect(compared('compare=2026-04-10&moved=sideways')).toEqual(['2026-04-10', ''])
    expect(compared('compare=2026-04-10&moved=')).toEqual(['2026-04-10', ''])
    expect(compared('compare=2026-02-30&moved=up')).toEqual(['', ''])
    expect(compared('moved=up')).toEqual(['', ''])
    expect(compared('compare=2026-04-10&moved=up', 'retail')).toEqual(['', ''])
  })

  it('falls back to defaults for invalid values', () => {
    const choice = read('date=yesterday&price=all&percent=1000&page=-3', 'proposals')
    expect(choice).toEqual({ ...defaultChoice(REPORTS.proposals), date: isoToday() })
    for (const page of ['-3', '0', '1.5', 'x', '1e99']) {
      expect(readPageNumber(new URLSearchParams({ page }))).toBe(1)
    }
    expect(readPageNumber(new URLSearchParams('page=7'))).toBe(7)
    expect(readPageNumber(new URLSearchParams('page=1000000000'))).toBe(1_000_000)
  })
})

describe('requests of a choice (specification 4.8 and 4.10)', () => {
  const choice = { ...defaultChoice(REPORTS.proposals), date: '2026-04-18', percent: 12.5 }

  it('send the percent as a multiplier, for retail only', () => {
    expect(listRequest(REPORTS.proposals, choice)).toMatchObject({
      path: '/api/analytics/newRetailPrices',
      percent: '1.13',
    })
    expect(downloadRequest(REPORTS.proposals, { ...choice, priceType: 'opt' })).toMatchObject({
      path: '/api/analytics/oprices-recommended',
      percent: null,
    })
    expect(listRequest(REPORTS.retail, { ...choice, priceType: 'retail' }).percent).toBeNull()
  })

  it('repeat the filter’s name for several values, and have another name for excluded ones', () => {
    const sets = { brand: { values: ['A', 'B'], except: false }, city: { values: ['Омск'], except: true } }
    const several = { ...choice, filters: { season: 'Зимняя' }, sets }
    expect(listPath(listRequest(REPORTS.proposals, several), 1).split('?')[1]).toBe(
      new URLSearchParams(
        'season=Зимняя&brand=A&brand=B&not.city=Омск&date=2026-04-18&page=1&percent=1.13',
      ).toString(),
    )
    expect(downloadRequest(REPORTS.proposals, several)).toMatchObject({ filters: { season: 'Зимняя' }, sets })
    const page = readListPath(REPORTS.proposals, listPath(listRequest(REPORTS.proposals, several), 2))
    expect(page?.choice).toMatchObject({ filters: { season: 'Зимняя' }, sets })
  })

  it('use the default file name', () => {
    expect(downloadRequest(REPORTS.proposals, choice).defaultName).toBe('tires_export.xlsx')
    const changes = { ...choice, priceType: 'opt' } as const
    expect(downloadRequest(REPORTS['price-changes'], changes).defaultName).toBe(
      'notifications_2026-04-18.csv',
    )
  })
})
