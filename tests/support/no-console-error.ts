import { afterEach, beforeEach, expect, vi } from 'vitest'

// A message on console.error is a fault that nobody asserted: it fails the test in which it appears.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})
