import type { FastifyBaseLogger } from 'fastify'
import { type ArrivalDeps, notifyMissing } from './arrival.ts'

const WATCH_MS = 30_000

/** Creates the task that notifies about prices that did not arrive; it runs on one server of a database at a time. */
export function createArrivalWatch(deps: ArrivalDeps, log: Pick<FastifyBaseLogger, 'warn'>) {
  let isStopped = true
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const tick = (): void => {
    working = notifyMissing(deps)
      .catch((error: Error) => log.warn(`outlets: ${error.message}`))
      .then(() => {
        if (!isStopped) timer = setTimeout(tick, WATCH_MS).unref()
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
