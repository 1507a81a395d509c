import { setImmediate as nextTurn, setTimeout as timer } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Waits for `ms`, or until the signal aborts. Replaced in tests. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) => timer(ms, undefined, { signal }).catch(() => undefined)

/** Number of items that are handled without a break, some milliseconds of work. */
const ITEMS_AT_ONCE = 500

/** Handles many items with breaks in which the process answers others. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    if (from > 0) await nextTurn()
    for (const item of items.slice(from, from + ITEMS_AT_ONCE)) work(item)
  }
}

export interface RepeatingTaskOptions {
  /** name in the log */
  name: string
  /** @param signal aborted when the task stops */
  work(signal: AbortSignal): Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** pause in ms between two runs */
  pauseMs?: number
  /** pause in ms after a failure */
  afterFailureMs?: number
  pause?: Pause
}

/** Work that is repeated between start and stop; it can be started again. */
export interface RepeatingTask {
  start(): void
  /** ends the present pause, or omits the one after the present run */
  wake(): void
  /** aborts the signal and waits for the present run */
  stop(): Promise<void>
}

const PAUSE_MS = 30_000

/** Waits without keeping the process alive. */
const idle: Pause = (ms, signal) => timer(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** Creates a task that repeats its work at once and after each pause. A failure is logged once until the work succeeds. */
export function createRepeatingTask(options: RepeatingTaskOptions): RepeatingTask {
  const { name, work, log, pauseMs = PAUSE_MS, afterFailureMs = pauseMs, pause = idle } = options
  let stopping = new AbortController()
  let waking = new AbortController()
  let running: Promise<void> | undefined

  const repeat = async (signal: AbortSignal): Promise<void> => {
    let failure: string | undefined
    while (!signal.aborted) {
      waking = new AbortController()
      const before = failure
      failure = await work(signal).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (failure !== undefined && failure !== before) log.warn(`${name}: ${failure}`)
      if (signal.aborted) return
      await pause(failure === undefined ? pauseMs : afterFailureMs, AbortSignal.any([waking.signal, signal]))
    }
  }
  return {
    start() {
      if (running) return
      stopping = new AbortController()
      running = repeat(stopping.signal)
    },
    wake: () => waking.abort(),
    async stop() {
      stopping.abort()
      await running
      running = undefined
    },
  }
}

export const together = (...tasks: readonly RepeatingTask[]): RepeatingTask => ({
  start() {
    for (const task of tasks) task.start()
  },
  wake() {
    for (const task of tasks) task.wake()
  },
  async stop() {
    await Promise.all(tasks.map((task) => task.stop()))
  },
})
