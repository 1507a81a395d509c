// Specification 9.9, 10.16

import { afterEach, expect, it, vi } from 'vitest'
import { createDeliveryThread } from './delivery-thread.ts'
import type { ThreadData } from './thread.ts'

const DATA = {} as ThreadData
const program = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

afterEach(() => void vi.useRealTimers())

it('restarts a thread that crashes, until the server stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const warnings: string[] = []
  let warned = Promise.withResolvers<void>()
  const log = {
    warn(text: string) {
      warnings.push(text)
      warned.resolve()
    },
  }
  const thread = createDeliveryThread(DATA, log as never, program('throw new Error("broken")'))
  thread.start()
  for (let time = 1; time <= 2; time++) {
    await warned.promise
    expect(warnings).toEqual(Array(time).fill('push thread failed: broken'))
    warned = Promise.withResolvers()
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    if (time === 1) vi.advanceTimersByTime(5_000)
  }
  await thread.stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('lets the thread finish its work before stopping it', async () => {
  const ready = Promise.withResolvers<void>()
  const said: string[] = []
  const log = {
    warn(text: string) {
      said.push(text)
      ready.resolve()
    },
  }
  const code = `
    import { parentPort } from 'node:worker_threads'
    parentPort.once('message', () => setImmediate(() => parentPort.postMessage('done')))
    parentPort.postMessage('ready')`
  const thread = createDeliveryThread(DATA, log as never, program(code))
  thread.start()
  await ready.promise
  await thread.stop()
  expect(said).toEqual(['ready', 'done'])
})
