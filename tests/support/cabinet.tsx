import { act, render } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { CompanionFeature } from '../../contract/companion.ts'
import SignedInRoutes from '../../src/app/SignedInRoutes.tsx'
import { type Session, SessionContext } from '../../src/session/useSession.ts'
import { giveElementsSize } from './give-size.ts'

/** Mock server for the tests of one file; records every request as 'METHOD /path?query'. */
export function cabinetServer() {
  const server = setupServer()
  const calls: string[] = []
  const logged: string[] = []
  beforeAll(() => server.listen())
  afterAll(() => server.close())
  beforeEach(() => {
    calls.length = 0
    logged.length = 0
    localStorage.setItem('access_token', 'good')
    localStorage.setItem('username', 'anna')
    // jsdom has no system preference.
    localStorage.setItem('theme', 'light')
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      calls.push(`${request.method} ${pathname}${search}`)
    })
    server.use(
      http.get('/api/notifications/getNotifications', () => HttpResponse.json([])),
      http.get('/user/verify/telegram', () => HttpResponse.json({ message: 'unlinked' })),
      http.get('/user/verify/mail', () => HttpResponse.json({ message: false })),
      http.post('/api/vehicle_type', () => HttpResponse.json(['Легковая'])),
      http.post('/auth/refresh', () => new HttpResponse(null, { status: 401 })),
      // The backend is not a companion server.
      http.get('/api/companion', () => new HttpResponse(null, { status: 404 })),
    )
    vi.spyOn(console, 'warn').mockImplementation((line: string) => logged.push(line))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    server.events.removeAllListeners()
    server.resetHandlers()
  })
  return {
    use: (...handlers: RequestHandler[]) => server.use(...handlers),
    /** messages logged so far */
    logged: logged as readonly string[],
    /** requests so far whose 'METHOD /path' starts with `beginning` */
    calls: (beginning: string) => calls.filter((call) => call.startsWith(beginning)),
  }
}

interface Visit {
  /** every URL visited, in order */
  addresses: string[]
  signOut: ReturnType<typeof vi.fn<(from?: 'cabinet') => void>>
}

/** Renders the app at a URL, with a session of the given status. */
export async function visit(address: string, status: Session['status'] = 'authenticated'): Promise<Visit> {
  const addresses: string[] = []
  const signOut = vi.fn<(from?: 'cabinet') => void>()
  const session: Session = {
    status,
    checking: false,
    ended: false,
    offline: false,
    gateway: null,
    username: 'anna',
    check: async () => {},
    signIn: async () => null,
    signInAgain: () => {},
    signOut,
  }
  function Whereabouts() {
    const { pathname, search } = useLocation()
    if (addresses.at(-1) !== pathname + search) addresses.push(pathname + search)
    return null
  }
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <SessionContext value={session}>
          <Whereabouts />
          <Suspense>
            <Routes>
              <Route path="*" element={<SignedInRoutes />} />
            </Routes>
          </Suspense>
        </SessionContext>
      </MemoryRouter>,
    )
  })
  return { addresses, signOut }
}

/** Returns a handler that answers like a companion server with these features. */
export const offering = (...offers: CompanionFeature[]): RequestHandler =>
  http.get('/api/companion', () => HttpResponse.json({ version: 1, offers }))

/** Returns an error in the format of the companion server. */
export const refusal = (error: string, status = 400): Response => HttpResponse.json({ error }, { status })

/** Fakes the timers that tests advance; timers of the test tools continue to run. */
export function controlTime(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
}

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Gives elements a size so that ten items of a virtual list are visible. */
export function layOut(): void {
  giveElementsSize(800, 680)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(68)
}

/** Returns an answer that all requests wait for until the test releases it. */
export function held() {
  let release: (response: Response) => void = () => {}
  const answer = new Promise<Response>((resolve) => {
    release = resolve
  })
  return {
    answer: async () => (await answer).clone(),
    release: (response: Response) => act(async () => release(response)),
  }
}
