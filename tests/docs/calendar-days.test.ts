// Specification 4.27: a day has 23 hours in spring and 25 in autumn, so days are counted by addDays()

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no day of the calendar is computed from a moment moved by 24 hours', () => {
  const sources = globSync(['{contract,server,src,sw}/**/*.{ts,tsx}'])
    .filter((file) => !file.includes('.test.'))
    .filter((file) =>
      /(?:isoToday\(new Date|zoneTime)\([^\n]*[-+*] ?\(?[^\n]*DAY_MS/.test(readFileSync(file, 'utf8')),
    )
  expect(sources).toEqual([])
})
