import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAhead, dropAhead, PAGE_FRESH_MS, takeAhead } from './list-ahead.ts'

const PATH = '/api/list?page=2'
const ANSWER = { page: { rows: [], savedAt: null, gateway: null } as never }
const signal = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  dropAhead()
  vi.useRealTimers()
})

async function arrived(): Promise<void> {
  askAhead(PATH, async () => ANSWER)
  await Promise.resolve()
  await Promise.resolve()
}

it('gives the page that was asked for ahead', async () => {
  await arrived()
  vi.setSystemTime(Date.now() + PAGE_FRESH_MS - 1)
  expect(await takeAhead(PATH, signal)).toBe(ANSWER.page)
})

it('does not pass off a page of long ago as a new answer', async () => {
  await arrived()
  vi.setSystemTime(Date.now() + PAGE_FRESH_MS)
  expect(await takeAhead(PATH, signal)).toBeUndefined()
})
