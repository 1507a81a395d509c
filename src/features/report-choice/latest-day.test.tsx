import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { PropsWithChildren } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isoToday } from '../../../contract/lib/dates.ts'
import { useDefaultDay } from './latest-day.ts'

const LATEST = '2026-04-18'

const server = setupServer()
beforeAll(() => server.listen())
beforeEach(() => localStorage.setItem('access_token', 'good'))
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

/** @param offers of the companion; null for a request that is never answered */
function defaultDay(offers: readonly string[] | null) {
  server.use(
    http.get('/api/companion', () =>
      offers
        ? HttpResponse.json({ version: 1, offers, own_hosts: [] })
        : new Promise<Response>(() => undefined),
    ),
    http.get('/api/filters', () => HttpResponse.json({ dates: [LATEST, '2026-04-17'] })),
  )
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'offlineFirst' } },
  })
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return renderHook(() => useDefaultDay(), { wrapper }).result
}

describe('useDefaultDay (specification 4.4)', () => {
  it('returns the last day with prices if the server offers freshness', async () => {
    const day = defaultDay(['freshness'])
    expect(day.current).toBeUndefined()
    await waitFor(() => expect(day.current).toBe(LATEST))
  })

  it('returns today for another backend', async () => {
    const day = defaultDay([])
    await waitFor(() => expect(day.current).toBe(isoToday()))
  })

  it('returns today if the request for offers is never answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const day = defaultDay(null)
    expect(day.current).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(day.current).toBe(isoToday())
  })
})
