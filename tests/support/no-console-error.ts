import { afterEach, beforeEach, expect, vi } from 'vitest'

// A call of console.error fails the test, because it reports a fault that no assertion checks for.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})
