import { afterEach, beforeEach, expect, vi } from 'vitest'

// console.error reports a fault that no assertion looks for, so it fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})
