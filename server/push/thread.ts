import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseLocation } from '../db/open.ts'
import { openDatabase } from '../db/open.ts'
import { createDelivery } from '../delivery/delivery.ts'
import type { PushConfig } from './config.ts'
import { createPush } from './create-push.ts'

/** What the thread is given at its start. */
export interface ThreadData {
  location: DatabaseLocation
  config: PushConfig
  publicUrl: string | undefined
  /** channels that the server's own thread delivers */
  elsewhere: readonly string[]
}

/** Between those who wait for a page and thousands of messages, the pages go first. Linux has priorities for threads. */
if (process.platform === 'linux') setPriority(0, 5)

const { location, config, publicUrl, elsewhere } = workerData as ThreadData
const db = await openDatabase(location)
const push = createPush({ db, config, publicUrl })
const delivery = createDelivery({
  db,
  channels: [push.channel],
  elsewhere,
  endLink: async () => undefined,
  log: { warn: (text: string) => parentPort?.postMessage(text) } as never,
})
delivery.start()
parentPort?.once('message', async () => {
  await delivery.stop()
  push.close()
  await db.close()
})
