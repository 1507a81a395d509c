import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { ThreadData } from './thread.ts'

export interface DeliveryThread {
  start(): void
  /** stops; messages in progress are finished */
  stop(): Promise<void>
}

const AGAIN_AFTER_MS = 5_000

/**
 * Delivers push messages in a separate thread, because encrypting messages for thousands of devices would block
 * requests. A crashed thread is restarted; the messages that it had leased are due again when their leases expire.
 */
export function createDeliveryThread(
  data: ThreadData,
  log: Pick<FastifyBaseLogger, 'warn'>,
  program = new URL('./thread.ts', import.meta.url),
): DeliveryThread {
  let worker: Worker | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const start = (): void => {
    worker = new Worker(program, { workerData: data })
    worker.on('message', (text: unknown) => {
      // node --watch sends objects over the same channel.
      if (typeof text === 'string') log.warn(text)
    })
    worker.on('error', (error: Error) => log.warn(`push thread failed: ${error.message}`))
    worker.on('exit', () => {
      worker = undefined
      if (!stopped) again = setTimeout(start, AGAIN_AFTER_MS)
    })
  }
  return {
    start,
    async stop() {
      stopped = true
      clearTimeout(again)
      if (!worker) return
      const exited = once(worker, 'exit')
      worker.postMessage('stop')
      await exited
    },
  }
}
