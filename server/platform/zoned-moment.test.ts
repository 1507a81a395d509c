import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isZone, zonedMoments } from './zoned-moment.ts'

const MOMENT = Date.parse('2026-03-29T00:30:00Z')

describe('zonedMoments', () => {
  it.each([
    ['UTC', '2026-03-29T00:30:00+00:00'],
    ['Europe/Moscow', '2026-03-29T03:30:00+03:00'],
    ['Asia/Kolkata', '2026-03-29T06:00:00+05:30'],
    ['America/St_Johns', '2026-03-28T22:00:00-02:30'],
  ])('formats with the offset of %s', (zone, formatted) => {
    expect(zonedMoments(zone)(MOMENT)).toBe(formatted)
  })

  it('follows summer time', () => {
    const format = zonedMoments('Europe/Berlin')
    expect([format(MOMENT), format(MOMENT + 3_600_000)]).toEqual([
      '2026-03-29T01:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
    ])
  })

  it('names the same moment in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const seconds = fc.integer({ min: Date.UTC(2000) / 1000, max: Date.UTC(2100) / 1000 })
    fc.assert(
      fc.property(zones, seconds, (zone, at) => {
        expect(Date.parse(zonedMoments(zone)(at * 1000))).toBe(at * 1000)
      }),
    )
  })
})

describe('isZone', () => {
  it('accepts names of time zones and refuses offsets and everything else', () => {
    expect(['Europe/Moscow', 'UTC', 'Etc/GMT+3'].map(isZone)).toEqual([true, true, true])
    expect(['', '+03:00', 'Mars/Olympus', 'a b', '../etc'].map(isZone)).toEqual(Array(5).fill(false))
  })
})
