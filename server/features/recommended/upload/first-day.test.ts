// Specification 26.3
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfNumber, isIsoDate } from '../../../../contract/lib/dates.ts'
import { readFirstDay } from './read-file.ts'

describe('readFirstDay', () => {
  it.each([
    ['01.12.2026', '2026-12-01'],
    ['с 1.12.26', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01 00:00:00', '2026-12-01'],
    ['1/2/2026 г.', '2026-02-01'],
    [46357, '2026-12-01'],
    ['46357', '2026-12-01'],
    ['', ''],
    [undefined, ''],
    ['-', ''],
  ])('reads %j as %j', (cell, day) => {
    expect(readFirstDay(cell)).toBe(day)
  })

  it.each(['31.02.2026', '2026-13-01', 'скоро', '5120', '01.12'])('refuses %j', (cell) => {
    expect(readFirstDay(cell)).toBeNull()
  })

  it('reads any day in each notation, and never returns a day that does not exist', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11_000, max: 47_000 }), (number) => {
        const day = dayOfNumber(number)
        const [year, month, date] = day.split('-')
        expect(readFirstDay(day)).toBe(day)
        expect(readFirstDay(`${date}.${month}.${year}`)).toBe(day)
        expect(readFirstDay(number + 25_569)).toBe(day)
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[\d.\-/ ]{1,12}$/)), (cell) => {
        const day = readFirstDay(cell)
        expect(day === '' || day === null || isIsoDate(day)).toBe(true)
      }),
    )
  })
})
