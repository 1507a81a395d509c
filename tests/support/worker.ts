import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import type { WorkerEvent } from '../../contract/worker/messages.ts'
import { DATABASE_NAME } from '../../contract/worker/saved.ts'
import { closeDatabase } from '../../sw/database.ts'
import type { WorkerDeps } from '../../sw/deps.ts'
import { browserDeps } from '../../sw/deps.ts'
import type { DisplayedNotification } from '../../sw/displayed-notification.ts'
import { madeUpCaches } from './caches.ts'

vi.stubGlobal('caches', madeUpCaches())

export const ORIGIN = 'https://prices.example.ru'

/** Dependencies of the handlers: the real store on a fake IndexedDB; the test provides network, clock and pages. */
export interface TestDeps extends WorkerDeps {
  /** answers requests; undefined simulates a missing network */
  network: ((request: Request) => Promise<Response> | Response) | undefined
  /** events sent to pages */
  told: WorkerEvent[]
  syncs: number
  /** notifications displayed */
  shown: { title: string; options: DisplayedNotification }[]
  badge: number | undefined
  /** paths opened by taps */
  opened: string[]
  pushEnds: number
  clock: number
  /** number of waits started */
  waits: number
  /** ends all current waits */
  pass(): void
}

export function testDeps(): TestDeps {
  let waiting: (() => void)[] = []
  const scope = { location: { origin: ORIGIN } } as unknown as Parameters<typeof browserDeps>[0]
  const deps: TestDeps = {
    ...browserDeps(scope),
    network: undefined,
    told: [],
    syncs: 0,
    shown: [],
    badge: undefined,
    opened: [],
    pushEnds: 0,
    clock: 1_800_000_000_000,
    waits: 0,
    now: () => deps.clock,
    fetch: async (request) => {
      if (!deps.network) throw new TypeError('Failed to fetch')
      return deps.network(request)
    },
    wait: () =>
      new Promise((resolve) => {
        deps.waits += 1
        waiting.push(resolve)
      }),
    pass() {
      const due = waiting
      waiting = []
      for (const resolve of due) resolve()
    },
    tell: async (event) => {
      deps.told.push(event)
    },
    askForSync: async () => {
      deps.syncs += 1
    },
    show: async (title, options) => void deps.shown.push({ title, options }),
    setBadge: async (count) => {
      deps.badge = count
    },
    open: async (path) => void deps.opened.push(path),
    isMetered: () => false,
    claim: async () => {},
    endPush: async () => {
      deps.pushEnds += 1
    },
    alone: alone(),
    log: vi.fn(),
  }
  return deps
}

/** Simulates the browser's locks: runs one callback at a time. */
function alone(): WorkerDeps['alone'] {
  let last: Promise<unknown> = Promise.resolve()
  return (_, work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** Returns the waitUntil of a fake event, and a promise for everything passed to it. */
export function extendable() {
  const works: Promise<unknown>[] = []
  return {
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    async finished() {
      for (let i = 0; i < works.length; i++) await works[i]
    },
  }
}

/** Simulates the browser killing and restarting the worker. */
export const restart = closeDatabase

export async function deleteDatabase(): Promise<void> {
  closeDatabase()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(DATABASE_NAME).onsuccess = resolve
  })
}

export function request(path: string, token: string | null, init: RequestInit = {}): Request {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
  return new Request(new URL(path, ORIGIN), { ...init, headers })
}

export const json = (value: unknown, init: ResponseInit = {}): Response => Response.json(value, init)
