import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import type { WorkerEvent, WorkerRequest } from '../../contract/worker/messages.ts'
import type { SavedEntry, SavedState } from '../../contract/worker/saved.ts'

/** Fake service worker that answers a page's messages like the real one, from the test's saved data. */
export function savedWorker(initial: Partial<SavedState> = {}) {
  const state: SavedState = { entries: [], queued: 0, problem: null, ...initial }
  const asked: WorkerRequest[] = []
  const page = new EventTarget()
  const send = (event: WorkerEvent) => page.dispatchEvent(new MessageEvent('message', { data: event }))
  const change: Partial<Record<WorkerRequest['type'], (request: never) => void>> = {
    remove: ({ requests }: { requests: string[] }) => {
      state.entries = state.entries.filter(({ request }) => !requests.includes(request))
    },
    pin: ({ requests, pinned }: { requests: string[]; pinned: boolean }) => {
      state.entries = state.entries.map((entry) =>
        requests.includes(entry.request) ? { ...entry, pinned } : entry,
      )
    },
  }
  const replies: Partial<Record<WorkerRequest['type'], unknown>> = {
    get saved() {
      return { ...state }
    },
    owner: { isNew: false },
  }
  const worker = {
    postMessage(request: WorkerRequest, [port]: [MessagePort]) {
      asked.push(request)
      change[request.type]?.(request as never)
      port.postMessage({ reply: replies[request.type] ?? null })
      if (change[request.type]) send({ type: 'saved-changed' })
    },
  }
  const container = Object.assign(page, {
    controller: worker as unknown,
    getRegistration: async () => ({ active: worker }),
    ready: Promise.resolve({ active: worker }),
  })
  navigatorHas('serviceWorker', container)
  return {
    state,
    /** messages from pages in order, except queries for saved data and the owner */
    asked: () => asked.filter(({ type }) => type !== 'saved' && type !== 'owner'),
    tell: (event: WorkerEvent) => act(async () => void send(event)),
  }
}

/** Adds a property that jsdom's navigator does not have, for one test. */
export function navigatorHas(name: 'serviceWorker' | 'storage', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, name))
}

/** Returns the entry of a saved answer, by default of a list request. */
export function savedEntry(request: string, more: Partial<SavedEntry> = {}): SavedEntry {
  const savedAt = new Date(2026, 3, 18, 12, 3).getTime()
  return { request, kind: 'page', route: '', size: 2048, savedAt, viewedAt: savedAt, pinned: false, ...more }
}
