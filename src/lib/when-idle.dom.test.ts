import { afterEach, expect, it, vi } from 'vitest'
import { goesFirst, whenFree } from './when-idle.ts'

afterEach(() => void vi.useRealTimers())

async function isFree(): Promise<boolean> {
  let free = false
  void whenFree().then(() => {
    free = true
  })
  await vi.advanceTimersByTimeAsync(10)
  return free
}

it('whenFree waits for what goes first, also if that fails, but not for ever', async () => {
  vi.useFakeTimers()
  expect(await isFree()).toBe(true)
  const rows = Promise.withResolvers<void>()
  goesFirst(rows.promise)
  expect(await isFree()).toBe(false)
  rows.reject(new Error('no answer'))
  expect(await isFree()).toBe(true)
  goesFirst(new Promise(() => undefined))
  expect(await isFree()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await isFree()).toBe(true)
})
