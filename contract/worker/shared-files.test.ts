// Specification 12.10

import { expect, it, vi } from 'vitest'
import { sharedKey } from './shared-files.ts'

it('sharedKey differs for files of one name that arrive in the same millisecond', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 })
  const keys = Array.from({ length: 10_000 }, () => sharedKey('прайс.csv', ''))
  expect(new Set(keys).size).toBe(10_000)
  vi.useRealTimers()
})
