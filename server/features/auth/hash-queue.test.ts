import { expect, it } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { inHashQueue } from './password.ts'

it('inHashQueue prefers callers from known devices, however many strangers wait', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const done: string[] = []
  const hash = (who: string) => async () => {
    await released
    done.push(who)
  }
  const strangers = Array.from({ length: 66 }, () => inHashQueue(hash('stranger')))
  const known = inHashQueue(hash('known'), 'known')
  await expect(inHashQueue(hash('stranger'))).rejects.toBeInstanceOf(Refusal)
  release()
  await Promise.all([...strangers, known])
  // Two were already running.
  expect(done.indexOf('known')).toBe(2)
})

it('inHashQueue runs at most two hashes at once, in order, and refuses those beyond the queue', async () => {
  let [running, most] = [0, 0]
  const finish: (() => void)[] = []
  const hash = () =>
    new Promise<void>((resolve) => {
      running += 1
      most = Math.max(most, running)
      finish.push(() => {
        running -= 1
        resolve()
      })
    })
  const asked = Array.from({ length: 80 }, () =>
    inHashQueue(hash).then(
      () => 'done',
      (error) => error,
    ),
  )
  const refused = await Promise.all(asked.slice(66))
  for (const error of refused) expect(error).toBeInstanceOf(Refusal)
  const admitted = Promise.all(asked.slice(0, 66))
  for (let n = 0; n < 66; n++) {
    while (finish.length === 0) await Promise.resolve()
    finish.shift()?.()
  }
  expect(new Set(await admitted)).toEqual(new Set(['done']))
  expect(most).toBe(2)
})
