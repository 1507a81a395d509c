import { describe, expect, it } from 'vitest'
import { latestPriceDay } from './filter-options.ts'

describe('latestPriceDay (specification 18.3)', () => {
  it.each([
    ['is today if it has prices', ['2026-11-27', '2026-11-26', '2026-11-25'], '2026-11-26'],
    ['is the newest day before if today has none', ['2026-11-25', '2026-11-24'], '2026-11-25'],
    ['is the newest day if the clock is behind all of them', ['2030-01-02', '2030-01-01'], '2030-01-02'],
    ['is today before a server that lists none', [], '2026-11-26'],
  ])('%s', (_, days, expected) => {
    expect(latestPriceDay(days, '2026-11-26')).toBe(expected)
  })
})
