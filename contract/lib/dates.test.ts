// Specification 4.27

import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addDays, dayNumber, dayOfNumber, isIsoDate, isoToday, latestDay } from './dates.ts'

describe('specification 4.10: dates are ISO YYYY-MM-DD', () => {
  it.each(['2026-01-01', '2026-12-31', '2024-02-29', '2000-02-29', '1999-06-30'])('%s is a day', (text) => {
    expect(isIsoDate(text)).toBe(true)
  })

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0026-01-01',
    '2026-1-1',
    '26-01-01',
    '01.02.2026',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('%j is no day', (text) => {
    expect(isIsoDate(text)).toBe(false)
  })

  it('accepts every day of the calendar', () => {
    const years = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') }
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(isIsoDate(date.toISOString().slice(0, 10))).toBe(true)
      }),
    )
  })
})

describe('specification 4.9: a missing date is today', () => {
  it('is the day in the local time zone, from the first minute to the last', () => {
    expect(isoToday(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
    expect(isoToday(new Date(2026, 10, 30, 23, 59))).toBe('2026-11-30')
  })

  it('is a valid day by default', () => {
    expect(isIsoDate(isoToday())).toBe(true)
  })
})

describe('days as numbers', () => {
  it('count across the ends of months and years', () => {
    expect(addDays('2026-02-27', 3)).toBe('2026-03-02')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2)
    expect(dayOfNumber(dayNumber('2026-11-22'))).toBe('2026-11-22')
  })
})

describe('latestDay', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is tomorrow on the days of 25 and 23 hours, too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(latestDay(new Date(2026, 9, 25, 0, 30))).toBe('2026-10-26')
    expect(latestDay(new Date(2027, 2, 27, 23, 30))).toBe('2027-03-28')
  })
})
