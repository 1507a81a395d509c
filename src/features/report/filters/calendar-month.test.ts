// Specification 4.28

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../../contract/lib/dates.ts'
import { addMonths, dayAfterKey, monthOf, weeksOf } from './DayCalendar.tsx'

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('calendar month', () => {
  it('has whole weeks from Monday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeksOf('2026-02').flat().filter(Boolean)).toHaveLength(28)
  })

  it('has every day of any month once', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOf(monthOf(day))
        const all = weeks.flat().filter((one) => one !== null)
        expect(all.filter((one) => one === day)).toHaveLength(1)
        expect(all.every((one, i) => i === 0 || one === addDays(all[i - 1] ?? '', 1))).toBe(true)
        expect(weeks.every((week) => week.length === 7)).toBe(true)
      }),
    )
  })

  it('moves to the last day of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  it('moves the day by keys', () => {
    const from = '2026-11-21'
    const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
    expect(moves.map((key) => dayAfterKey(from, key))).toEqual([
      '2026-11-20',
      '2026-11-22',
      '2026-11-14',
      '2026-11-28',
      '2026-11-16',
      '2026-11-22',
      '2026-10-21',
      '2026-12-21',
    ])
    expect(dayAfterKey(from, 'a')).toBeUndefined()
  })
})
