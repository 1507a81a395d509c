// Specification 9.9, 10.16

import { describe, expect, it } from 'vitest'
import { createRepeatingTask } from './repeating-task.ts'

/** Creates a task whose work fails with each message in turn, and whose pauses last until it is woken or stopped. */
function taskOf(failures: (string | undefined)[]) {
  const pauses: number[] = []
  const warnings: string[] = []
  let runs = 0
  const task = createRepeatingTask({
    ...{ name: 'work', pauseMs: 10, afterFailureMs: 3 },
    async work() {
      const failure = failures[runs++]
      if (failure !== undefined) throw new Error(failure)
    },
    log: { warn: (text: string) => void warnings.push(text) },
    pause(ms, signal) {
      pauses.push(ms)
      return new Promise((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
      )
    },
  })
  return { task, pauses, warnings, runs: () => runs }
}

describe('createRepeatingTask', () => {
  it('repeats its work when woken, sooner after a failure, and logs a failure once', async () => {
    const { task, pauses, warnings } = taskOf(['down', 'down', undefined, 'down'])
    task.start()
    for (let paused = 1; paused <= 4; paused++) {
      await expect.poll(() => pauses.length).toBe(paused)
      task.wake()
    }
    await task.stop()
    expect(pauses.slice(0, 4)).toEqual([3, 3, 10, 3])
    expect(warnings).toEqual(['work: down', 'work: down'])
  })

  it('stops in a pause, and can be started again', async () => {
    const { task, pauses, runs } = taskOf([])
    task.start()
    await expect.poll(() => pauses.length).toBe(1)
    await task.stop()
    expect(runs()).toBe(1)
    task.start()
    await expect.poll(() => runs()).toBe(2)
    await task.stop()
  })
})
