import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HttpError } from './errors.ts'
import { useAction } from './useAction.ts'

type Options = Parameters<typeof useAction>[0]

/** Mounts an action whose runs end when the test ends them. */
function mountAction(options?: Options) {
  const { result, unmount } = renderHook(() => useAction(options))
  const begin = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    let done: Promise<boolean> | undefined
    act(() => {
      done = result.current.run((own) => {
        signal = own
        return promise
      })
    })
    return {
      signal: () => signal,
      end: (error?: Error) =>
        act(async () => {
          if (error) reject(error)
          else resolve()
          return await done
        }),
    }
  }
  return { result, unmount, begin }
}

it('is busy while the work runs, and ignores further runs', async () => {
  const { result, begin } = mountAction()
  const first = begin()
  expect(result.current.busy).toBe(true)
  const second = begin()
  expect(second.signal()).toBeUndefined()
  expect(await second.end()).toBe(false)
  expect(result.current.busy).toBe(true)
  expect(await first.end()).toBe(true)
  expect(result.current).toMatchObject({ busy: false, problem: null })
})

it('reports a failure in words until it is dismissed', async () => {
  const { result, begin } = mountAction()
  const refused = new HttpError(409, 'Conflict', '{"message":"Такое имя занято"}')
  expect(await begin().end(refused)).toBe(false)
  expect(result.current).toMatchObject({ busy: false, problem: 'Такое имя занято' })
  act(() => result.current.dismiss())
  expect(result.current.problem).toBeNull()
})

it('aborts the run in progress for the latest one, without a failure', async () => {
  const { result, begin } = mountAction({ latest: true })
  const first = begin()
  const second = begin()
  expect(first.signal()?.aborted).toBe(true)
  expect(await first.end(new Error('aborted'))).toBe(false)
  expect(result.current).toMatchObject({ busy: true, problem: null })
  expect(await second.end()).toBe(true)
  expect(result.current.busy).toBe(false)
})

it('aborts the run when the component unmounts', async () => {
  const { unmount, begin } = mountAction()
  const run = begin()
  unmount()
  expect(run.signal()?.aborted).toBe(true)
  await run.end()
})
