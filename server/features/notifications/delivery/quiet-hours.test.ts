// Specification 25.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/support/extent.ts'
import { quietUntil } from './delivery-rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const hours = (quiet_from: string, quiet_to: string, zone = 'Europe/Moscow') => ({
  quiet_from,
  quiet_to,
  zone,
  hourly: 0,
})
const endOf = (rules: ReturnType<typeof hours>, at: string): string | null => {
  const end = quietUntil(rules, Date.parse(at))
  return end === null ? null : new Date(end).toISOString()
}

describe('quietUntil', () => {
  it.each([
    ['before midnight', '2026-11-28T22:15:30+03:00', '2026-11-29T05:30:00.000Z'],
    ['after midnight', '2026-11-29T00:00:00+03:00', '2026-11-29T05:30:00.000Z'],
    ['at their beginning', '2026-11-28T22:00:00+03:00', '2026-11-29T05:30:00.000Z'],
    ['in their last second', '2026-11-29T08:29:59+03:00', '2026-11-29T05:30:00.000Z'],
    ['at their end', '2026-11-29T08:30:00+03:00', null],
    ['by day', '2026-11-28T21:59:59+03:00', null],
  ])('knows the end of hours over midnight %s', (_, at, end) => {
    expect(endOf(hours('22:00', '08:30'), at)).toBe(end)
  })

  it('knows hours within a day', () => {
    const lunch = hours('12:00', '13:00')
    expect(endOf(lunch, '2026-11-28T12:30:00+03:00')).toBe('2026-11-28T10:00:00.000Z')
    expect(endOf(lunch, '2026-11-28T13:00:00+03:00')).toBeNull()
    expect(endOf(lunch, '2026-11-28T11:59:00+03:00')).toBeNull()
  })

  it('has no hours between equal times', () => {
    expect(endOf(hours('00:00', '00:00'), '2026-11-28T00:00:00+03:00')).toBeNull()
    expect(endOf(hours('08:30', '08:30'), '2026-11-28T08:30:00+03:00')).toBeNull()
  })

  it.each([
    ['the clock skips an hour', '2026-03-28T23:00:00+01:00', '08:30', '2026-03-29T06:30:00.000Z'],
    ['the clock repeats an hour', '2026-10-24T23:00:00+02:00', '08:30', '2026-10-25T07:30:00.000Z'],
    ['the clock skips their end', '2026-03-28T23:00:00+01:00', '02:30', '2026-03-29T01:00:00.000Z'],
    ['the clock repeats their end', '2026-10-24T23:00:00+02:00', '02:30', '2026-10-25T00:30:00.000Z'],
  ])('follows summer time where %s', (_, at, to, end) => {
    expect(endOf(hours('22:00', to, 'Europe/Berlin'), at)).toBe(end)
  })

  it('takes a zone that the server does not know for UTC', () => {
    expect(endOf(hours('22:00', '08:30', 'Mars/Base'), '2026-11-28T23:00:00Z')).toBe(
      '2026-11-29T08:30:00.000Z',
    )
  })

  it('ends with the first minute that is not quiet, in any zone', () => {
    const zones = [
      'Europe/Moscow',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Antarctica/Troll',
    ]
    const time = fc
      .nat({ max: 24 * 60 - 1 })
      .map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
        time,
        time,
        fc.constantFrom(...zones),
        (at, from, to, zone) => {
          const clock = new Intl.DateTimeFormat('en-GB', {
            timeZone: zone,
            hour: '2-digit',
            minute: '2-digit',
          })
          const isQuiet = (moment: number) => {
            const now = clock.format(moment)
            return from < to ? from <= now && now < to : from !== to && (from <= now || now < to)
          }
          const end = quietUntil(hours(from, to, zone), at)
          expect(end === null).toBe(!isQuiet(at))
          if (end === null) return
          expect(end).toBeGreaterThan(at)
          expect(end - at).toBeLessThanOrEqual(DAY + 120 * MINUTE)
          expect(isQuiet(end)).toBe(false)
          expect(isQuiet(Math.max(at, end - MINUTE))).toBe(true)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

const two = (number: number): string => String(number).padStart(2, '0')
