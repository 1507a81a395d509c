// Specification 8.1, 8.7

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Store } from '../lib/store.ts'
import { workerSaves } from '../pwa/device-owner.ts'
import { type Session, SessionContext } from '../session/useSession.ts'
import { useFreshAnswers } from './useFreshAnswers.ts'

const SAVED_AT = '2026-11-20T08:00:00.000Z'
/** the worker's answers to a list, oldest first; the last one repeats */
let answers: { name: string; savedAt: string | null }[] = []
let asked = 0
const check = vi.fn(async () => {})

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  check.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

function List() {
  const { data } = useQuery({
    queryKey: ['list'],
    queryFn: async () => answers[Math.min(asked++, answers.length - 1)],
    meta: { request: 'GET /api/analytics/allTyres?page=1' },
  })
  return <p>{data?.name}</p>
}

async function opens(offline: boolean): Promise<QueryClient> {
  // As the app's: another test's 'offline' event must not hold requests back.
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'offlineFirst' } } })
  const session = { offline, check: check as Session['check'] } as Session
  function Answers() {
    useFreshAnswers(queries)
    return <List />
  }
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <Answers />
      </QueryClientProvider>
    </SessionContext>,
  )
  await passes(0)
  return queries
}
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the first visit (specification 8.1)', () => {
  it('repeats a request for the next page that was under way when the worker began to save', async () => {
    answers = [{ name: 'сегодня', savedAt: null }]
    const requested: AbortSignal[] = []
    const saves = workerSaves as Store<boolean>
    // Another file's worker may have begun already.
    saves.set(false)
    const queries = await opens(false)
    void queries.prefetchQuery({
      queryKey: ['next page'],
      queryFn: async ({ signal }) => {
        requested.push(signal)
        if (requested.length === 1)
          await new Promise((_, cancelled) => signal.addEventListener('abort', cancelled))
        return { name: 'следующая', savedAt: null }
      },
      meta: { request: 'GET /api/analytics/allTyres?page=2' },
    })
    await passes(0)
    expect(requested).toHaveLength(1)
    saves.set(true)
    await passes(0)
    expect(requested.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(queries.getQueryData(['next page'])).toEqual({ name: 'следующая', savedAt: null })
    saves.set(false)
  })
})

describe('a saved copy that arrives although the server can be reached', () => {
  beforeEach(() => {
    answers = [{ name: 'вчера', savedAt: SAVED_AT }]
  })

  it('makes the app check the session, and is requested again after 15 s', async () => {
    answers.push({ name: 'сегодня', savedAt: null })
    await opens(false)
    expect(screen.getByText('вчера')).toBeVisible()
    expect(check).toHaveBeenCalledWith('quiet')
    await passes(14_000)
    expect(asked).toBe(1)
    await passes(1_010)
    expect(screen.getByText('сегодня')).toBeVisible()
    await passes(60 * 60_000)
    expect(asked).toBe(2)
  })

  it('is requested less and less often while the list stays away, and at least every 4 minutes', async () => {
    await opens(false)
    await passes(15_000 + 30_000 + 60_000 + 120_000)
    expect(asked).toBe(5)
    await passes(60 * 60_000)
    expect(asked).toBe(5 + 15)
  })

  it('is not requested again in a hidden tab, which has no timer, but once the tab is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await opens(false)
    await passes(60 * 60_000)
    expect({ asked, timers: vi.getTimerCount() }).toEqual({ asked: 1, timers: 0 })
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await passes(15_010)
    expect(asked).toBe(2)
    visibility.mockRestore()
  })

  it('waits for the session check without a network', async () => {
    await opens(true)
    await passes(60 * 60_000)
    expect(asked).toBe(1)
  })
})
