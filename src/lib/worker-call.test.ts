import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerRequests, callWorker } from './worker-call.ts'

/** Worker that runs in the test's thread: messages posted to it reach the listener that answerRequests adds. */
function fakeWorker() {
  const inside = new EventTarget()
  vi.stubGlobal('addEventListener', inside.addEventListener.bind(inside))
  return {
    onerror: null as ((event: Partial<ErrorEvent>) => void) | null,
    postMessage: (data: unknown, [port]: MessagePort[]) =>
      inside.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] })),
    terminate: vi.fn(),
  }
}

let worker: ReturnType<typeof fakeWorker>
let calls: ReturnType<typeof callWorker>

beforeEach(() => {
  worker = fakeWorker()
  calls = callWorker(worker as unknown as Worker)
})
afterEach(() => vi.unstubAllGlobals())

describe('callWorker', () => {
  it('returns the answer after the parts', async () => {
    answerRequests(async (count: number, sendPart) => {
      for (let i = 0; i < count; i += 1) sendPart(i)
      return 'done'
    })
    const parts: number[] = []
    const onPart = (part: number) => void parts.push(part)
    expect(await calls.request<string, number>(3, { onPart })).toBe('done')
    expect(parts).toEqual([0, 1, 2])
  })

  it('throws the worker’s error by its name and message', async () => {
    answerRequests(() => {
      throw Object.assign(new Error('Слишком много'), { name: 'SheetTooLarge' })
    })
    await expect(calls.request(null)).rejects.toMatchObject({
      name: 'SheetTooLarge',
      message: 'Слишком много',
    })
  })

  it('throws the reason of the signal', async () => {
    answerRequests(() => new Promise(() => undefined))
    const controller = new AbortController()
    const answer = calls.request(null, { signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await expect(calls.request(null, { signal: controller.signal })).rejects.toThrow('left')
  })

  it('fails every request once the script could not be loaded', async () => {
    answerRequests(() => new Promise(() => undefined))
    const answer = calls.request(null)
    worker.onerror?.({})
    await expect(answer).rejects.toThrow('обновите страницу')
    await expect(calls.request(null)).rejects.toThrow('обновите страницу')
  })
})
