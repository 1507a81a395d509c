// Specification 1.6, 8.5

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestFromWorker } from './worker-channel.ts'

/** Replaces the browser's service workers. */
const workers = (container: object) =>
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
const replying = {
  postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage({ reply: { isNew: true } }),
}
const owner = { username: 'anna', token: 't' }

describe('requestFromWorker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('asks the worker of the page, else the active one', async () => {
    workers({ controller: replying })
    expect(await requestFromWorker('owner', owner)).toEqual({ isNew: true })
    workers({ controller: null, getRegistration: async () => ({ active: replying }) })
    expect(await requestFromWorker('owner', owner)).toEqual({ isNew: true })
    workers({ controller: null, getRegistration: async () => undefined })
    expect(await requestFromWorker('owner', owner)).toBeUndefined()
  })

  it.each([
    ['does not find it', { controller: null, getRegistration: () => new Promise(() => undefined) }],
    ['gets no reply', { controller: { postMessage: () => undefined } }],
  ])('gives up when it %s in time', async (_, container) => {
    workers(container)
    const asked = requestFromWorker('owner', owner)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await asked).toBeUndefined()
  })
})
