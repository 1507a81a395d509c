import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilAborted, withTimeout } from './with-timeout.ts'

const never = () => new Promise<never>(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('withTimeout', () => {
  it('returns what the work returns, and leaves no timer', async () => {
    expect(await withTimeout(1000, async () => 5)).toBe(5)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('throws what the work throws, and leaves no timer', async () => {
    await expect(withTimeout(1000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives up after the time, and aborts the work', async () => {
    const signals: AbortSignal[] = []
    const given = withTimeout(1000, (signal) => {
      signals.push(signal)
      return never()
    })
    const failed = expect(given).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(999)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(signals[0]?.aborted).toBe(true)
  })
})

describe('untilAborted', () => {
  it('ends the wait with the reason of the signal', async () => {
    const controller = new AbortController()
    const failed = expect(untilAborted(controller.signal, never())).rejects.toThrow('left')
    controller.abort(new Error('left'))
    await failed
    await expect(untilAborted(controller.signal, never())).rejects.toThrow('left')
  })

  it('otherwise returns what the work returns', async () => {
    expect(await untilAborted(new AbortController().signal, Promise.resolve(5))).toBe(5)
  })

  it('leaves no listener on the signal, which may outlive many calls', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    await untilAborted(signal, Promise.resolve(5))
    await vi.waitFor(() => expect(removed).toHaveBeenCalledTimes(1))
    await expect(untilAborted(signal, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await vi.waitFor(() => expect(removed).toHaveBeenCalledTimes(2))
  })
})
