import * as hucre from 'hucre'
import { describe, expect, it } from 'vitest'
import { dateOfSerial, isDateFormat } from '../shown-formats.ts'

describe('isDateFormat', () => {
  const codes =
    'dd.mm.yyyy|d mmm|mmmm|[$-419]d mmm yyyy;@|h:mm AM/PM|mm:ss|[h]:mm|General|@|0.00|# ##0"руб"|[Red]0.00|_-* #,##0.00_-|\\d0|0 "дней"'
  const formats = [...codes.split('|'), ...Array.from({ length: 100 }, (_, id) => String(id))]

  it.each(formats)('judges %s as hucre does', (format) => {
    expect(isDateFormat(format)).toBe(hucre.isDateFormat(format))
  })
})

describe('dateOfSerial', () => {
  it.each([0, 1, 59, 60, 61, 45_000, 45_000.75, -1])('returns the day of %s as hucre does', (serial) => {
    for (const from1904 of [false, true]) {
      const day = (date: Date) => date.toISOString().slice(0, 10)
      expect(day(dateOfSerial(serial, from1904))).toBe(day(hucre.serialToDate(serial, from1904)))
    }
  })
})
