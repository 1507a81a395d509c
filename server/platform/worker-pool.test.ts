import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestTasks } from '../../tests/support/pool-thread.ts'
import { ThreadEnded, WorkerPool } from './worker-pool.ts'

class Refusal extends Error {}

const pools: WorkerPool<TestTasks>[] = []
function poolOf(maxThreads: number, idleMs?: number, loadMs = 0) {
  const pool = new WorkerPool<TestTasks>({
    program: new URL('../../tests/support/pool-thread.ts', import.meta.url),
    workerData: { loadMs },
    maxThreads,
    errors: [Refusal],
    ...(idleMs !== undefined && { idleMs }),
  })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.terminate()
})

type Options = Parameters<WorkerPool<TestTasks>['run']>[2]

/** Starts a task that waits for the test. */
async function started(pool: WorkerPool<TestTasks>, name: 'hang' | 'untilCancelled', options: Options = {}) {
  const { port1, port2 } = new MessageChannel()
  const result = pool.run(name, port2, { ...options, transfer: [port2] })
  const end = result.catch((error: Error) => error)
  await once(port1, 'message')
  return { end, answer: (text: string) => port1.postMessage(text) }
}

describe('WorkerPool', () => {
  it('reuses an idle thread', async () => {
    const pool = poolOf(2)
    const first = await pool.run('threadId', null)
    expect(await pool.run('threadId', null)).toBe(first)
  })

  it('ends a thread that has been idle', async () => {
    const pool = poolOf(1, 0)
    const first = await pool.run('threadId', null)
    await expect.poll(() => pool.threads).toBe(0)
    expect(await pool.run('threadId', null)).not.toBe(first)
  })

  it('recreates the errors it knows by name', async () => {
    const refused = poolOf(1).run('refuse', 'no')
    await expect(refused).rejects.toBeInstanceOf(Refusal)
    await expect(refused).rejects.toThrow('no')
  })

  it('fails only the task of a thread that crashes', async () => {
    const pool = poolOf(1)
    const crashed = pool.run('exit', null)
    const next = pool.run('threadId', null)
    await expect(crashed).rejects.toBeInstanceOf(ThreadEnded)
    expect(await next).toBeGreaterThan(0)
  })

  it('runs tasks that somebody waits for before those ahead', async () => {
    const pool = poolOf(1)
    const first = await started(pool, 'hang')
    const order: string[] = []
    const ahead = pool.run('threadId', null, { ahead: true }).then(() => order.push('ahead'))
    const awaited = pool.run('threadId', null).then(() => order.push('awaited'))
    first.answer('go on')
    expect(await first.end).toBe('go on')
    await Promise.all([ahead, awaited])
    expect(order).toEqual(['awaited', 'ahead'])
  })

  it('removes an aborted task from the queue', async () => {
    const pool = poolOf(1)
    const first = await started(pool, 'hang')
    const abort = new AbortController()
    const queued = pool.run('threadId', null, { signal: abort.signal })
    abort.abort(new Error('gone'))
    await expect(queued).rejects.toThrow('gone')
    first.answer('go on')
    expect(await first.end).toBe('go on')
  })

  it('ends the thread of an aborted task, and starts another for the queue', async () => {
    const pool = poolOf(1)
    const abort = new AbortController()
    const hanging = await started(pool, 'hang', { signal: abort.signal })
    const next = pool.run('threadId', null)
    abort.abort(new Error('gone'))
    expect(await hanging.end).toMatchObject({ message: 'gone' })
    expect(await next).toBeGreaterThan(0)
  })

  it('lets a cancelled task finish within its grace period', async () => {
    const abort = new AbortController()
    const task = await started(poolOf(1), 'untilCancelled', { signal: abort.signal, graceMs: 60_000 })
    abort.abort(new Error('gone'))
    expect(await task.end).toBe('rolled back')
  })

  it('cancels a task that takes too long', async () => {
    const { port2 } = new MessageChannel()
    const late = poolOf(1).run('hang', port2, { maxMs: 1, transfer: [port2] })
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('does not count the start of a thread as time of its task', async () => {
    const pool = poolOf(1, undefined, 1_500)
    expect(await pool.run('threadId', null, { maxMs: 1_000 })).toBeGreaterThan(0)
  })

  it('stops after the tasks that somebody waits for, without those ahead', async () => {
    const pool = poolOf(1)
    const running = await started(pool, 'hang')
    const queued = pool.run('threadId', null)
    const ahead = pool.run('threadId', null, { ahead: true })
    const stopped = pool.stop()
    await expect(ahead).rejects.toBeInstanceOf(ThreadEnded)
    running.answer('go on')
    expect(await queued).toBeGreaterThan(0)
    await stopped
  })
})
