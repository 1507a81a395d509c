import type { FastifyBaseLogger } from 'fastify'

/** Pause in ms between two runs. */
const PAUSE_MS = 30_000

/**
 * Creates a task of the leader that repeats its work after a pause. Failures are logged, and the work is tried again.
 * @param name what the log calls the work
 */
export function createRepeatingWork(
  name: string,
  work: () => Promise<void>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  let isStopped = true
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const tick = (): void => {
    working = work()
      .catch((error: Error) => log.warn(`${name}: ${error.message}`))
      .then(() => {
        if (!isStopped) timer = setTimeout(tick, PAUSE_MS).unref()
      })
  }
  return {
    start() {
      isStopped = false
      tick()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}

export type RepeatingWork = ReturnType<typeof createRepeatingWork>
