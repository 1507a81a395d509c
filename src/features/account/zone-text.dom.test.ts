// Specification 25.6

import { expect, it, vi } from 'vitest'
import { zoneText } from './QuietHoursSection.tsx'

it('zoneText names a zone in Russian where the browser has no Russian names of cities', () => {
  expect(zoneText('Asia/Omsk')).toBe('Омск')
  const real = Intl.DateTimeFormat.prototype.formatToParts
  vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (
    this: Intl.DateTimeFormat,
    ...given
  ) {
    const isShort = this.resolvedOptions().timeZoneName === 'shortGeneric'
    return isShort ? [{ type: 'timeZoneName', value: 'Omsk' }] : real.apply(this, given)
  })
  expect(zoneText('Asia/Omsk')).toBe('Омск')
  expect(zoneText('Mars/Base')).toBe('Mars/Base')
})
