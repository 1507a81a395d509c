// Specification 4.27

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePercent, percentMultiplier } from './percent.ts'

describe('specification 4.8: percent is digits with an optional decimal point, 0 to 100', () => {
  it.each([
    ['0', 0],
    ['5', 5],
    ['12.5', 12.5],
    ['100', 100],
    ['100.0', 100],
    ['007', 7],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
  ])('reads %j as %d', (text, percent) => {
    expect(parsePercent(text)).toBe(percent)
  })

  it.each([
    ['12.34', 12.3],
    ['12.35', 12.4],
    ['0.04', 0],
    ['99.96', 100],
  ])('rounds %j to one decimal: %d', (text, percent) => {
    expect(parsePercent(text)).toBe(percent)
  })

  it.each([
    '',
    ' ',
    '-1',
    '+5',
    '100.1',
    '101',
    '1e1',
    '0x10',
    'пять',
    '5%',
    '1.2.3',
    '1 2',
    '.',
    'NaN',
    'Infinity',
  ])('does not take %j for a percent', (text) => {
    expect(parsePercent(text)).toBeNull()
  })

  it('reads any input as a percent of 0 to 100 with one decimal, or as null', () => {
    const typed = fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^\d{1,4}[.,]?\d{0,4}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const percent = parsePercent(text)
        if (percent === null) return
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(String(percent)).toMatch(/^\d{1,3}(\.\d)?$/)
      }),
    )
  })
})

describe('specification 4.8: percent is sent as the multiplier 1 + percent/100 rounded to 2 decimals', () => {
  it.each([
    [0, '1'],
    [0.4, '1'],
    [0.5, '1.01'],
    [1, '1.01'],
    [10, '1.1'],
    [12.4, '1.12'],
    [12.5, '1.13'],
    [13.5, '1.14'],
    [14.9, '1.15'],
    [15, '1.15'],
    [99.9, '2'],
    [100, '2'],
  ])('%d → %j', (percent, multiplier) => {
    expect(percentMultiplier(percent)).toBe(multiplier)
  })

  it('is written with at most two decimals and is at most half a hundredth off', () => {
    const percents = fc.oneof(
      fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
      fc.double({ min: 0, max: 100, noNaN: true }),
    )
    fc.assert(
      fc.property(percents, (percent) => {
        const multiplier = percentMultiplier(percent)
        expect(multiplier).toMatch(/^\d(\.\d{1,2})?$/)
        expect(Math.abs(Number(multiplier) - (1 + percent / 100))).toBeLessThan(0.005 + 1e-9)
      }),
    )
  })
})
