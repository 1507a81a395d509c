// Specification 3.10

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST, THREE } from '../../../tests/support/notifications-page.tsx'
import { UnreadWatch } from './UnreadWatch.tsx'

const POLL_MS = 30_000
const HOUR_MS = 3_600_000

let asked = 0
const server = setupServer(
  http.get(LIST, () => {
    asked++
    return HttpResponse.json(THREE)
  }),
)

beforeAll(() => server.listen())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  asked = 0
  localStorage.setItem('access_token', 'good')
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})
afterAll(() => server.close())

async function becomes(state: DocumentVisibilityState): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** Waits like vi.waitFor; what arrives meanwhile changes the component. */
const until = (holds: () => void) => act(() => vi.waitFor(holds))
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function opens(): Promise<void> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <UnreadWatch onCount={() => undefined} />
    </QueryClientProvider>,
  )
  await until(() => expect(asked).toBe(1))
  await until(() => expect(queries.isFetching()).toBe(0))
}

describe('UnreadWatch', () => {
  it('polls in a visible tab', async () => {
    await becomes('visible')
    await opens()
    await passes(POLL_MS)
    await until(() => expect(asked).toBe(2))
  })

  it('has no timer in a hidden tab, and requests an old list once the tab is visible again', async () => {
    await becomes('visible')
    await opens()
    await becomes('hidden')
    await passes(HOUR_MS)
    expect({ asked, timers: vi.getTimerCount() }).toEqual({ asked: 1, timers: 0 })
    await becomes('visible')
    await until(() => expect(asked).toBe(2))
  })
})
