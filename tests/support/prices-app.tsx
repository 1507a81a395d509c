import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { bypass, HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { App } from '../../src/app/App.tsx'
// Loaded before the first test, because its waits would include the load time otherwise.
import '../../src/app/SignedInRoutes.tsx'
import '../../src/features/report/ReportPage.tsx'
import '../../src/features/tyre/tyre-pages.ts'
import { giveElementsSize } from './give-size.ts'
import type { ShopPage, Started } from './prices-server.ts'
import { finished, startProgram } from './processes.ts'
import type { SiteDay } from './sample-prices.ts'

interface PricesProgram extends Started {
  program: ChildProcess
}

let running: Promise<PricesProgram> | undefined

/** Starts the server, which ends with the worker at the latest. */
async function startPricesProgram(): Promise<PricesProgram> {
  const program = startProgram('tests/support/prices-server.ts', [], {})
  const end = finished(program)
  const message = await Promise.race([once(program, 'message'), end])
  if (!Array.isArray(message)) throw new Error(`the server did not start: ${message.stderr}`)
  program.unref()
  program.channel?.unref()
  return { program, ...(message[0] as Started) }
}

/** Fake IntersectionObserver for which every element is in view. */
class SeenAtOnce {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.#report = report
  }
  observe() {
    queueMicrotask(() => this.#report([{ isIntersecting: true }]))
  }
  disconnect() {}
}

/** Fake canvas context that draws nothing, measures every text with width 0 and has gradients without colours. */
const CANVAS_CONTEXT = new Proxy({} as CanvasRenderingContext2D, {
  get: (context, name) => Reflect.get(context, name) ?? (() => ({ width: 0, addColorStop() {} })),
})

/** Replaces the canvas, which jsdom does not have. */
function stubDrawing(): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(CANVAS_CONTEXT)
}

/**
 * The companion server with the sample prices, behind the app in which 'anna' is signed in. Several test files share
 * the server, so each test imports prices for tyres and days of its own. A test's own handlers can answer single calls
 * instead of the server.
 * @param shared whether other test files use the server too; false for tests that give it a later day, such as today
 */
export function pricesServer({ shared = true } = {}) {
  const server = setupServer()
  const requests: Request[] = []
  let started: PricesProgram

  beforeAll(async () => {
    if (shared) running ??= startPricesProgram()
    started = await (shared && running ? running : startPricesProgram())
    server.listen()
  })
  afterAll(() => {
    server.close()
    if (!shared) started.program.disconnect()
  })

  /** Forwards a call to the server. */
  const forward = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    const body = await request.arrayBuffer()
    const answer = await fetch(
      bypass(started.origin + pathname + search, {
        method,
        headers,
        ...(body.byteLength > 0 && { body }),
      }),
    )
    // Reads the complete, decompressed body, whose length is known: undici fails if a page aborts a body that ends with
    // its connection.
    const bytes = await answer.arrayBuffer()
    const { status, headers: answered } = new Response(null, answer)
    answered.delete('content-encoding')
    answered.delete('transfer-encoding')
    answered.set('content-length', String(bytes.byteLength))
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers: answered })
  }

  /** Sends a message to the program, which answers when it is done. */
  const give = async (message: SiteDay | ShopPage): Promise<void> => {
    const done = once(started.program, 'message')
    started.program.send(message)
    await done
  }

  beforeEach(() => {
    requests.length = 0
    localStorage.setItem('access_token', started.token)
    localStorage.setItem('username', 'anna')
    // Most tests change filters after 'Применить'.
    localStorage.setItem('filters_stay', 'on')
    // jsdom does not know what the system prefers.
    localStorage.setItem('theme', 'light')
    // Wide enough to render all columns of a table, but not high, because each rendered row takes time.
    giveElementsSize(5_000, 500)
    vi.stubGlobal('IntersectionObserver', SeenAtOnce)
    stubDrawing()
    server.events.on('request:start', ({ request }) => {
      // Records the app's call, but not the call that forwards it.
      if (request.url.startsWith(location.origin)) requests.push(request)
    })
    server.use(http.all('*', ({ request }) => forward(request)))
  })
  afterEach(() => {
    // Before the globals are removed, which mounted elements still use.
    cleanup()
    vi.unstubAllGlobals()
    server.events.removeAllListeners()
    server.resetHandlers()
  })

  return {
    requests: requests as readonly Request[],
    forward,
    use: (...handlers: RequestHandler[]) => server.use(...handlers),
    importPrices: (day: SiteDay): Promise<void> => give(day),
    /**
     * Serves a page from the made-up shop.
     * @returns its address
     */
    async serveShopPage(path: string, html: string): Promise<string> {
      await give({ path, html })
      return started.shop + path
    },
  }
}

/** Reloads the app at its current URL. */
export async function reload(): Promise<void> {
  cleanup()
  await act(async () => {
    render(<App />)
  })
}

/** Loads the app at a URL. */
export async function open(path: string): Promise<void> {
  history.replaceState(null, '', path)
  await reload()
}

export const address = (): string => decodeURIComponent(location.pathname + location.search)

/** Goes back by one history entry, like the browser's back button. */
export const goBack = () => act(async () => history.back())

/** Waits until an element has this text; any kind of space matches. */
export const expectText = (find: () => HTMLElement | null, words: string | RegExp) =>
  waitFor(() => expect(find()).toHaveTextContent(words))

/** Returns a handler for a backend that is not a companion server. */
export const anotherBackend = (): RequestHandler =>
  http.get('/api/companion', () => HttpResponse.json({}, { status: 404 }))

export const press = (element: Element | null, key: string, held: object = {}) => {
  if (!element) throw new Error('no element to press a key on')
  fireEvent.keyDown(element, { key, code: key === ' ' ? 'Space' : key, ...held })
  fireEvent.keyUp(element, { key, ...held })
}

export const fill = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
}

/** Selects the option of a drop-down list by its text. */
export function select(field: HTMLElement, words: string): void {
  const option = [...(field as HTMLSelectElement).options].find(({ text }) => text === words)
  if (!option) throw new Error(`no option ${words}`)
  fireEvent.change(field, { target: { value: option.value } })
}
